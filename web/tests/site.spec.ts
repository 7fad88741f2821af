// The site of files alone: no server knows of these games.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { findings } from './support/axe';
import { atTable, chooseEdition } from './support/fixtures';
import { dice, play, playOut } from './support/player';
import { binary } from './support/server';
import { forget, Host, nextVersion, release, said } from './support/site';

const editions = ['Shadespire', 'Nightvault', 'Harrowdeep', 'Embergard'];

const test = base.extend<{ host: Host; errors: string[] }>({
  host: async ({}, use) => {
    const host = await new Host().start();
    await use(host);
    await host.stop();
  },
  baseURL: async ({ host }, use) => use(host.address),
  errors: [
    async ({ context }, use) => {
      const errors: string[] = [];
      context.on('weberror', (e) => errors.push(e.error().message));
      await context.addInitScript(() => {
        if (location.protocol !== 'http:') return;
        localStorage.setItem('gloryhex.pace', '0');
        localStorage.setItem('gloryhex.seed', '1');
      });
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

/** The service worker has kept everything and answers from now on. */
async function kept(page: Page): Promise<void> {
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

async function against(page: Page, edition: string, level: string): Promise<void> {
  await chooseEdition(page, edition);
  await page.getByLabel('Opponent').selectOption(level);
  await page.getByRole('button', { name: 'Play now' }).click();
  await atTable(page);
}

for (const edition of editions) {
  test(`200 games of ${edition} have the same choices and hashes as on the native engine`, async ({ page }) => {
    await page.goto('/');
    const { engine } = (await (await page.request.get('/version.json')).json()) as { engine: string };
    const hash = await page.evaluate(async ([engine, edition]) => {
      const code = await import(`${engine}/gloryhex.js`);
      await code.default({ module_or_path: `${engine}/gloryhex_bg.wasm` });
      return new code.Page().sim(edition, 200, 7) as string;
    }, [engine, edition.toLowerCase()] as const);
    const native = JSON.parse(said(binary(), ['sim', '--edition', edition.toLowerCase(), '--games', '200', '--seed', '7', '--windows', 'public', '--json'])) as { hash: string };
    expect(hash).toBe(native.hash);
  });

  test(`a complete game of ${edition} without a server, read by the terminal afterwards`, async ({ page }, info) => {
    await against(page, edition, 'beginner');
    await playOut([page], 5);
    const end = page.getByRole('dialog');
    await expect(end).toContainText(/Victory|Defeat|A draw/);
    await end.getByRole('link', { name: 'Watch it again' }).click();
    await page.getByRole('button', { name: 'One step on' }).click();
    await expect(page.getByText(/^Moment \d+ of \d+$/)).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const file = info.outputPath('game.json');
    await (await download).saveAs(file);
    expect(said(binary(), ['replay', 'verify', file])).toMatch(/\S/);
  });
}

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });
  test('the front page is small, and the engine comes only when it is needed', async ({ page, host }) => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Play now' })).toBeEnabled();
    await page.waitForLoadState('networkidle');
    expect(host.paths.filter((path) => path.endsWith('.wasm'))).toEqual([]);
    const page_only = host.sent;
    expect(page_only).toBeLessThan(200 * 1024);
    host.sent = 0;
    host.paths = [];
    await page.getByLabel('Opponent').focus();
    await expect.poll(() => host.paths.filter((path) => path.endsWith('.wasm')).length).toBe(1);
    expect(host.sent).toBeLessThan(2 * 1024 * 1024);
    console.log(`first load ${page_only} bytes, engine ${host.sent} bytes, compressed`);
  });
});

