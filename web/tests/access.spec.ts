import type { Page } from '@playwright/test';
import { atTable, chooseEdition, expect, invited, moreWays, newGame, stranger, test } from './support/fixtures';
import { findings } from './support/axe';
import { dice, look, play, playUntil, press } from './support/player';

/** What is on the screen, light and dark, on a phone, a tablet and a large screen. */
async function clean(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    for (const [width, height] of [[390, 844], [768, 1024], [1920, 1080]] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height });
      expect(await findings(page), `${name}, ${colorScheme}, ${width} pixels`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name}: nothing scrolls sideways`).toBeLessThanOrEqual(width);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('what nobody could read or use is found', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Play now' })).toBeEnabled();
  expect(await findings(page)).toEqual([]);
  await page.evaluate(() => {
    document.querySelector('main')!.insertAdjacentHTML('beforeend', '<button id="mute"></button><p id="pale">Hardly to be read</p>');
    Object.assign(document.querySelector<HTMLElement>('#pale')!.style, { color: '#777', background: '#888' });
  });
  const found = await findings(page);
  expect(found.map((line) => line.split(':')[0])).toEqual(['button-name', 'color-contrast']);
});

test('pages around the table have no serious or critical finding', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Play now' })).toBeEnabled();
  await clean(page, 'start');
  await moreWays(page);
  await clean(page, 'start, everything open');
  await page.goto('/learn');
  await expect(page.getByRole('link', { name: /Quick start/ })).toBeVisible();
  await clean(page, 'learn');
  await page.goto('/puzzles/harrowdeep');
  await expect(page.getByRole('link', { name: /Puzzle of the day/ })).toBeVisible();
  await clean(page, 'puzzles');
  await page.goto('/puzzles/harrowdeep/01');
  await expect(page.getByText('The last turn of the game is yours')).toBeVisible();
  await clean(page, 'a puzzle');
  await page.getByRole('button', { name: /^Pass/ }).click();
  await expect(page.getByText('Not the best.')).toBeVisible();
  await clean(page, 'a puzzle, answered');
  await page.goto('/puzzles/harrowdeep/make');
  await page.getByRole('button', { name: 'Krookgrin', exact: true }).click();
  await page.locator('svg .hit').first().press('Enter');
  await expect(page.getByLabel('Damage on Krookgrin')).toBeVisible();
  await clean(page, 'a puzzle in the making');
  await page.goto('/rules/embergard');
  await page.getByLabel('Search the rules').fill('charge');
  await page.getByLabel('Beside it').selectOption('shadespire');
  await expect(page.locator('.pair.heads').first()).toContainText('Shadespire');
  await clean(page, 'rules');
  await page.goto('/decks/embergard');
  await page.getByRole('button', { name: /^Add / }).first().click();
  await expect(page.locator('.problems li').first()).toBeVisible();
  await clean(page, 'decks, not legal');
  await page.getByLabel('Start from a ready-made deck').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Replace it' }).click();
  await expect(page.getByText('This deck is legal.')).toBeVisible();
  await page.getByRole('button', { name: 'Draw a test hand' }).click();
  await clean(page, 'decks, legal');
});

test('addresses that lead nowhere have no serious or critical finding', async ({ page }) => {
  for (const path of ['/game/none', '/replay/none', '/join/none', '/nowhere', '/decks/none', '/rules/none', '/learn/none', '/puzzles/none', '/puzzles/embergard/none']) {
    await page.goto(path);
    await expect(page.locator('h1').first()).toBeAttached();
    await clean(page, path);
  }
});

test('every lesson has no serious or critical finding', async ({ page }) => {
  await page.goto('/learn');
  await expect(page.locator('main li a').first()).toBeVisible();
  const lessons = await page.locator('main li a').evaluateAll((links) => links.map((a) => a.getAttribute('href')!));
  expect(lessons.length).toBeGreaterThanOrEqual(7);
  for (const path of lessons) {
    await page.goto(path);
    await expect(page.getByText(/^Step 1 of/)).toBeVisible();
    await clean(page, path);
  }
});

test('the table has no serious or critical finding from its first question to its replay', async ({ page }) => {
  await newGame(page, 'Nightvault');
  let random = dice(1);
  await look(page);
  await clean(page, 'choosing a board');
  // Whoever lays the first board has none to join to it: another game, then.
  const join = page.locator('.join');
  for (let seed = 2; (await join.count()) === 0 && seed < 20; seed++) {
    await playUntil([page], random, async () => (await join.count()) > 0 || (await page.locator('.board .token, .board .coin').count()) > 0);
    if ((await join.count()) > 0) break;
    await newGame(page, 'Nightvault');
    random = dice(seed);
    await look(page);
  }
  await expect(join).toBeVisible();
  await clean(page, 'laying a board');
  await page.locator('[role=log] a.rule').last().click();
  await expect(page.getByRole('dialog').locator('.text')).not.toBeEmpty();
  await clean(page, 'a rule read at the table');
  await page.keyboard.press('Escape');
  await playUntil([page], random, async () => /^Look at the cards in hand/.test((await page.locator('.bar.mine .question').allInnerTexts())[0]?.trim() ?? ''));
  await clean(page, 'the first hand');
  await playUntil([page], random, async () => /this turn/.test((await page.locator('.bar.mine .question').allInnerTexts())[0] ?? ''));
  await clean(page, 'a turn');
  await page.locator('li.able .row').first().click();
  await expect(page.locator('.question .btn')).toBeVisible();
  await clean(page, 'a fighter picked');
  const greyed = page.locator('.options .btn[aria-disabled=true]');
  if ((await greyed.count()) > 0) {
    await press(greyed.first());
    await expect(page.locator('.note.why')).toBeVisible();
    await clean(page, 'a refusal');
  }
  await page.keyboard.press('Escape');
  for (let i = 0; i < 3; i++) {
    await play(page, random, 14);
    await look(page);
    await clean(page, `table after ${i * 14} more clicks`);
  }
  for (const tab of ['Fighters', 'Rivals', 'Log', 'Hand']) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('tab', { name: tab }).click();
    expect(await findings(page), `drawer: ${tab}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await clean(page, 'menu');
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('button', { name: 'Really give up?' }).click();
  await expect(page.getByRole('img', { name: /Glory over time/ })).toBeVisible();
  await clean(page, 'end');
  await page.getByRole('link', { name: 'Watch it again' }).click();
  await page.getByRole('button', { name: 'Glory over time' }).click();
  await expect(page.getByRole('img', { name: /Glory over time/ })).toBeVisible();
  await clean(page, 'replay');
  await page.getByRole('button', { name: 'Analyse' }).click();
  await expect(page.getByRole('heading', { name: 'Dice, draws and decisions' })).toBeVisible();
  await clean(page, 'analysis');
});

