// A server for each test, whose games have the same dice in every run, and pages whose mistakes fail the test. What a table
// shows is tested twice: against a server, and on a site of files alone, where the engine is in the page.
import { test as base, expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { Server } from './server';
import { Host } from './site';

export type Where = 'server' | 'site';

export const test = base.extend<{ where: Where; place: Server | Host; errors: string[] }>({
  where: ['server', { option: true }],
  place: async ({ where }, use) => {
    const place = where === 'site' ? new Host({ steady: true }) : new Server();
    await place.start();
    await use(place);
    await place.stop();
  },
  baseURL: async ({ place }, use) => use(place.address),
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

/** The table is there, with its letters and its cards. */
export async function atTable(page: Page): Promise<void> {
  await page.waitForURL(/\/game\//);
  await page.locator('.table[data-ready]').waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Chooses an edition on the front page. */
export async function chooseEdition(page: Page, edition: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('radio', { name: new RegExp(edition, 'i') }).check({ force: true });
}

/** Unfolds the other ways to play. What is above them grows while it is fetched, so that a click can miss them. */
export async function moreWays(page: Page): Promise<void> {
  const ways = page.locator('details', { has: page.getByText('More ways to play') });
  await expect(async () => {
    if ((await ways.getAttribute('open')) === null) await page.getByText('More ways to play').click();
    await expect(ways).toHaveAttribute('open', '', { timeout: 1000 });
  }).toPass();
}

/** A new game against the easiest opponent, by clicking. */
export async function newGame(page: Page, edition: string): Promise<void> {
  await chooseEdition(page, edition);
  await page.getByRole('button', { name: 'Play now' }).click();
  await atTable(page);
}

/** Somebody else, with a browser of their own. */
export async function stranger(browser: Browser, baseURL: string | undefined, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', colorScheme: 'dark', viewport: { width: 1440, height: 900 }, ...options });
  return context.newPage();
}

/** Two people at a table: one invites, the other sits down. */
export async function invited(page: Page, friend: Page, edition: string): Promise<void> {
  await chooseEdition(page, edition);
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await page.getByRole('textbox', { name: 'Your name' }).blur();
  await page.getByRole('button', { name: 'Play with a friend' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for the others' })).toBeVisible();
  await friend.goto(await page.getByLabel('Invitation 1').inputValue());
  await friend.getByRole('textbox', { name: 'Your name' }).fill('Bo');
  await friend.getByRole('textbox', { name: 'Your name' }).blur();
  await friend.getByRole('button', { name: 'Sit down and play' }).click();
  await atTable(friend);
  await atTable(page);
  await expect(friend.locator('.tracker')).toContainText('Ada');
  await expect(page.locator('.tracker')).toContainText('Bo');
}

/** Takes a name by clicking, and gives the recovery phrase. */
export async function takeName(page: Page, name: string): Promise<string> {
  await page.goto('/you');
  await page.getByLabel('The name you want').fill(name);
  await page.getByRole('button', { name: 'Take this name' }).click();
  const words = page.getByRole('list', { name: 'Recovery phrase' }).getByRole('listitem');
  await expect(words).toHaveCount(12);
  const phrase = (await words.allTextContents()).join(' ');
  await page.getByRole('button', { name: 'I have written them down' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return phrase;
}

/** Gives a game up by clicking. */
export async function giveUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('button', { name: 'Really give up?' }).click();
}
