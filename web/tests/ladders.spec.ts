// A ladder in the browser: opened, joined, a challenge played out, and the rungs swapped.
import type { Page } from '@playwright/test';
import { findings } from './support/axe';
import { atTable, expect, giveUp, stranger, takeName, test } from './support/fixtures';

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

test('without a name one may look, and is shown the way to one', async ({ page }) => {
  await page.goto('/ladders');
  await expect(page.getByText('No ladder has been opened yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Take a name to open or join a ladder' }).click();
  await expect(page.getByRole('heading', { name: 'Play under a name' })).toBeVisible();
  await page.goto('/ladders/nosuchladder');
  await expect(page.getByRole('heading', { name: 'There is no such ladder' })).toBeVisible();
});
