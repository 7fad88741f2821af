// The pictures of the README: `npm run pictures` plays until there is something to see and saves them.
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, newGame, test } from './support/fixtures';
import { dice, look, step } from './support/player';

const folder = resolve(import.meta.dirname, '../../docs/screenshots');
const save = (page: Page, name: string) => page.screenshot({ path: `${folder}/${name}.png` });
test.use({ viewport: { width: 1280, height: 800 } });

/** Plays until the table looks as wanted. */
async function until(page: Page, seed: number, wanted: () => Promise<boolean>): Promise<void> {
  const random = dice(seed);
  for (let i = 0; i < 500; i++) {
    await look(page, 2000);
    if (await wanted()) return;
    if (!(await step(page, random))) return;
  }
}
const asked = async (page: Page, words: RegExp) => words.test((await page.locator('.bar.mine .question').textContent({ timeout: 100 }).catch(() => '')) ?? '');
const calm = async (page: Page) => {
  await page.mouse.move(640, 4);
  await expect(page.locator('.tray, .spot')).toHaveCount(0);
};

for (const [name, edition, colorScheme] of [['board', 'Harrowdeep', 'light'], ['dark', 'Embergard', 'dark']] as const) {
  test(name, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await newGame(page, edition);
    await until(page, 21, async () => /Round 2/.test((await page.locator('.where').textContent()) ?? '') && (await asked(page, /this turn/)));
    await calm(page);
    await page.locator('li.able .row').first().click();
    await save(page, name);
  });
}

test('combat', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await newGame(page, 'Nightvault');
  await until(page, 5, () => asked(page, /drive/));
  await page.mouse.move(640, 4);
  await save(page, 'combat');
});

test('decks', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/decks/embergard');
  await page.getByLabel('Start from a ready-made deck').selectOption({ index: 1 });
  await expect(page.locator('.verdict')).toContainText('legal');
  await save(page, 'decks');
});

test('lesson', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/learn/first');
  await page.locator('.hit[data-name="d7"]').click({ force: true });
  await page.locator('.hit.can').first().click({ force: true });
  await expect(page.getByText('Step 2 of 6')).toBeVisible();
  await page.locator('.hit[data-name="d4"]').hover({ force: true });
  await save(page, 'lesson');
});

test('phone', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, baseURL, colorScheme: 'dark' });
  const page = await context.newPage();
  await newGame(page, 'Embergard');
  await until(page, 7, () => asked(page, /this turn/));
  await expect(page.locator('.tray, .spot')).toHaveCount(0);
  await save(page, 'phone');
  await context.close();
});
