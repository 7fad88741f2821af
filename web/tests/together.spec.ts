import type { Page } from '@playwright/test';
import type { GameView } from '../src/protocol';
import { atTable, chooseEdition, expect, invited, moreWays, newGame, stranger, test } from './support/fixtures';
import { dice, look, playOut, playUntil, step } from './support/player';

test('two browsers play to the end through an invitation, and again', async ({ page, browser, baseURL }) => {
  const friend = await stranger(browser, baseURL);
  await invited(page, friend, 'Shadespire');
  await playOut([page, friend], 5);
  const ends = [page, friend].map((p) => p.getByRole('dialog'));
  for (const end of ends) {
    await expect(end).toContainText(/Victory|Defeat|A draw/);
    await expect(end).toContainText('Ada');
    await expect(end).toContainText('Bo');
    await expect(end.getByRole('img', { name: /Glory over time/ })).toBeVisible();
    await expect(end.locator('.luck li')).toHaveCount(2);
  }
  const titles = await Promise.all(ends.map((end) => end.getByRole('heading').first().textContent()));
  expect([['Victory', 'Defeat'], ['Defeat', 'Victory'], ['A draw', 'A draw']]).toContainEqual(titles);
  // One asks for another game, the other agrees, and both sit in it.
  const first = page.url();
  await ends[0]!.getByRole('button', { name: 'Play again' }).click();
  await ends[1]!.getByRole('button', { name: 'Play again' }).click();
  await expect(page).not.toHaveURL(first);
  await expect(friend).toHaveURL(page.url());
  for (const each of [page, friend]) await expect(each.locator('.table[data-over]')).toHaveCount(0);
  await friend.context().close();
});

test('four people share a table from four browsers', async ({ page, browser, baseURL }) => {
  await chooseEdition(page, 'Shadespire');
  await moreWays(page);
  await page.getByLabel('Players').selectOption('4');
  await page.getByRole('button', { name: 'Play with a friend' }).click();
  const pages = [page];
  for (const [n, name] of ['Bo', 'Cy', 'Di'].entries()) {
    // Whoever has sat down needs no invitation any more.
    await expect(page.getByLabel(/^Invitation/)).toHaveCount(3 - n);
    const link = await page.getByLabel('Invitation 1').inputValue();
    const friend = await stranger(browser, baseURL, { viewport: { width: 1100, height: 760 } });
    await friend.goto(link);
    await friend.getByRole('textbox', { name: 'Your name' }).fill(name);
    await friend.getByRole('textbox', { name: 'Your name' }).blur();
    await friend.getByRole('button', { name: 'Sit down and play' }).click();
    pages.push(friend);
  }
  for (const each of pages) {
    await atTable(each);
    await expect(each.locator('.glories li')).toHaveCount(4);
  }
  const where = page.locator('.where');
  await playUntil(pages, dice(3), async () => /Round 1/.test((await where.textContent()) ?? '') && (await page.locator('.bar.mine').count()) > 0);
  for (const each of pages) await expect(each.locator('.where')).toContainText('Round 1');
  for (const each of pages.slice(1)) await each.context().close();
});

test('a game of four goes to its end', async ({ page }) => {
  await chooseEdition(page, 'Shadespire');
  await moreWays(page);
  await page.getByLabel('Players').selectOption('4');
  await page.getByRole('button', { name: 'Play now' }).click();
  await atTable(page);
  await expect(page.locator('.glories li')).toHaveCount(4);
  await playOut([page], 3);
  await expect(page.getByRole('dialog').locator('.scores li')).toHaveCount(4);
});

/** The cards that only the seat that decides may see, by name, from what the server sends. */
function secretsOf(page: Page, names: Map<number, string>): { hand: string[]; of: number | null } {
  const seen: { hand: string[]; of: number | null } = { hand: [], of: null };
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const { view } = JSON.parse(String(payload)) as { view?: GameView };
      if (!view) return;
      const own = view.players.find((p) => p.seat === view.viewer);
      seen.of = view.viewer;
      seen.hand = own ? [...own.power_hand.cards, ...own.objective_hand.cards].map((ref) => names.get(ref.card) ?? '') : [];
    }),
  );
  return seen;
}

/** Everything on the screen but the log and the piles, where cards that were played have their names. */
const onScreen = (page: Page) => page.locator('#hand, #bar, .aims, .field, .asks, .travels, .curtain').allTextContents().then((texts) => texts.join(' '));

