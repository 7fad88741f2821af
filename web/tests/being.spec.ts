// Being at a table together: whose turn it is while one looks elsewhere.
import type { BrowserContext, Page } from '@playwright/test';
import { findings } from './support/axe';
import { atTable, expect, invited, moreWays, stranger, takeName, test } from './support/fixtures';
import { dice, look, playUntil, step } from './support/player';

/** A tab that can be put away, and that remembers what it told its owner. */
async function watched(context: BrowserContext): Promise<void> {
  await context.grantPermissions(['notifications']);
  await context.addInitScript(() => {
    const seen = window as unknown as { away: boolean; told: { title: string; body: string; open: boolean; click(): void }[]; granted: string };
    seen.away = false;
    seen.told = [];
    seen.granted = Notification.permission;
    Object.defineProperty(document, 'hidden', { get: () => seen.away });
    Object.defineProperty(document, 'visibilityState', { get: () => (seen.away ? 'hidden' : 'visible') });
    const real = window.Notification;
    class Told {
      static get permission() {
        return seen.granted;
      }
      static requestPermission = () => {
        seen.granted = 'granted';
        return Promise.resolve('granted');
      };
      onclick: (() => void) | null = null;
      #entry;
      constructor(title: string, options: NotificationOptions) {
        this.#entry = { title, body: options.body ?? '', open: true, click: () => this.onclick?.() };
        seen.told.push(this.#entry);
        if (real.permission === 'granted') new real(title, options).close();
      }
      close() {
        this.#entry.open = false;
      }
    }
    Object.defineProperty(window, 'Notification', { value: Told });
  });
}
const away = (page: Page, on: boolean) =>
  page.evaluate((on) => {
    (window as unknown as { away: boolean }).away = on;
    document.dispatchEvent(new Event('visibilitychange'));
  }, on);
const told = (page: Page) => page.evaluate(() => (window as unknown as { told: { title: string; body: string; open: boolean }[] }).told.map(({ title, open }) => ({ title, open })));
const icon = (page: Page) => page.evaluate(() => new URL(document.querySelector<HTMLLinkElement>('link[rel="icon"]')!.href).pathname);

/** Who decides now, and who waits. */
async function sides(pages: [Page, Page]): Promise<{ mine: Page; other: Page }> {
  for (;;) {
    for (const [i, page] of pages.entries()) if ((await look(page, 0)).mine) return { mine: page, other: pages[1 - i]! };
  }
}

test('a tab says in its title and icon that it is one’s turn, and tells it by a notification only if asked to', async ({ page, context, browser, baseURL }) => {
  await watched(context);
  const friend = await stranger(browser, baseURL);
  await invited(page, friend, 'Harrowdeep');
  const both: [Page, Page] = [page, friend];
  const turn = dice(3);

  const { mine, other } = await sides(both);
  await expect(mine).toHaveTitle('Your turn · Gloryhex');
  await expect.poll(() => icon(mine)).toBe('/icon-turn.svg');
  await expect(other).toHaveTitle('Gloryhex');
  await expect.poll(() => icon(other)).toBe('/icon.svg');

  // Nobody asked for notifications: none comes.
  await playUntil(both, turn, async () => (await look(friend, 0)).mine);
  await away(page, true);
  await passOn(friend, page, turn);
  expect(await told(page)).toEqual([]);
  await away(page, false);

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByLabel('Tell me when it is my turn').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await playUntil(both, turn, async () => (await look(friend, 0)).mine);
  await away(page, true);
  await passOn(friend, page, turn);
  await expect.poll(() => told(page)).toEqual([{ title: 'Your turn against Bo', open: true }]);
  // Looked at, it is put away; and it is not told again while one looks.
  await away(page, false);
  expect(await told(page)).toEqual([{ title: 'Your turn against Bo', open: false }]);
  await playUntil(both, turn, async () => (await look(friend, 0)).mine);
  await passOn(friend, page, turn);
  expect(await told(page)).toHaveLength(1);
  await friend.context().close();
});

/** One plays until it is the other's turn. */
async function passOn(one: Page, other: Page, random: () => number): Promise<void> {
  while (!(await other.title()).startsWith('Your turn')) {
    if ((await look(one, 0)).mine) await step(one, random, 0);
  }
}

test('whoever has a name sees at once which games wait, on every page', async ({ page, browser, baseURL }) => {
  const friend = await stranger(browser, baseURL);
  await takeName(page, 'Ada');
  await takeName(friend, 'Bo');
  await page.getByRole('button', { name: 'Make a rated game' }).click();
  await friend.goto(await page.getByLabel('Invitation 1').inputValue());
  await friend.getByRole('button', { name: 'Sit down and play' }).click();
  await atTable(friend);
  await atTable(page);
  const { mine, other } = await sides([page, friend]);
  for (const each of [mine, other]) await each.goto('/');
  await expect(mine).toHaveTitle('(1) Gloryhex');
  await expect(other).toHaveTitle('Gloryhex');
  await expect(mine.getByRole('link', { name: /1 game waits for you/ })).toBeVisible();
  await expect(mine.getByRole('link', { name: /Ada.*Bo.*Your turn/ })).toBeVisible();
  await expect(other.getByRole('link', { name: /waits for you/ })).toHaveCount(0);
  for (const width of [390, 1920]) {
    await mine.setViewportSize({ width, height: 900 });
    expect(await mine.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await mine.goto('/you');
  await expect(mine.getByRole('button', { name: /Ada – Bo.*Your turn/ })).toBeVisible();
  await other.goto('/you');
  await expect(other.getByRole('button', { name: /Ada – Bo.*Go on/ })).toBeVisible();
  expect(await findings(mine)).toEqual([]);
  await mine.getByRole('button', { name: /Ada – Bo/ }).click();
  await atTable(mine);
  await friend.context().close();
});

test('on a shared screen it is always somebody’s turn, and the tab says nothing of it', async ({ page }) => {
  await page.goto('/');
  await moreWays(page);
  await page.getByRole('button', { name: 'Two on this screen' }).click();
  await atTable(page);
  await look(page);
  await expect(page).toHaveTitle('Gloryhex');
});

/** Two with names at one table. */
async function named(page: Page, friend: Page): Promise<void> {
  await takeName(page, 'Ada');
  await takeName(friend, 'Bo');
  await page.getByRole('button', { name: 'Make a rated game' }).click();
  await friend.goto(await page.getByLabel('Invitation 1').inputValue());
  await friend.getByRole('button', { name: 'Sit down and play' }).click();
  await atTable(friend);
  await atTable(page);
}
const talk = (page: Page) => page.getByRole('button', { name: 'Say something' }).click();
const log = (page: Page) => page.getByRole('log');

test('people say set phrases, and own words once both want to; one hears nothing from whom one mutes', async ({ page, browser, baseURL }) => {
  const friend = await stranger(browser, baseURL, { viewport: { width: 390, height: 844 } });
  await invited(page, friend, 'Shadespire');
  await talk(page);
  await page.getByRole('button', { name: 'Well played!' }).click();
  // At the seat, and read out: by the log where it is on the screen, else by a line of its own.
  await expect(friend.locator('.bubble')).toHaveText('Well played!');
  await expect(friend.getByRole('status').filter({ hasText: 'Ada: “Well played!”' })).toHaveCount(1);
  await expect(log(page).getByText('Ada: “Well played!”')).toBeVisible();
  await friend.getByRole('tab', { name: 'Log' }).click();
  await expect(log(friend).getByText('Ada: “Well played!”')).toBeVisible();
  await expect(friend.getByRole('status').filter({ hasText: 'Well played' })).toHaveCount(0);

  // Own words.
  await talk(page);
  const words = page.getByLabel('Your words');
  await expect(words).toHaveCount(0);
  await page.getByLabel('Own words with whoever wants that too').check();
  await expect(page.getByText('Nobody else at this table has switched it on yet.')).toBeVisible();
  await talk(friend);
  await friend.getByLabel('Own words with whoever wants that too').check();
  await expect(page.getByText('You can write to Bo.')).toBeVisible();
  for (const each of [page, friend]) expect(await findings(each)).toEqual([]);
  expect(await friend.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await words.fill('shall we <b>play</b> on?');
  await page.getByRole('button', { name: 'Send' }).click();
  await friend.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(log(friend).getByText('Ada: “shall we <b>play</b> on?”')).toBeVisible();

  // Muted, what was said is gone and nothing more comes; whoever speaks sees no difference.
  await talk(friend);
  await friend.getByLabel('Hear nothing from Ada').check();
  await friend.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(log(friend).getByText('Ada: “Well played!”')).toHaveCount(0);
  await page.getByRole('button', { name: 'Thank you!' }).click();
  await expect(log(page).getByText('Ada: “Thank you!”')).toBeVisible();
  await expect(log(friend).getByText('Thank you')).toHaveCount(0);
  // It stays so when the page comes back.
  await friend.reload();
  await atTable(friend);
  await friend.getByRole('tab', { name: 'Log' }).click();
  await expect(log(friend).getByText('Ada: “')).toHaveCount(0);
  await friend.context().close();
});

test('whoever is blocked cannot sit down with one, and can be let in again', async ({ page, browser, baseURL }) => {
  const friend = await stranger(browser, baseURL);
  await named(page, friend);
  await talk(page);
  await page.getByRole('button', { name: 'Block Bo' }).click();
  await expect(page.getByRole('button', { name: 'Unblock Bo' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await talk(friend);
  await friend.getByRole('button', { name: 'Sorry!' }).click();
  await expect(log(friend).getByText('Bo: “Sorry!”')).toBeVisible();
  await expect(log(page).getByText('Sorry')).toHaveCount(0);

  await page.goto('/you');
  await page.getByRole('button', { name: 'Make a rated game' }).click();
  const link = await page.getByLabel('Invitation 1').inputValue();
  await friend.goto(link);
  await friend.getByRole('button', { name: 'Sit down and play' }).click();
  await expect(friend.getByRole('alert')).toHaveText('Somebody at this table does not want to play with you.');
  await page.goto('/player/Bo');
  await page.getByRole('button', { name: 'Unblock Bo' }).click();
  await expect(page.getByRole('button', { name: 'Block Bo' })).toBeVisible();
  await friend.getByRole('button', { name: 'Sit down and play' }).click();
  await atTable(friend);
  await friend.context().close();
});

test('a link that only this machine can open says so', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Play with a friend' }).click();
  await expect(page.getByLabel('Invitation 1')).toHaveValue(/^http:\/\/127\.0\.0\.1:/);
  await expect(page.getByRole('note')).toContainText('Only this machine can open this link.');
  expect(await findings(page)).toEqual([]);
  // With an address that the server was told, links begin with it and nothing is warned of.
  await page.route('**/api/here', (route) => route.fulfill({ json: { public_url: 'https://games.example.org', levels: [] } }));
  await page.reload();
  await expect(page.getByLabel('Invitation 1')).toHaveValue(/^https:\/\/games\.example\.org\/join\/.+#invite=/);
  await expect(page.getByRole('note')).toHaveCount(0);
});

test('whoever comes back is told what happened meanwhile, and can watch it', async ({ page, browser, baseURL }) => {
  const friend = await stranger(browser, baseURL);
  await invited(page, friend, 'Shadespire');
  const random = dice(5);
  await playUntil([page, friend], random, async () => /Round 1/.test((await page.locator('.where').textContent()) ?? '') && (await look(friend, 0)).mine);
  const seen = (await look(page, 0)).at;
  const address = page.url();
  await page.goto('/');
  await passAlong(friend, random);
  await page.goto(address);
  await atTable(page);
  const recap = page.getByRole('region', { name: 'Since you looked' });
  await expect(recap).toBeVisible();
  await expect(recap.getByRole('listitem').first()).toBeVisible();
  for (const [width, height] of [[390, 844], [1920, 1080]] as const) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await findings(page)).toEqual([]);
  }
  await recap.getByRole('link', { name: 'Watch it' }).click();
  await expect(page).toHaveURL(/\/replay\//);
  await expect(page.locator('.table')).toHaveAttribute('data-at', String((await look(friend, 0)).at));
  expect(Number(new URL(page.url()).searchParams.get('at'))).toBeGreaterThan(seen);
  await expect(page.getByRole('button', { name: 'Download' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to the table' }).click();
  await atTable(page);
  // Seen is seen.
  await expect(recap).toHaveCount(0);
  await friend.context().close();
});

/** One plays until the others have something to look at: a choice or more of theirs later. */
async function passAlong(one: Page, random: () => number): Promise<void> {
  const from = (await look(one, 0)).at;
  for (;;) {
    const seen = await look(one, 0);
    if (seen.at > from + 2 && !seen.mine) return;
    if (seen.mine) await step(one, random, 0);
  }
}

test('the devices of a name are listed, and one is taken off', async ({ page, browser, baseURL }) => {
  const phrase = await takeName(page, 'Ada');
  const second = await stranger(browser, baseURL);
  await second.goto('/you');
  await second.getByLabel('Your name here').fill('Ada');
  await second.getByLabel('Recovery phrase').fill(phrase);
  await second.getByRole('button', { name: 'Bring it back' }).click();
  await expect(second.getByRole('heading', { level: 1, name: 'Ada' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Chrome, Linux')).toHaveCount(2);
  await page.getByRole('button', { name: 'Take the name off it' }).click();
  await expect(page.getByText('Chrome, Linux')).toHaveCount(1);
  await second.reload();
  await expect(second.getByText('This browser’s key opens no name any more.')).toBeVisible();
  await second.context().close();
});

for (const [width, height] of [[390, 844], [1920, 1080]] as const) {
  test(`four at a table are told apart by shape, in tokens, marks and the log, ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await page.getByRole('radio', { name: /Shadespire/i }).check({ force: true });
    await moreWays(page);
    await page.getByLabel('Players').selectOption('4');
    await page.getByRole('button', { name: 'Play now' }).click();
    await atTable(page);
    await playUntil([page], dice(11), async () => /Round 1/.test((await page.locator('.where').textContent()) ?? '') && (await page.locator('[role=log] p[data-seat]').count()) + (width < 1080 ? 20 : 0) > 12);
    if (width < 1080) await page.getByRole('tab', { name: 'Log' }).click();
    const outlines = async (selector: string) =>
      page.locator(selector).evaluateAll((paths) => paths.map((path) => [path.closest('[data-seat]')!.getAttribute('data-seat')!, path.getAttribute('d')!] as const));
    for (const where of ['.field .token .ring', '.glories svg[data-seat] path', '[role=log] .who path']) {
      const found = new Map(await outlines(where));
      expect(found.size, where).toBeGreaterThan(where.startsWith('[role') ? 1 : 3);
      expect(new Set(found.values()).size, where).toBe(found.size);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await findings(page)).toEqual([]);
    await page.screenshot({ path: `test-results/four-${width}.png` });
  });
}

test('four at one screen hand it over only for what is secret', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('radio', { name: /Shadespire/i }).check({ force: true });
  await moreWays(page);
  await page.getByLabel('Players').selectOption('4');
  await page.getByRole('button', { name: 'All on this screen' }).click();
  await atTable(page);
  const handed = new Set<string>();
  let open = 0;
  const curtain = page.locator('.curtain');
  await playUntil([page], dice(2), async () => {
    if ((await curtain.count()) > 0) handed.add(await curtain.innerText());
    else open++;
    return handed.size === 4 && open > 6;
  });
  expect(open).toBeGreaterThan(handed.size);
});
