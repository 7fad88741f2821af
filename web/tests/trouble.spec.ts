import { atTable, expect, newGame, test } from './support/fixtures';
import { dice, look, play, playUntil, step } from './support/player';
import { Server } from './support/server';

test('the connection breaks in the middle of an attack and the table catches up', async ({ page, context }) => {
  await page.addInitScript(() => {
    const sockets: WebSocket[] = [];
    const Real = WebSocket;
    Object.assign(globalThis, { sockets });
    globalThis.WebSocket = class extends Real {
      constructor(url: string | URL) {
        super(url);
        sockets.push(this);
      }
    };
  });
  await newGame(page, 'Harrowdeep');
  const random = dice(2);
  // Whoever wants to be asked every time is asked in the middle of every attack.
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByLabel('Chances to react').selectOption('ask');
  await page.getByRole('button', { name: 'Close' }).click();
  const question = page.locator('.bar.mine .question');
  const attacking = () => page.evaluate(() => /attacks/.test(document.querySelector('.bar.mine .question')?.textContent ?? ''));
  for (let i = 0; i < 900; i++) {
    const { over } = await look(page);
    expect(over).toBe(false);
    if (await attacking()) break;
    await step(page, random);
  }
  const asked = await question.textContent();
  const lines = async () => {
    await expect(page.locator('[role=log]')).toHaveAttribute('aria-busy', 'false');
    return page.locator('[role=log] p').allTextContents();
  };
  const log = await lines();
  // Every socket of the page breaks at once, and new ones fail for a while.
  await context.setOffline(true);
  await page.evaluate(() => (globalThis as unknown as { sockets: WebSocket[] }).sockets.forEach((s) => s.close()));
  await expect(page.locator('.lost')).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator('.lost')).toHaveCount(0);
  await expect(question).toHaveText(asked!);
  expect(await lines()).toEqual(log);
  const before = (await look(page)).at;
  await playUntil([page], random, async () => (await look(page)).at > before);
});

test('the server is killed in mid-game and the game goes on', async ({ page }) => {
  const server = await new Server().start();
  try {
    await page.goto(server.address);
    await page.getByRole('button', { name: 'Play now' }).click();
    await atTable(page);
    const random = dice(9);
    await play(page, random, 40);
    const before = (await look(page)).at;
    await server.kill();
    await expect(page.locator('.lost')).toBeVisible();
    await server.start();
    await expect(page.locator('.lost')).toHaveCount(0);
    expect((await look(page)).at).toBeGreaterThanOrEqual(before);
    await playUntil([page], random, async () => (await look(page)).at > before);
  } finally {
    await server.stop();
  }
});

test('a game that does not exist says so and offers the lobby', async ({ page }) => {
  // An address that no game can have says why; one that a game could have says that there is none.
  await page.goto('/game/nothing-here');
  await expect(page.getByText('The id of a game has small letters and digits only, and 40 at most.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'To the front page' })).toBeVisible();
  await page.goto('/game/nothinghere');
  await expect(page.getByRole('heading', { name: 'There is no such game' })).toBeVisible();
  await page.getByRole('link', { name: 'To the front page' }).click();
  await expect(page.getByRole('button', { name: 'Play now' })).toBeVisible();
});

test('an address that leads nowhere offers the lobby', async ({ page }) => {
  await page.goto('/nowhere/at/all');
  await expect(page.getByRole('link', { name: 'To the front page' })).toBeVisible();
});
