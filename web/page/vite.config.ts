import { defineConfig, type Plugin } from 'vite';

/** The core is fetched with the script that asks for it, not after it. */
function preloadCore(): Plugin {
  return {
    name: 'preload-core',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) => Object.keys(bundle ?? {}).filter((name) => name.endsWith('.wasm')).map((name) => ({
        tag: 'link',
        attrs: { rel: 'preload', href: `./${name}`, as: 'fetch', type: 'application/wasm', crossorigin: true },
        injectTo: 'head-prepend' as const,
      })),
    },
  };
}

export default defineConfig({
  base: './', // works from any path
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 1000 },
  plugins: [preloadCore()],
});
