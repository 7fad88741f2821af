// What a player is told before the click: abilities, charges, hints, notes for a first game, trackers, prices, decks.
import type { Page } from '@playwright/test';
import { atTable, chooseEdition, expect, newGame, test } from './support/fixtures';
import { dice, look, playUntil, step } from './support/player';

const shots = process.env.SHOTS;
const shot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
};

/** A new game of Embergard with these warbands and decks, by choosing them at the start. */
async function embergard(page: Page, mine: string, deck: string, theirs = '', theirDeck = ''): Promise<void> {
  await chooseEdition(page, 'Embergard');
  await page.getByLabel('Your warband').selectOption(mine);
  await page.getByLabel('Your deck').selectOption({ label: deck });
  if (theirs) await page.getByLabel('Their warband').selectOption(theirs);
  if (theirDeck) await page.getByLabel('Their deck').selectOption({ label: theirDeck });
  await page.getByRole('button', { name: 'Play now' }).click();
  await atTable(page);
}

test('decks of both sides are chosen at the start, and a plot card keeps its tracker on the table, in the log and in the rules', async ({ page }) => {
  await embergard(page, 'The Emberwatch', 'Countdown to Cataclysm', "Zikkit's Tunnelpack", 'Pillage and Plunder');
  const gauge = page.getByRole('group', { name: /^Cataclysm value 1, tracker on step 1 of 14/ });
  await expect(gauge).toBeVisible();
  await page.locator('.left summary', { hasText: 'Plot card' }).click();
  await expect(page.locator('.left')).toContainText('The Cataclysm value is 1 at first');
  await shot(page, 'plot');
  await page.locator('.left summary', { hasText: 'Plot card' }).click();
  await playUntil([page], dice(3), async () => (await page.locator('.log .tracked').count()) > 0);
  await expect(page.locator('.log .tracked').first()).toContainText(/tracker advances to step \d+: the Cataclysm value is \d/);
  await expect(page.getByRole('group', { name: /^Cataclysm value \d, tracker on step ([2-9]|1\d) of 14/ })).toBeVisible();
  // What the opponent plays is of the deck chosen for it.
  await page.goto('/rules/embergard');
  await page.getByLabel('Search the rules').fill('cataclysm value');
  await expect(page.locator('.rule', { hasText: 'Countdown to Cataclysm' })).toContainText('tracker');
  await shot(page, 'plot-rules');
});

test('a note explains each question the first time, goes when it is read, and is remembered', async ({ page }) => {
  await newGame(page, 'Embergard');
  await look(page);
  const note = page.locator('.firstnote');
  const kinds = new Set<string>();
  const random = dice(2);
  for (let i = 0; i < 60 && kinds.size < 5; i++) {
    // A question that is passed by itself takes its note with it: only one that waits for the player is read.
    await look(page);
    const kind = (await note.count()) > 0 ? await note.getAttribute('data-note') : null;
    if (kind) {
      expect(kinds.has(kind), `${kind} came again`).toBe(false);
      kinds.add(kind);
      await expect(note.locator('p')).not.toBeEmpty();
      if (kinds.size === 2) await shot(page, 'note');
      await note.getByRole('button', { name: 'Got it' }).click();
      await expect(page.locator(`.firstnote[data-note="${kind}"]`)).toHaveCount(0);
      if (kinds.size === 2) {
        await page.reload();
        await atTable(page);
        await look(page);
        await expect(page.locator(`.firstnote[data-note="${kind}"]`)).toHaveCount(0);
      }
    } else if (!(await step(page, random))) break;
  }
  expect(kinds.size).toBeGreaterThanOrEqual(5);
  // They come back for whoever asks, and stay away for whoever wants none.
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Show the notes for a first game' }).click();
  await playUntil([page], random, async () => (await note.count()) > 0);
  await note.getByRole('button', { name: 'No more notes' }).click();
  await expect(note).toHaveCount(0);
  for (let i = 0; i < 12; i++) if (await step(page, random)) expect(await note.count()).toBe(0);
});

