import { defineConfig } from 'vite';

export default defineConfig({
  base: './', // works from any path
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 1000 },
});
