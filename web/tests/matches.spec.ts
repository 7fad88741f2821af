// A whole match between two people: an invitation, choosing in secret, three games on one page, and what decides it.
import type { Page } from '@playwright/test';
import { findings } from './support/axe';
import { chooseEdition, expect, giveUp, moreWays, stranger, test } from './support/fixtures';
import { fierce, idle, playAs } from './support/player';

/** The game on the page is there, with its letters and its cards, and is not over. */
async function atGame(page: Page): Promise<void> {
  await page.locator('.table[data-ready]:not([data-over])').waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** One makes a match of three that must have a winner, the other comes by the invitation. */
async function invitedToMatch(page: Page, friend: Page): Promise<void> {
  await chooseEdition(page, 'Shadespire');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await page.getByRole('textbox', { name: 'Your name' }).blur();
  await moreWays(page);
  await page.getByRole('combobox', { name: 'Match' }).selectOption('3');
  await page.getByLabel('There must be a winner').check();
  await page.getByRole('button', { name: 'Play with a friend' }).click();
  await page.waitForURL(/\/match\/[a-z0-9]+$/);
  await friend.goto(await page.getByLabel('Invitation to this match').inputValue());
  await friend.getByRole('textbox', { name: 'Your name' }).fill('Bo');
  await friend.getByRole('textbox', { name: 'Your name' }).blur();
  await friend.getByRole('button', { name: 'Sit down' }).click();
  await expect(friend.getByRole('heading', { name: 'Choose for the whole match' })).toBeVisible();
  await expect(page.locator('.sides')).toContainText('Bo');
}

async function choose(page: Page, warband: string): Promise<void> {
  await page.getByLabel('Your warband').selectOption(warband);
  await page.getByRole('button', { name: 'Choose this' }).click();
}

/** Somebody who does not want to be asked for power steps and reactions. */
async function neverAsked(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByLabel('Your part of power steps').selectOption('pass');
  await page.getByLabel('Chances to react').selectOption('pass');
  await page.keyboard.press('Escape');
}

const score = (page: Page) => page.getByRole('group', { name: 'Match' }).locator('.score');

test('two people play a match to its tie-break on one page', async ({ page, browser, baseURL }) => {
  const friend = await stranger(browser, baseURL);
  await invitedToMatch(page, friend);
  const address = page.url();
  // Nothing of what one has chosen is on the other's page, nor in what it was sent.
  const sent: string[] = [];
  friend.on('response', async (answer) => {
    if (answer.url().includes('/api/matches/')) sent.push(await answer.text().catch(() => ''));
  });
  await choose(page, 'Garrek\'s Reavers');
  await expect(page.getByText('You have chosen Garrek\'s Reavers')).toBeVisible();
  await expect(friend.locator('.sides')).toContainText('has chosen');
  expect(await friend.locator('.sides').innerText()).not.toContain('Garrek');
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.join()).not.toContain('Garrek');
  for (const width of [390, 1920]) {
    await friend.setViewportSize({ width, height: 1000 });
    expect(await friend.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await findings(friend)).toEqual([]);
    await friend.screenshot({ path: `test-results/match-choosing-${width}.png` });
  }
  await friend.setViewportSize({ width: 1440, height: 900 });
  await choose(friend, 'Steelheart\'s Champions');
  const both = [page, friend];
  // A win each.
  for (const [loser, standing] of [[friend, /1 – 0/], [page, /1 – 1/]] as const) {
    for (const each of both) await atGame(each);
    await giveUp(loser);
    for (const each of both) {
      await expect(each.getByRole('dialog')).toContainText(standing);
      await each.getByRole('button', { name: 'Next game' }).click();
    }
  }
  for (const each of both) {
    await atGame(each);
    await expect(score(each)).toContainText('1 – 1');
    expect(each.url()).toBe(address);
  }
  for (const width of [390, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await findings(page)).toEqual([]);
    await page.screenshot({ path: `test-results/match-table-${width}.png` });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  // The third they call drawn: it is level in everything, with nothing to play on from, so the dice decide.
  await page.reload();
  await atGame(page);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Offer a draw' }).click();
  await friend.getByRole('button', { name: 'Agree' }).click();
  const told = /^Nothing else could tell; (Ada|Bo) wins the match by a roll-off\.$/;
  for (const each of both) await expect(each.getByText(told)).toBeVisible();
  for (const width of [390, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await findings(page)).toEqual([]);
    await page.screenshot({ path: `test-results/match-end-${width}.png` });
  }
  // Somebody else sees how it went, and plays nothing.
  const watcher = await stranger(browser, baseURL);
  await watcher.goto(address);
  await expect(watcher.getByText(told)).toBeVisible();
  await watcher.getByRole('button', { name: 'Look at the table' }).click();
  await watcher.getByRole('button', { name: 'The match' }).click();
  await expect(watcher.getByRole('dialog').locator('.games li')).toHaveCount(3);
  await expect(watcher.getByRole('button', { name: 'Give the match up' })).toHaveCount(0);
  for (const each of [friend, watcher]) await each.context().close();
});

test('a level match is decided by sudden death rounds that two people play to their end', async ({ page, browser, baseURL }) => {
  const friend = await stranger(browser, baseURL);
  await invitedToMatch(page, friend);
  const both = [page, friend];
  await choose(page, 'Steelheart\'s Champions');
  await choose(friend, 'The Farstriders');
  for (const loser of both) {
    for (const each of both) await atGame(each);
    await giveUp(loser);
    for (const each of both) await each.getByRole('dialog').getByRole('button', { name: 'Next game' }).click();
  }
  // In the third nobody does anything: it is drawn, and everything is level.
  for (const each of both) {
    await atGame(each);
    await neverAsked(each);
  }
  await playAs(both, idle, 4);
  for (const each of both) {
    await expect(each.getByRole('dialog')).toContainText('This game is drawn.');
    await expect(each.getByRole('dialog')).toContainText('Glory 0 : 0');
  }
  // The rounds go on where it ended, without cards.
  const places = () => page.locator('.board .token').evaluateAll((list) => list.map((el) => el.closest('[transform]')?.getAttribute('transform') ?? '').sort());
  const before = await places();
  expect(before).toHaveLength(6);
  for (const each of both) {
    await each.getByRole('button', { name: 'To the sudden death rounds' }).click();
    await atGame(each);
    await expect(each.getByRole('group', { name: 'Match' })).toContainText('Sudden death');
    await expect(each.locator('.where')).toContainText('Round 4');
    await expect(each.getByText('Sudden death is played without cards.')).toBeVisible();
    await expect(each.locator('#hand .tab, .aims li')).toHaveCount(0);
  }
  expect(await places()).toEqual(before);
  for (const width of [390, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await findings(page)).toEqual([]);
    await page.screenshot({ path: `test-results/sudden-death-${width}.png` });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await playAs(both, fierce, 5);
  const told = /^(Ada|Bo) wins the match in sudden death\.$/;
  for (const each of both) await expect(each.getByText(told)).toBeVisible();
  const winner = /^(Ada|Bo)/.exec(await page.getByText(told).innerText())![1]!;
  expect(await friend.getByText(told).innerText()).toBe(`${winner} wins the match in sudden death.`);
  // Whoever lost has nobody left.
  const standing = await page.locator('.board .token').count();
  expect(standing).toBeGreaterThan(0);
  expect(standing).toBeLessThanOrEqual(3);
  await expect(score(page)).toContainText('1 – 1');
  await friend.context().close();
});
