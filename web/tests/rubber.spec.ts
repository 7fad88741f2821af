// Matches whose players ask for each game, against an opponent or on one screen: the score in sight, and what decides a level one.
import type { Page } from '@playwright/test';
import { atTable, chooseEdition, expect, giveUp, moreWays, test } from './support/fixtures';
import { dice, fierce, idle, look, playAs, step } from './support/player';

const strip = (page: Page) => page.getByRole('group', { name: 'Match' });

async function matchOf(page: Page, edition: string, how: string): Promise<void> {
  await chooseEdition(page, edition);
  await moreWays(page);
  await page.getByRole('combobox', { name: 'Match' }).selectOption('3');
  await page.getByLabel('There must be a winner').check();
  await page.getByLabel('Your warband').selectOption({ label: "Steelheart's Champions" });
  await page.getByLabel('Their warband').selectOption('The Farstriders');
  await page.getByRole('button', { name: how }).click();
  await atTable(page);
  await expect(strip(page)).toContainText('Game 1 of 3');
}

/** The next game is asked for, and is there. */
async function goOn(page: Page, button: string): Promise<void> {
  const before = page.url();
  await page.getByRole('dialog').getByRole('button', { name: button }).click();
  await expect(page).not.toHaveURL(before);
  await atTable(page);
  await expect(page.locator('.table[data-over]')).toHaveCount(0);
}

/** Somebody at the shared screen gives up: whoever is asked. */
async function loses(page: Page, name: string): Promise<void> {
  const random = dice(2);
  for (;;) {
    await look(page);
    if ((await page.locator('.question .who').innerText()).startsWith(name)) return giveUp(page);
    await step(page, random);
  }
}

test('two people at one screen play a level match to the end of its sudden death rounds', async ({ page }) => {
  await matchOf(page, 'Shadespire', 'Two on this screen');
  const end = page.getByRole('dialog');
  await loses(page, 'Player 1');
  await expect(end).toContainText('Player 1 0 – 1 Player 2');
  await goOn(page, 'Next game');
  await expect(strip(page)).toContainText('Game 2 of 3');
  await expect(strip(page).locator('.score')).toContainText('0 – 1');
  await loses(page, 'Player 2');
  await expect(end).toContainText('Player 1 1 – 1 Player 2');
  await goOn(page, 'Next game');
  // Nobody does anything in the third.
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByLabel('Your part of power steps').selectOption('pass');
  await page.getByLabel('Chances to react').selectOption('pass');
  await page.keyboard.press('Escape');
  await playAs([page], idle, 4);
  await expect(end).toContainText('Glory 0 : 0');
  await expect(end).toContainText('Its fighters stay where they are');
  const fighters = await page.locator('.board .token').count();
  await goOn(page, 'To the sudden death rounds');
  await expect(strip(page)).toContainText('Sudden death');
  await expect(page.locator('.where')).toContainText('Round 4');
  await expect(page.locator('.board .token')).toHaveCount(fighters);
  await expect(page.getByText('Sudden death is played without cards.')).toBeVisible();
  await playAs([page], fierce, 5);
  await expect(end.getByText(/^Player [12] wins the match in sudden death\.$/)).toBeVisible();
  // Another match begins with its first game.
  await goOn(page, 'Play again');
  await expect(strip(page)).toContainText('Game 1 of 3');
  await expect(strip(page).locator('.score')).toContainText('0 – 0');
});

test('a match against an opponent ends with two games won, and no winner is asked for where no book decides', async ({ page }) => {
  await matchOf(page, 'Nightvault', 'Play now');
  await giveUp(page);
  await goOn(page, 'Next game');
  await giveUp(page);
  await expect(page.getByRole('dialog')).toContainText('Beginner wins the match, 2 – 0.');
  await page.goto('/');
  await page.getByRole('radio', { name: /Embergard/ }).check({ force: true });
  await moreWays(page);
  await expect(page.getByLabel('There must be a winner')).toHaveCount(0);
});