test('whoever waits, joins, watches or hands over finds no serious or critical finding', { tag: '@server' }, async ({ page, browser, baseURL }) => {
  await chooseEdition(page, 'Harrowdeep');
  await moreWays(page);
  await page.getByRole('button', { name: 'Two on this screen' }).click();
  await atTable(page);
  const random = dice(7);
  await playUntil([page], random, async () => (await page.locator('.curtain').count()) > 0);
  await clean(page, 'curtain');
  await playUntil([page], random, async () => (await page.locator('#hand .closed').count()) > 0 && (await page.locator('.curtain').count()) === 0);
  await clean(page, 'cards face down');
  const watcher = await stranger(browser, baseURL);
  await watcher.goto(page.url());
  await atTable(watcher);
  await clean(watcher, 'watching');
  await page.goto('/');
  await moreWays(page);
  await page.getByRole('button', { name: 'Open a seat in the lobby' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for the others' })).toBeVisible();
  await watcher.goto('/');
  await expect(watcher.getByRole('link', { name: 'Join' })).toBeVisible();
  await clean(watcher, 'lobby with a game');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Your games' })).toBeVisible();
  await clean(page, 'games of one’s own');
  await page.getByRole('button', { name: 'Play with a friend' }).click();
  await expect(page.getByLabel('Invitation 1')).toBeVisible();
  await clean(page, 'waiting');
  await watcher.goto(await page.getByLabel('Invitation 1').inputValue());
  await expect(watcher.getByRole('button', { name: 'Sit down and play' })).toBeVisible();
  await clean(watcher, 'invitation');
  await invited(page, watcher, 'Shadespire');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Offer a draw' }).click();
  await expect(watcher.locator('.note.ask')).toBeVisible();
  await clean(watcher, 'a draw offered');
  await watcher.context().close();
});

test('names, ladders, tournaments and matches have no serious or critical finding', { tag: '@server' }, async ({ page }) => {
  await page.goto('/you');
  await expect(page.getByRole('heading', { name: 'Play under a name' })).toBeVisible();
  await clean(page, 'no name yet');
  for (const [path, none] of [['/ladders', 'No ladder has been opened yet.'], ['/tournaments', 'No tournament has been made yet.']] as const) {
    await page.goto(path);
    await expect(page.getByText(none)).toBeVisible();
    await clean(page, `${path}, without a name`);
  }
  await page.goto('/you');
  await page.getByLabel('The name you want').fill('Ada');
  await page.getByRole('button', { name: 'Take this name' }).click();
  await expect(page.getByRole('list', { name: 'Recovery phrase' }).getByRole('listitem')).toHaveCount(12);
  await clean(page, 'recovery phrase');
  await page.getByRole('button', { name: 'I have written them down' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ada' })).toBeVisible();
  await clean(page, 'own profile');
  await page.goto('/player/Ada');
  await expect(page.getByRole('heading', { level: 1, name: 'Ada' })).toBeVisible();
  await clean(page, 'profile');
  await page.goto('/ladders');
  await page.getByLabel('What it is called').fill('Thursdays');
  await clean(page, 'a ladder is opened');
  await page.getByRole('button', { name: 'Open it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thursdays' })).toBeVisible();
  await clean(page, 'ladder');
  await page.goto('/tournaments');
  await page.getByLabel('What it is called').fill('Winter');
  await clean(page, 'a tournament is made');
  await page.getByRole('button', { name: 'Make it' }).click();
  await expect(page.getByRole('heading', { name: 'Enter this tournament' })).toBeVisible();
  for (const guest of ['Gil', 'Hal']) {
    await page.getByLabel('Guest’s name').fill(guest);
    await page.getByRole('button', { name: 'Add' }).click();
    await expect(page.locator('.entrants')).toContainText(guest);
  }
  await clean(page, 'entering and organising');
  await page.getByRole('button', { name: 'Begin the first round' }).click();
  await expect(page.getByRole('heading', { name: 'Standings' })).toBeVisible();
  await clean(page, 'a round');
  await page.goto(`${page.url()}/wall`);
  await expect(page.getByRole('table')).toBeVisible();
  await clean(page, 'the wall');
  await chooseEdition(page, 'Shadespire');
  await moreWays(page);
  await page.getByRole('combobox', { name: 'Match' }).selectOption('3');
  await page.getByRole('button', { name: 'Play with a friend' }).click();
  await expect(page.getByLabel('Invitation to this match')).toBeVisible();
  await clean(page, 'choosing for a match');
});
