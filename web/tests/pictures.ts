// The pictures of the README: `npm run pictures` plays until there is something to see and saves them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { atTable, expect, newGame, test } from './support/fixtures';
import { dice, look, step } from './support/player';

const folder = resolve(import.meta.dirname, '../../docs/screenshots');
test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

/** Saves what is on the screen as WebP, which the browser itself writes. */
async function save(page: Page, name: string): Promise<void> {
  const png = (await page.screenshot()).toString('base64');
  const webp = await page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d')!.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.86).split(',')[1]!;
  }, png);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}.webp`, Buffer.from(webp, 'base64'));
}

/** Plays, game after game, until the table looks as wanted. */
async function until(page: Page, edition: string, wanted: () => Promise<boolean>): Promise<void> {
  for (let seed = 1; seed < 12; seed++) {
    await newGame(page, edition);
    const random = dice(seed);
    while (!(await look(page, 2000)).over) {
      if (await wanted()) return;
      await step(page, random);
    }
  }
  throw new Error('There was nothing to see.');
}
const asked = async (page: Page, words: RegExp) => words.test((await page.locator('.bar.mine .question').textContent({ timeout: 400 }).catch(() => '')) ?? '');
/** The boards lie side by side along their long edges: a battlefield that fills the picture. */
const compact = (page: Page) =>
  page.locator('.board svg[role=group]').evaluate((svg) => {
    const { width, height } = (svg as SVGSVGElement).viewBox.baseVal;
    return Math.max(width / height, height / width) < 1.7;
  });
const calm = async (page: Page) => {
  await page.mouse.move(640, 4);
  await expect(page.locator('.tray, .spot')).toHaveCount(0);
};

for (const [name, edition, colorScheme] of [['board', 'Harrowdeep', 'light'], ['dark', 'Embergard', 'dark']] as const) {
  test(name, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await until(page, edition, async () => /Round 2/.test((await page.locator('.where').textContent()) ?? '') && (await asked(page, /this turn/)) && (await compact(page)));
    await calm(page);
    await page.locator('li.able .row').first().click();
    await save(page, name);
  });
}

test('combat', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await until(page, 'Nightvault', async () => (await asked(page, /drive/)) && (await compact(page)));
  await page.mouse.move(640, 4);
  await page.reload();
  await expect(page.locator('.tray .verdict')).toBeVisible();
  await atTable(page);
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
  await page.goto('/learn/quick-start');
  await page.locator('.hit[data-name="a3"]').click({ force: true });
  await page.getByRole('button', { name: /^Move/ }).click();
  await page.locator('.hit[data-name="d3"]').click({ force: true });
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('Step 2 of 14')).toBeVisible();
  await page.locator('.hit[data-name="c5"]').click({ force: true });
  await page.getByRole('button', { name: /^Charge/ }).click();
  await page.locator('.hit[data-name="d4"]').click({ force: true });
  await expect(page.getByText('Step 3 of 14')).toBeVisible();
  await page.locator('.hit[data-name="e3"]').hover({ force: true });
  await expect(page.locator('.odds').first()).toBeVisible();
  await save(page, 'lesson');
});

test('phone', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, baseURL, colorScheme: 'dark', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await until(page, 'Embergard', () => asked(page, /this turn/));
  await page.reload();
  await atTable(page);
  await save(page, 'phone');
  await context.close();
});
