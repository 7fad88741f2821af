import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = process.env.GLORYHEX_SERVER ?? 'http://127.0.0.1:8042';

export default defineConfig({
  plugins: [svelte()],
  build: { target: ['chrome123', 'firefox121', 'safari17.5'], assetsInlineLimit: 0 },
  server: { proxy: { '/api': { target: server, ws: true } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { include: ['src/**/*.test.ts'], reporters: ['default', './tests/support/unit-counts.ts'] },
});
