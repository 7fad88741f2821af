// A ladder in the browser: opened, joined, a challenge played out, and the rungs swapped.
import type { Page } from '@playwright/test';
import { findings } from './support/axe';
import { atTable, expect, giveUp, stranger, takeName, test } from './support/fixtures';
import { Server } from './support/server';

const rungs = (page: Page) => page.getByRole('list').filter({ has: page.locator('.number') }).getByRole('listitem').locator('.name a');

test('a challenge is accepted, played, and the lower winner takes the rung', async ({ page, browser, baseURL }) => {
  const friend = await stranger(browser, baseURL);
  await takeName(page, 'Ada');
  await takeName(friend, 'Bo');
  await page.goto('/ladders');
  await page.getByLabel('What it is called').fill('Thursdays');
  await page.getByLabel('Its games are rated').check();
  await page.getByRole('button', { name: 'Open it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thursdays' })).toBeVisible();
  await expect(rungs(page)).toHaveText(['Ada']);

  await friend.goto('/');
  await friend.getByRole('link', { name: /See the ladders/ }).click();
  await friend.getByRole('link', { name: /Thursdays/ }).click();
  await friend.getByRole('button', { name: 'Join on the lowest rung' }).click();
  await expect(rungs(friend)).toHaveText(['Ada', 'Bo']);
  await friend.getByRole('button', { name: 'Challenge Ada' }).click();
  await expect(friend.getByText('Bo challenges Ada')).toBeVisible();
  // Whoever has a challenge open cannot send the same one again.
  await expect(friend.getByRole('button', { name: 'Challenge Ada' })).toHaveCount(0);

  await page.reload();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('button', { name: 'To the game' }).click();
  await expect(page.getByText('You play as Ada.')).toBeVisible();
  await page.getByRole('button', { name: 'Sit down and play' }).click();
  await friend.reload();
  await friend.getByRole('button', { name: 'To the game' }).click();
  await friend.getByRole('button', { name: 'Sit down and play' }).click();
  await atTable(friend);
  await atTable(page);
  await giveUp(page);
  await expect(friend.getByRole('dialog')).toContainText('Victory');

  await page.goto('/ladders');
  await expect(page.getByText('Champion: Bo')).toBeVisible();
  await page.getByRole('link', { name: /Thursdays/ }).click();
  await expect(rungs(page)).toHaveText(['Bo', 'Ada']);
  await expect(page.getByText('Bo won against Ada.')).toBeVisible();
  await expect(page.getByRole('img', { name: /Rungs over time/ })).toBeVisible();
  for (const width of [390, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await findings(page)).toEqual([]);
  }
  await friend.context().close();
});

test('a ladder moves as the cases of the book say, and a week without a game drops to the bottom', async ({ page, browser, baseURL, place }) => {
  if (!(place instanceof Server)) throw new Error('Ladders are on a server.');
  const day = 24 * 3600;
  const names = ['Ada', 'Bo', 'Cy'];
  const pages = [page, await stranger(browser, baseURL), await stranger(browser, baseURL)];
  const of = (name: string) => pages[names.indexOf(name)]!;
  for (const name of names) await takeName(of(name), name);
  await page.goto('/ladders');
  await page.getByLabel('What it is called').fill('Winter');
  await page.getByRole('button', { name: 'Open it' }).click();
  await expect(rungs(page)).toHaveText(['Ada']);
  const address = page.url();
  for (const name of ['Bo', 'Cy']) {
    await of(name).goto(address);
    await of(name).getByRole('button', { name: 'Join on the lowest rung' }).click();
    await expect(rungs(of(name))).toContainText([name]);
  }
  /** A challenge, its game, and how it ends: with a loser, or drawn. */
  const meet = async (from: string, other: string, loser: string | null, after: string[]) => {
    await of(from).goto(address);
    await of(from).getByRole('button', { name: `Challenge ${other}` }).click();
    await of(other).goto(address);
    await of(other).getByRole('button', { name: 'Accept' }).click();
    await expect(of(other).getByRole('button', { name: 'To the game' })).toBeVisible();
    for (const name of [from, other]) {
      await of(name).goto(address);
      await of(name).getByRole('button', { name: 'To the game' }).click();
      await of(name).getByRole('button', { name: 'Sit down and play' }).click();
    }
    for (const name of [from, other]) await atTable(of(name));
    if (loser) await giveUp(of(loser));
    else {
      await of(from).getByRole('button', { name: 'More', exact: true }).click();
      await of(from).getByRole('button', { name: 'Offer a draw' }).click();
      await of(other).getByRole('button', { name: 'Agree' }).click();
    }
    await expect(of(from).getByRole('dialog')).toContainText(loser ? /Victory|Defeat/ : 'A draw');
    await of(from).goto(address);
    await expect(rungs(of(from))).toHaveText(after);
  };
  await meet('Cy', 'Ada', 'Ada', ['Cy', 'Bo', 'Ada']);
  await meet('Ada', 'Bo', 'Ada', ['Bo', 'Cy', 'Ada']);
  // Four days later the first wins: the loser drops one. A draw moves nobody.
  await place.kill();
  await place.start(4 * day);
  await meet('Cy', 'Bo', 'Cy', ['Bo', 'Ada', 'Cy']);
  await meet('Cy', 'Bo', null, ['Bo', 'Ada', 'Cy']);
  // A week after her last game Ada drops, and nobody else.
  await place.kill();
  await place.start(7.5 * day);
  await page.goto(address);
  await expect(rungs(page)).toHaveText(['Bo', 'Cy', 'Ada']);
  await expect(page.getByText('Ada played no game for a week and dropped to the bottom.')).toBeVisible();
  await expect(page.getByText('Cy and Bo drew.').or(page.getByText('Bo and Cy drew.'))).toBeVisible();
  for (const width of [390, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await findings(page)).toEqual([]);
    await page.screenshot({ path: `test-results/ladder-week-${width}.png`, fullPage: true });
  }
  for (const each of pages.slice(1)) await each.context().close();
});

test('without a name one may look, and is shown the way to one', async ({ page }) => {
  await page.goto('/ladders');
  await expect(page.getByText('No ladder has been opened yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Take a name to open or join a ladder' }).click();
  await expect(page.getByRole('heading', { name: 'Play under a name' })).toBeVisible();
  await page.goto('/ladders/nosuchladder');
  await expect(page.getByRole('heading', { name: 'There is no such ladder' })).toBeVisible();
});
