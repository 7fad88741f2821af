// A server for each file of tests, and pages whose mistakes fail the test.
import { test as base, expect, type Page } from '@playwright/test';
import { Server } from './server';

export const test = base.extend<{ errors: string[] }, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = await new Server().start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.address),
  errors: [
    async ({ context }, use) => {
      const errors: string[] = [];
      context.on('weberror', (e) => errors.push(e.error().message));
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** A new game against the easiest opponent, by clicking. */
export async function newGame(page: Page, edition: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('radio', { name: new RegExp(edition, 'i') }).check({ force: true });
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL(/\/game\//);
  await page.locator('.tracker').waitFor();
}
