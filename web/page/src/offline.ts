/** Keeps the page and what it has loaded, so that it opens without a network as well. Where that is not allowed, it doesn't. */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return;
  try {
    await navigator.serviceWorker.register('./sw.js');
    const registration = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const named = [...document.querySelectorAll<HTMLLinkElement>('link[href]')].map(({ href }) => href); // an icon may come later
    const own = [location.href, ...loaded, ...named].map((url) => url.replace(/[#?].*$/, '')).filter((url) => url.startsWith(location.origin));
    registration.active?.postMessage([...new Set(own)]);
  } catch (error) {
    console.info('The page is not kept for offline use:', error);
  }
}
