import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { folderOf } from './src/lib/folder.ts';

const server = process.env.GLORYHEX_SERVER ?? 'http://127.0.0.1:8042';

/** A site of files works in any folder: its first page finds out which before it asks for anything else. */
const anywhere: Plugin = {
  name: 'anywhere',
  transformIndexHtml: {
    order: 'post',
    handler: () => [{ tag: 'script', injectTo: 'head-prepend', children: `const root = document.createElement('base'); root.href = (${folderOf})(location.pathname); document.head.prepend(root);` }],
  },
};

export default defineConfig(({ mode }) => ({
  base: mode === 'site' ? './' : '/',
  plugins: [svelte(), ...(mode === 'site' ? [anywhere] : [])],
  build: { target: ['chrome123', 'firefox121', 'safari17.5'], assetsInlineLimit: 0 },
  server: { proxy: { '/api': { target: server, ws: true } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { include: ['src/**/*.test.ts'], reporters: ['default', './tests/support/unit-counts.ts'] },
}));
