// Keeps the page for when there is no network: the network first, then what was kept.
const kept = 'toile-page';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(
    fetch(request).catch(async () => (await caches.match(request, { ignoreSearch: true })) ?? Response.error()),
  );
});

// The page names what it has loaded; what is no longer among it goes.
self.addEventListener('message', (event) => {
  const wanted = new Set(event.data);
  event.waitUntil(
    (async () => {
      const cache = await caches.open(kept);
      const present = new Set((await cache.keys()).map(({ url }) => url));
      await Promise.all([...present].filter((url) => !wanted.has(url)).map((url) => cache.delete(url)));
      await cache.addAll([...wanted].filter((url) => !present.has(url) || url.endsWith('/')));
    })(),
  );
});
