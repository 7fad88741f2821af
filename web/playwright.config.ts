import { defineConfig } from '@playwright/test';
import type { Where } from './tests/support/fixtures';

export default defineConfig<{ where: Where }>({
  testDir: 'tests',
  testMatch: process.env.PICTURES ? 'pictures.ts' : '*.spec.ts',
  outputDir: 'test-results',
  timeout: 900_000,
  expect: { timeout: 60_000 },
  workers: 1,
  retries: 0,
  // What breaks every test is told by the first few.
  maxFailures: 5,
  reporter: [['list'], ['./tests/support/counts.ts']],
  // What a table shows does not depend on where its game is kept. What only a server does has the tag.
  projects: process.env.PICTURES ? [{ name: 'pictures' }] : [
    { name: 'server', testIgnore: 'site.spec.ts' },
    { name: 'site', testIgnore: ['being', 'games', 'ladders', 'matches', 'players', 'together', 'tournaments', 'trouble'].map((name) => `${name}.spec.ts`), grepInvert: /@server/, use: { where: 'site' } },
  ],
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    // Without motion there is nothing to wait for; the tests that want it say so.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
});