test('a game against the champion begins offline, and goes on after the page is closed', async ({ page, host, context }) => {
  await kept(page);
  await host.stop();
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Play now' })).toBeEnabled();
  await page.getByLabel('Opponent').selectOption('champion');
  const began = Date.now();
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.locator('.table[data-ready]').waitFor();
  console.log(`from the click to the table: ${Date.now() - began} ms`);
  await play(page, dice(3), 40);
  const at = await page.locator('.table').getAttribute('data-at');
  const address = page.url();
  await page.close();
  const again = await context.newPage();
  await again.goto(address);
  await again.locator('.table[data-ready]').waitFor();
  expect(Number(await again.locator('.table').getAttribute('data-at'))).toBeGreaterThanOrEqual(Number(at));
  await again.goto('/');
  await expect(again.getByRole('heading', { name: 'Your games' })).toBeVisible();
  await expect(again.getByRole('link', { name: /Go on/ })).toBeVisible();
  for (const path of ['/decks', '/rules', '/learn']) {
    await again.goto(path);
    await expect(again.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await host.start();
});

test('a site in a folder of its own plays, teaches and puzzles there, offline as well', async ({ page }) => {
  const host = await new Host({ under: '/games/gloryhex' }).start();
  const at = (path: string) => `${host.address}/games/gloryhex${path}`;
  await page.goto(at('/'));
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole('button', { name: 'Play now' }).click();
  await atTable(page);
  expect(page.url()).toContain(at('/game/'));
  await host.stop();
  // In the middle of the site, without a host.
  await page.reload();
  await atTable(page);
  await page.getByRole('link', { name: 'Leave the table' }).first().click();
  await expect(page).toHaveURL(at('/'));
  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await expect(page).toHaveURL(at('/learn'));
  await page.getByRole('link', { name: /Quick start/ }).click();
  await expect(page.getByText('Step 1 of 14')).toBeVisible();
  await page.goto(at('/puzzles/embergard/01'));
  await expect(page.getByText('The last turn of the game is yours')).toBeVisible();
  await page.goto(at('/rules/harrowdeep'));
  await expect(page.getByLabel('Search the rules')).toBeVisible();
  expect(await page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel=manifest]')!.href)).toBe(at('/manifest.webmanifest'));
  expect(host.strayed.filter((path) => path !== '/favicon.ico')).toEqual([]);
  await host.start();
  await host.stop();
});

test('a new version waits until it is asked for, and is then there as a whole', async ({ browser }) => {
  const folder = nextVersion();
  const host = await new Host({ folder }).start();
  const context = await browser.newContext({ baseURL: host.address });
  const page = await context.newPage();
  await kept(page);
  await expect(page).toHaveTitle('Gloryhex');
  release(folder, 'second', (text) => text.replace('<html lang="en">', '<html lang="en" data-release="second">'));
  await page.reload();
  const note = page.getByRole('status').filter({ hasText: 'A new version is ready.' });
  await expect(note).toBeVisible();
  // The old version is served as long as nobody asks.
  await page.reload();
  await expect(page.locator('html[data-release]')).toHaveCount(0);
  await expect(note).toBeVisible();
  await note.getByRole('button').click();
  await expect(page.locator('html[data-release="second"]')).toHaveCount(1);
  expect(await page.evaluate(() => caches.keys())).toEqual(['gloryhex:/:second']);
  // A page that does not belong to the worker's version is not taken.
  const worker = join(folder, 'sw.js');
  writeFileSync(worker, readFileSync(worker, 'utf8').replace("const version = 'second'", "const version = 'third'").replace(/(\["\/index.html",)\d+/, '$11'));
  await page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.getRegistration())!;
    const refused = new Promise<void>((done) => registration.addEventListener('updatefound', () => {
      const worker = registration.installing!;
      worker.addEventListener('statechange', () => worker.state === 'redundant' && done());
    }));
    await registration.update();
    await refused;
  });
  expect(await page.evaluate(() => caches.keys())).toEqual(['gloryhex:/:second']);
  await context.close();
  await host.stop();
  forget(folder);
});

test('two people play on one screen, and files come and go', async ({ page }, info) => {
  await chooseEdition(page, 'Harrowdeep');
  await page.getByRole('button', { name: 'Two on this screen' }).click();
  await atTable(page);
  await play(page, dice(9), 30);
  await page.goto('/');
  await expect(page.getByText('gloryhex serve')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play with a friend' })).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Save as a file/ }).first().click();
  const file = info.outputPath('game.save.json');
  await (await download).saveAs(file);
  await page.getByLabel('A replay, or a game saved in the terminal').setInputFiles(file);
  await atTable(page);
  // A replay of the terminal's.
  const replay = info.outputPath('random.replay.json');
  said(binary(), ['replay', 'record', '--edition', 'shadespire', '--seed', '4', replay]);
  await page.goto('/');
  await page.getByLabel('A replay, or a game saved in the terminal').setInputFiles(replay);
  await expect(page).toHaveURL(/\/replay\//);
  await expect(page.getByText(/^Moment \d+ of \d+$/)).toBeVisible();
  // Something else is refused with the reason.
  writeFileSync(file, '{"format": 1}');
  await page.goto('/');
  await page.getByLabel('A replay, or a game saved in the terminal').setInputFiles(file);
  await expect(page.getByRole('alert')).toContainText('made by another version');
});

for (const [width, height] of [[390, 844], [1920, 1080]] as const) {
  test(`the front page and a table can be read by everybody at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Play now' })).toBeEnabled();
    expect(await findings(page)).toEqual([]);
    await page.screenshot({ path: test.info().outputPath('front.png'), fullPage: true });
    await against(page, 'Embergard', 'adept');
    expect(await findings(page)).toEqual([]);
    await page.screenshot({ path: test.info().outputPath('table.png') });
  });
}
