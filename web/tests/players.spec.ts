// Names: taken, proved on another device, played with, and deleted.
import { readFileSync } from 'node:fs';
import { findings } from './support/axe';
import { atTable, expect, giveUp, stranger, takeName, test } from './support/fixtures';

test('two with names play a rated game, and a second device knows its seats', async ({ page, browser, baseURL }) => {
  const phrase = await takeName(page, 'Ada');
  const friend = await stranger(browser, baseURL);
  await page.getByRole('button', { name: 'Make a rated game' }).click();
  const link = await page.getByLabel('Invitation 1').inputValue();

  // Without a name nobody sits down at a rated game.
  await friend.goto(link);
  await expect(friend.getByText('This game is rated')).toBeVisible();
  await expect(friend.getByRole('button', { name: 'Sit down and play' })).toBeDisabled();
  await takeName(friend, 'Bo');
  await friend.goto(link);
  await expect(friend.getByText('You play as Bo.')).toBeVisible();
  await friend.getByRole('button', { name: 'Sit down and play' }).click();
  await atTable(friend);
  await atTable(page);
  await expect(page.locator('.tracker')).toContainText('Bo');

  // Another device of Ada's goes on at the same seat.
  const second = await stranger(browser, baseURL);
  await second.goto('/you');
  await second.getByLabel('Your name here').fill('ada');
  await second.getByLabel('Recovery phrase').fill(phrase);
  await second.getByRole('button', { name: 'Bring it back' }).click();
  await second.getByRole('button', { name: /Ada – Bo/ }).click();
  await atTable(second);
  await giveUp(second);
  await expect(friend.getByRole('dialog')).toContainText('Victory');

  // The result counts for both, and everybody can see it.
  await friend.goto('/you');
  await expect(friend.getByText('1 game: 1 won, 0 drawn, 0 lost')).toBeVisible();
  await expect(friend.getByText('after 1 rated game')).toBeVisible();
  await friend.goto('/player/Ada');
  await expect(friend.getByText('1 game: 0 won, 0 drawn, 1 lost')).toBeVisible();
  for (const width of [390, 1920]) {
    await friend.setViewportSize({ width, height: 900 });
    const wide = await friend.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(width);
    expect(await findings(friend)).toEqual([]);
  }
  await friend.getByRole('link', { name: /Ada – Bo/ }).click();
  await friend.waitForURL(/\/replay\//);
  await second.context().close();
  await friend.context().close();
});

test('a name can be changed, taken along and deleted', async ({ page }) => {
  const phrase = await takeName(page, 'Ada');
  await page.getByLabel('Another name').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save everything as a file' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('gloryhex-player.json');
  const kept = JSON.parse(readFileSync(await file.path(), 'utf8'));
  expect(kept.name).toBe('Ada Lovelace');
  for (const part of ['devices', 'games', 'results', 'ratings', 'settings', 'said', 'blocked', 'ladders', 'tournaments', 'matches']) expect(Array.isArray(kept[part]), part).toBe(true);
  for (const width of [390, 1920]) {
    await page.setViewportSize({ width, height: 1000 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await findings(page)).toEqual([]);
    await page.screenshot({ path: `test-results/name-${width}.png`, fullPage: true });
  }

  await page.getByRole('button', { name: 'Delete everything' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Recovery phrase').fill('not these words');
  await dialog.getByRole('button', { name: 'Delete my name' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This is no recovery phrase');
  await dialog.getByLabel('Recovery phrase').fill(phrase);
  await dialog.getByRole('button', { name: 'Delete my name' }).click();
  await expect(page.getByRole('heading', { name: 'Play under a name' })).toBeVisible();
  await page.goto('/player/Ada%20Lovelace');
  await expect(page.getByRole('heading', { name: 'Nobody has this name' })).toBeVisible();
});

test('a name that somebody has is refused with a way out', async ({ page, browser, baseURL }) => {
  await takeName(page, 'Ada');
  const other = await stranger(browser, baseURL, { viewport: { width: 390, height: 844 } });
  await other.goto('/you');
  await other.getByLabel('The name you want').fill('ADA');
  await other.getByRole('button', { name: 'Take this name' }).click();
  await expect(other.getByRole('alert')).toContainText('Somebody has taken the name Ada.');
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await findings(other)).toEqual([]);
  await other.context().close();
});