test('“What would you do?” names the best choices with their chances and a reason, and a click makes one', async ({ page }) => {
  await newGame(page, 'Harrowdeep');
  await playUntil([page], dice(5), async () => /Round 1/.test((await page.locator('.where').innerText()) ?? '') && (await page.locator('li.able').count()) > 0);
  const ask = page.getByRole('button', { name: 'What would you do?' });
  await ask.click();
  const hints = page.locator('.hints li');
  await expect(hints.first()).toBeVisible();
  expect(await hints.count()).toBeLessThanOrEqual(3);
  for (const hint of await hints.all()) {
    await expect(hint.locator('.wins')).toHaveText(/\d+% to win/);
    await expect(hint.locator('.why')).toHaveText(/\.$/);
  }
  await shot(page, 'hint');
  const at = Number(await page.locator('.table').getAttribute('data-at'));
  await hints.first().locator('.do').click();
  await expect.poll(async () => Number(await page.locator('.table').getAttribute('data-at'))).toBeGreaterThan(at);
  await expect(hints).toHaveCount(0);
});

test('a charge shows its targets and odds from each hex, and an enemy that is clicked is charged by the best one, once confirmed', async ({ page }) => {
  await newGame(page, 'Harrowdeep');
  const charge = page.locator('.options').getByRole('button', { name: /^Charge/ }).first();
  const random = dice(4);
  let seen = false;
  await playUntil([page], random, async () => {
    if (!/turn \d/.test(await page.locator('.where').innerText())) return false;
    for (const row of await page.locator('li.able .row').all()) {
      await row.click();
      if ((await charge.count()) > 0 && (await charge.getAttribute('aria-disabled')) !== 'true') return (seen = true);
      await page.keyboard.press('Escape');
    }
    return false;
  });
  expect(seen).toBe(true);
  await charge.click();
  const ways = page.locator('.options').getByRole('button', { name: /^Charge .* from / });
  await expect(ways.first().locator('.mini')).toBeVisible();
  await shot(page, 'charge');
  // From each hex: whom, and how likely.
  const words = (await ways.first().innerText()).match(/Charge (.+) from (\w+)/)!;
  await page.locator(`.hit[data-name="${words[2]}"]`).hover({ force: true });
  await expect(page.locator('.leads .lead').first()).toBeVisible();
  await expect(page.locator('.leads')).toContainText(words[1]!);
  await shot(page, 'charge-hex');
  // The enemy itself.
  const enemy = page.locator(`.hit.can[aria-label*="${words[1]}"]`).first();
  await enemy.click({ force: true });
  const confirm = page.locator('.options').getByRole('button', { name: new RegExp(`^Charge to ${words[2]} and attack ${words[1]}`) });
  await expect(confirm).toBeVisible();
  await shot(page, 'charge-confirm');
  await confirm.click();
  // The attack follows by itself, once everything that comes before it has been passed.
  const attacked = page.locator('.log .attacked', { hasText: words[1]! });
  const pass = page.locator('.options').getByRole('button', { name: 'Pass', exact: true });
  await expect(async () => {
    if ((await attacked.count()) === 0 && (await pass.count()) > 0) await pass.click();
    expect(await attacked.count()).toBeGreaterThan(0);
  }).toPass();
});

test('an ability that is offered says what it does and what it costs, and a pass is always there', async ({ page }) => {
  await embergard(page, 'The Emberwatch', 'Blazing Assault');
  const told = page.locator('.option:has(.says)');
  await playUntil([page], dice(6), async () => (await told.filter({ has: page.locator('.cost', { hasText: 'Once per game' }) }).count()) > 0);
  const one = told.filter({ has: page.locator('.cost', { hasText: 'Once per game' }) }).first();
  await expect(one.locator('.says')).not.toBeEmpty();
  await shot(page, 'ability');
  if (/or pass/.test(await page.locator('.question').innerText())) await expect(page.locator('.options').getByRole('button', { name: 'Pass', exact: true })).toBeVisible();
});