for (const [width, height] of [[390, 844], [1280, 800]] as const) {
  test(`one screen changes hands only for what is secret, and no hand is seen before, ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await chooseEdition(page, 'Harrowdeep');
    const { cards } = (await (await page.request.get('/api/content/harrowdeep')).json()) as { cards: { id: number; name: string }[] };
    const secrets = secretsOf(page, new Map(cards.map((c) => [c.id, c.name])));
    await moreWays(page);
    await page.getByRole('button', { name: 'Two on this screen' }).click();
    await atTable(page);
    const curtain = page.getByRole('button', { name: /^I am [^:]+$/ });
    const closed = page.locator('#hand .closed');
    const random = dice(7);
    const open = { setup: 0, turns: 0, looked: 0, handed: new Set<string>() };
    await playUntil([page], random, async () => {
      const setup = /Set-up/.test(await page.locator('.where').innerText());
      const handed = (await curtain.count()) > 0;
      if (handed) open.handed.add(await curtain.innerText());
      else if (await closed.count()) open[setup ? 'setup' : 'turns']++;
      if (handed || (await closed.count()) > 0) {
        // What was sent for this seat lies nowhere on the screen. Before there are cards, numbers of tokens are secret.
        if (secrets.hand.length > 0) open.looked++;
        const shown = await onScreen(page);
        for (const name of secrets.hand) expect(shown, name).not.toContain(name);
        await expect(page.locator('#hand .tab, .aims li')).toHaveCount(0);
      }
      return open.handed.size === 2 && open.turns > 1 && open.setup > 1;
    });
    expect(open.looked).toBeGreaterThan(3);
    // Whoever decides may look at the cards at any time; the next player sees them face down again.
    await playUntil([page], random, async () => (await closed.count()) > 0 && (await curtain.count()) === 0);
    await page.getByRole('button', { name: /^I am .+: show my cards$/ }).click();
    await expect(page.locator('#hand .tab')).toHaveCount(secrets.hand.length);
    const before = secrets.of;
    await playUntil([page], random, async () => secrets.of !== before && (await page.locator('.bar.mine, .curtain').count()) > 0);
    await expect(page.locator('#hand .tab')).toHaveCount(0);
  });
}

test('a spectator sees the table and no hand, and everything after the end', async ({ page, browser, baseURL }) => {
  await newGame(page, 'Embergard');
  const other = await stranger(browser, baseURL);
  await other.goto(page.url());
  await atTable(other);
  await playUntil([page], dice(2), async () => (await page.locator('#hand .tab').count()) > 0);
  await expect(other.locator('.table')).toHaveAttribute('data-at', String((await look(page)).at));
  await expect(other.locator('.tab')).toHaveCount(0);
  await expect(page.getByLabel('1 person watches')).toBeVisible();
  await giveUp(page);
  await expect(other.getByRole('dialog')).toContainText('The game is over');
  await other.getByRole('link', { name: 'Watch it again' }).click();
  await expect(other.getByRole('button', { name: 'One step on' })).toBeVisible();
  await other.context().close();
});

test('an open seat is found in the lobby', async ({ page, browser, baseURL }) => {
  await chooseEdition(page, 'Nightvault');
  await moreWays(page);
  await page.getByRole('button', { name: 'Open a seat in the lobby' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for the others' })).toBeVisible();
  const other = await stranger(browser, baseURL);
  await other.goto('/');
  await other.getByRole('link', { name: 'Join' }).click();
  await other.getByRole('button', { name: 'Sit down and play' }).click();
  await atTable(other);
  await atTable(page);
  await other.context().close();
});

test('two opponents play each other while one watches', async ({ page }) => {
  await chooseEdition(page, 'Harrowdeep');
  await moreWays(page);
  await page.getByRole('button', { name: 'Watch two opponents' }).click();
  await atTable(page);
  await expect(page.locator('.table[data-over]')).toHaveCount(1, { timeout: 300_000 });
  await expect(page.getByRole('dialog')).toContainText('The game is over');
});

test('a seat is resumed on another device by its private link', async ({ page, browser, baseURL }) => {
  await newGame(page, 'Harrowdeep');
  await playUntil([page], dice(1), async () => (await page.locator('#hand .tab').count()) > 0);
  const { at } = await look(page);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const link = await page.getByLabel(/another device/).inputValue();
  const phone = await stranger(browser, baseURL, { viewport: { width: 390, height: 844 } });
  await phone.goto(link);
  await atTable(phone);
  await expect(phone.locator('.table')).toHaveAttribute('data-at', String(at));
  await expect(phone.locator('#hand .tab')).toHaveCount(await page.locator('#hand .tab').count());
  // What is done on one is seen on the other.
  await page.getByRole('button', { name: 'Close' }).click();
  await playUntil([phone], dice(2), async () => (await look(phone)).at > at);
  await expect(page.locator('.table')).toHaveAttribute('data-at', String((await look(phone)).at));
  await phone.context().close();
});

const undo = (page: Page) => page.getByRole('button', { name: 'Take it back' });
const mulligan = async (page: Page) => /^Look at the cards in hand/.test((await page.locator('.bar.mine .question').allInnerTexts())[0]?.trim() ?? '');

test('what has shown something is taken back only by consent', async ({ page, browser, baseURL }) => {
  const friend = await stranger(browser, baseURL);
  await invited(page, friend, 'Harrowdeep');
  const pages = [page, friend];
  let asks: Page = page;
  await playUntil(pages, dice(8), async () => {
    for (const each of pages) {
      if (await mulligan(each)) {
        asks = each;
        return true;
      }
    }
    return false;
  });
  const other = asks === page ? friend : page;
  const position = async () => Number(await asks.locator('.table').getAttribute('data-at'));
  const replace = async () => {
    const at = await position();
    await asks.getByRole('button', { name: /Replace the power cards/ }).click();
    await expect.poll(position).toBeGreaterThan(at);
  };
  await replace();
  // Refused: the choice stands.
  await undo(asks).click();
  await expect(asks.locator('.note.why')).toContainText('The others are asked');
  await expect(other.locator('.note.ask')).toContainText('asks to take the last choice back');
  await other.locator('.note.ask').getByRole('button', { name: 'Refuse' }).click();
  await expect(asks.locator('.note.why')).toContainText('would rather play on');
  expect(await mulligan(asks)).toBe(false);
  // Agreed: the question is asked anew.
  await undo(asks).click();
  await other.locator('.note.ask').getByRole('button', { name: 'Agree' }).click();
  await expect(asks.locator('.bar.mine .question')).toContainText('Look at the cards in hand');
  await expect(other.locator('.note.ask')).toHaveCount(0);
  await replace();
  await friend.context().close();
});

test('an automatic pass is taken back with the move before it', async ({ page, browser, baseURL }) => {
  const friend = await stranger(browser, baseURL);
  await invited(page, friend, 'Nightvault');
  const pages = [page, friend];
  const random = dice(6);
  const settle = async (who: Page, mode: string) => {
    await who.getByRole('button', { name: 'More', exact: true }).click();
    await who.getByLabel('Your part of power steps').selectOption(mode);
    await who.getByLabel('Chances to react').selectOption(mode);
    await who.keyboard.press('Escape');
  };
  const turn = async () => /^(Your turn|Choose what)/.test(((await page.locator('.bar.mine .question').allInnerTexts())[0] ?? '').trim()) && (await page.locator('li.able').count()) > 0;
  await playUntil(pages, random, async () => /Round 1 · turn/.test(await page.locator('.where').innerText()) && (await turn()));
  await settle(page, 'pass');
  await settle(friend, 'ask');
  const at = async () => Number(await page.locator('.table').getAttribute('data-at'));
  const [before, asked] = [await at(), await page.locator('.question').innerText()];
  await page.locator('li.able .row').first().click();
  await page.locator('.options').getByRole('button', { name: /^Move/ }).click();
  await page.locator('.hit.can').first().click({ force: true });
  const passes = page.getByRole('log').getByText('Ada passes.');
  const pass = friend.locator('.options').getByRole('button', { name: 'Pass', exact: true });
  await expect(async () => {
    if ((await passes.count()) === 0 && (await pass.count()) > 0) await pass.click();
    expect(await passes.count()).toBeGreaterThan(0);
  }).toPass();
  // Ada was asked nothing since the move: it is the move that is taken back, and the pass with it. Bo has passed, and is asked.
  expect(await at()).toBeGreaterThan(before + 1);
  await page.getByRole('button', { name: /^Take it back.*others must agree: another player has decided since/ }).click();
  await friend.locator('.note.ask').getByRole('button', { name: 'Agree' }).click();
  await expect(page.locator('.question')).toHaveText(asked);
  await expect.poll(turn).toBe(true);
  await expect(page.getByRole('log').locator('p').last()).toContainText('Ada takes a turn.');
  await friend.context().close();
});

test('a draw is offered, refused, offered again and agreed to', async ({ page, browser, baseURL }) => {
  const friend = await stranger(browser, baseURL);
  await invited(page, friend, 'Shadespire');
  const offer = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Offer a draw' }).click();
    await expect(friend.locator('.note.ask')).toContainText('Ada offers a draw');
  };
  await offer();
  await friend.locator('.note.ask').getByRole('button', { name: 'Refuse' }).click();
  await expect(page.locator('.note.why')).toContainText('the game goes on');
  await offer();
  await friend.locator('.note.ask').getByRole('button', { name: 'Agree' }).click();
  for (const each of [page, friend]) await expect(each.getByRole('dialog')).toContainText('A draw');
  await friend.context().close();
});

async function giveUp(page: Page): Promise<void> {
  await look(page);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('button', { name: 'Really give up?' }).click();
  await expect(page.getByRole('dialog')).toContainText('Defeat');
}

test('a best of three goes on with its second game', async ({ page }) => {
  await chooseEdition(page, 'Embergard');
  await moreWays(page);
  await page.getByLabel('Match').selectOption('3');
  await page.getByRole('button', { name: 'Play now' }).click();
  await atTable(page);
  const first = page.url();
  await step(page, dice(1));
  await giveUp(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Next game' }).click();
  await expect(page).not.toHaveURL(first);
  await atTable(page);
  await expect(page.getByRole('group', { name: 'Match' })).toContainText('Game 2 of 3');
  await look(page);
});
