import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'tests',
  testMatch: process.env.PICTURES ? 'pictures.ts' : '*.spec.ts',
  outputDir: 'test-results',
  timeout: 240_000,
  expect: { timeout: 20_000 },
  workers: 1,
  retries: 0,
  reporter: [['list'], ['./tests/support/counts.ts']],
  use: {
    actionTimeout: 20_000,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
});