test('whenever “or pass” is said there is a Pass, also with a card in hand picked', async ({ page }) => {
  await newGame(page, 'Nightvault');
  const random = dice(9);
  let asked = 0;
  for (let i = 0; i < 160 && asked < 12; i++) {
    const seen = await look(page);
    if (seen.over) break;
    if (seen.mine && /or pass/.test(await page.locator('.question').innerText())) {
      asked++;
      // Seen without scrolling, however much is offered.
      const pass = page.locator('.options').getByRole('button', { name: 'Pass', exact: true });
      await expect(pass).toBeInViewport({ ratio: 0.9 });
      expect(await pass.evaluate((el) => el.closest('.list'))).toBe(null);
      const card = page.locator('.tab.playable').first();
      if ((await card.count()) > 0) {
        await card.click();
        await expect(pass).toBeInViewport({ ratio: 0.9 });
        // The card that is picked lies beside the board, not over its own buttons.
        await expect(page.locator('.preview')).toHaveCount(0);
        await expect(page.locator('.asks article')).toBeVisible();
        // Beside its button, or in the question where its target is picked on the board.
        await expect(page.locator('.option .says, .question .gist').first()).not.toBeEmpty();
        await page.keyboard.press('Escape');
      }
    }
    await step(page, random);
  }
  expect(asked).toBeGreaterThan(2);
});

for (const edition of ['shadespire', 'nightvault', 'harrowdeep', 'embergard']) {
  test(`upgrades show their true price in ${edition}`, { tag: '@server' }, async ({ page }) => {
    await page.goto(`/decks/${edition}`);
    await page.getByLabel('Kind').selectOption('Upgrade');
    const price = page.locator('.cards .glory');
    await expect(price.first()).toBeVisible();
    const prices = (await price.allInnerTexts()).map(Number);
    const { cards } = (await (await page.request.get(`/api/content/${edition}`)).json()) as { cards: { name: string; kind: string; glory: number; text: string[] }[] };
    const upgrades = cards.filter((c) => c.kind === 'upgrade');
    if (edition === 'embergard') expect(new Set(prices).size).toBeGreaterThan(1);
    // One glory is spent, two for a Katophrane relic, none if the card is an illusion or says that it is free.
    else {
      const paid = (c: { name: string }) => (c.name.startsWith('Katophrane') ? 2 : 1);
      expect(upgrades.filter((c) => c.glory !== paid(c) && !(c.glory === 0 && c.text.some((p) => /costs no glory|free/i.test(p))))).toEqual([]);
    }
    expect(prices.every((p) => p >= 0)).toBe(true);
  });
}

test('the builder opens where mixing is legal, and asks before it overwrites work', async ({ page }) => {
  await page.goto('/decks/embergard');
  await expect(page.getByLabel('Format')).toHaveValue('nemesis');
  await page.getByLabel('Start from a ready-made deck').selectOption({ label: 'Blazing Assault' });
  await page.locator('.cards button').nth(3).click();
  await page.getByLabel('Start from a ready-made deck').selectOption({ label: 'Pillage and Plunder' });
  const sure = page.getByRole('dialog', { name: 'This deck is not kept yet' });
  await expect(sure).toBeVisible();
  await shot(page, 'builder');
  await sure.getByRole('button', { name: 'Go on with this deck' }).click();
  await expect(page.getByLabel('Name of the deck')).toHaveValue('Blazing Assault');
  // Coming back finds the work as it was left.
  await page.goto('/');
  await page.goto('/decks/embergard');
  await expect(page.getByLabel('Name of the deck')).toHaveValue('Blazing Assault');
  await page.getByLabel('Start from a ready-made deck').selectOption({ label: 'Pillage and Plunder' });
  await sure.getByRole('button', { name: 'Keep it first' }).click();
  await expect(page.getByLabel('Name of the deck')).toHaveValue('Pillage and Plunder');
  await expect(page.getByRole('button', { name: 'Blazing Assault', exact: true })).toBeVisible();
  await page.goto('/decks/harrowdeep');
  await expect(page.getByLabel('Format')).toHaveValue('constructed');
});

test('the page says when an opponent thinks', async ({ page }) => {
  await newGame(page, 'Shadespire');
  const said: string[] = [];
  await page.exposeFunction('heard', (text: string) => said.push(text));
  await page.evaluate(() => {
    const bar = document.querySelector('#bar')!;
    const tell = () => (globalThis as unknown as { heard(text: string): void }).heard(bar.querySelector('.question')?.textContent ?? '');
    new MutationObserver(tell).observe(bar, { subtree: true, childList: true, characterData: true });
  });
  const random = dice(4);
  for (let i = 0; i < 40 && !said.some((text) => /is thinking/.test(text)); i++) await step(page, random);
  expect(said.some((text) => /is thinking/.test(text))).toBe(true);
});
