import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const server = process.env.GLORYHEX_SERVER ?? 'http://127.0.0.1:8042';

export default defineConfig({
  plugins: [svelte()],
  build: { target: ['chrome123', 'firefox121', 'safari17.5'], assetsInlineLimit: 0, reportCompressedSize: true },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
    },
  },
});
