import type { Page } from '@playwright/test';
import { atTable, expect, newGame, stranger, test } from './support/fixtures';
import { dice, look, play, playUntil, press, step } from './support/player';

test('a game by keyboard only', async ({ page }) => {
  await page.goto('/');
  const begin = page.getByRole('button', { name: 'Play now' });
  await expect(begin).toBeEnabled();
  for (let i = 0; i < 40 && !(await begin.evaluate((b) => b === document.activeElement)); i++) await page.keyboard.press('Tab');
  await expect(begin).toBeFocused();
  await page.keyboard.press('Enter');
  await atTable(page);
  const random = dice(4);
  const first = (await look(page)).at;
  let at = first;
  for (let i = 0; i < 600 && at < first + 40; i++) {
    const seen = await look(page);
    at = seen.at;
    if (seen.over) break;
    const buttons = await page.locator('.options .btn').evaluateAll((list) => list.flatMap((b, i) => (i < 9 && b.getAttribute('aria-disabled') !== 'true' && b.getAttribute('aria-pressed') !== 'true' ? [i + 1] : [])));
    const hexes = seen.spots.some((s) => s.kind === 'hex');
    const fighters = seen.spots.some((s) => s.kind === 'fighter');
    if (await page.locator('.chooser button').count()) {
      await page.locator('.chooser button').first().focus();
      await page.keyboard.press('Enter');
    } else if ((hexes || fighters) && (buttons.length === 0 || random() < 0.6)) {
      await page.keyboard.press('b');
      for (let n = Math.floor(random() * 3); n >= 0; n--) await page.keyboard.press('n');
      await page.keyboard.press('Enter');
    } else if (buttons.length > 0) await page.keyboard.press(String(buttons[Math.floor(random() * buttons.length)]!));
    else await page.keyboard.press('Escape');
  }
  expect(at).toBeGreaterThanOrEqual(first + 40);
});

test('a phone shows board, drawer and the decision bar, and nothing scrolls sideways', async ({ browser, baseURL }) => {
  const page = await stranger(browser, baseURL, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await newGame(page, 'Embergard');
  const random = dice(6);
  for (let i = 0; i < 8; i++) {
    await play(page, random, 6);
    const bar = await page.locator('#bar').boundingBox();
    expect(bar!.y + Math.min(bar!.height, 60)).toBeLessThanOrEqual(844);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
  for (const tab of ['Fighters', 'Rivals', 'Log', 'Hand']) {
    // While the table waits for this player nothing moves under the finger.
    await look(page);
    await page.getByRole('tab', { name: tab }).tap();
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
  }
  for (const path of ['/', '/learn', '/learn/quick-start', '/decks/embergard', '/rules/embergard']) {
    await page.goto(path);
    await expect(page.locator('h1').first()).toBeAttached();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
  await page.context().close();
});

test('one’s own step is taken back freely, a roll is not', async ({ page }) => {
  await newGame(page, 'Harrowdeep');
  const random = dice(8);
  const undo = page.getByRole('button', { name: 'Take it back' });
  const question = page.locator('.question');
  const waiting = () => page.locator('.options .btn[aria-pressed]').count();
  let taken = false;
  let refused = false;
  for (let i = 0; i < 300 && !(taken && refused); i++) {
    const seen = await look(page);
    expect(seen.over).toBe(false);
    const asked = (await question.textContent()) ?? '';
    if (!taken && seen.mine && /starting hex/.test(asked) && (await waiting()) > 2) {
      // A fighter is put down, taken up again, and may be put down elsewhere.
      const left = await waiting();
      const hex = seen.spots.find((s) => s.kind === 'hex')!;
      await page.mouse.click(hex.x, hex.y);
      await expect.poll(waiting).toBe(left - 1);
      await undo.click();
      await expect.poll(waiting).toBe(left);
      taken = true;
    } else if (!refused && seen.mine && /^Look at the cards in hand/.test(asked.trim())) {
      const at = seen.at;
      await page.getByRole('button', { name: /Replace the power cards/ }).click();
      await expect.poll(async () => (await look(page, 0)).at).toBeGreaterThan(at);
      // The button says beforehand that it cannot be, and why.
      await expect(page.getByRole('button', { name: /^Take it back.*nobody to agree/ })).toBeDisabled();
      refused = true;
    } else await step(page, random);
  }
  expect(taken).toBe(true);
  expect(refused).toBe(true);
});

test('what is not allowed says why, with its rule one click away', async ({ page }) => {
  await newGame(page, 'Shadespire');
  const random = dice(12);
  const greyed = page.locator('.options .btn[aria-disabled=true]');
  for (let i = 0; i < 200 && (await greyed.count()) === 0; i++) expect(await step(page, random)).toBe(true);
  await press(greyed.first());
  const why = page.locator('.note.why');
  await expect(why.locator('b')).not.toBeEmpty();
  await why.getByRole('button', { name: 'Read the rule' }).click();
  await expect(page.getByRole('dialog').locator('.text')).not.toBeEmpty();
  await page.getByRole('link', { name: 'Open it in the rules' }).click();
  await expect(page).toHaveURL(/\/rules\/shadespire#/);
  await expect(page.locator('.rule.here')).toBeVisible();
});

test('the board is zoomed, moved, turned and fitted again', async ({ page }) => {
  await newGame(page, 'Embergard');
  await playUntil([page], dice(5), async () => (await page.locator('.hit').count()) > 0);
  const svg = page.locator('.board svg[role=group]');
  const box = async () => (await svg.getAttribute('viewBox'))!.split(' ').map(Number);
  const at = (await svg.boundingBox())!;
  const middle: [number, number] = [at.x + at.width / 2, at.y + at.height / 2];
  const whole = await box();
  await page.mouse.move(...middle);
  await page.mouse.wheel(0, -400);
  await expect.poll(async () => (await box())[2]!).toBeLessThan(whole[2]! * 0.95);
  const near = await box();
  await page.mouse.down();
  await page.mouse.move(middle[0] + 90, middle[1] + 40, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await box())[0]!).toBeLessThan(near[0]!);
  await page.getByRole('button', { name: 'Show the whole board' }).click();
  await expect.poll(async () => (await box())[2]!).toBeCloseTo(whole[2]!, 0);
  await page.getByRole('button', { name: 'Turn the board' }).click();
  await expect.poll(async () => (await box())[2]!).not.toBeCloseTo(whole[2]!, 0);
});

test('a board is laid by eye: side, slide and turn', async ({ page }) => {
  const lay = page.getByRole('button', { name: 'Lay it like this' });
  const laid = async () => (await page.locator('.board .hit').count()) > 0;
  // Whoever wins the roll-off lays the second board: a game in which that is the player.
  for (let game = 0; game < 10 && (await lay.count()) === 0; game++) {
    await newGame(page, 'Shadespire');
    await playUntil([page], dice(1), async () => (await lay.count()) > 0 || (await laid()));
  }
  const picture = page.locator('.join svg[role=img]');
  const first = await picture.getAttribute('aria-label');
  await page.getByRole('button', { name: 'Above' }).click();
  await page.getByRole('button', { name: 'Slide right' }).click();
  await page.getByRole('button', { name: 'Turn it round' }).click();
  await expect(picture).toHaveAttribute('aria-label', 'Lay it to the north, shifted by 1, turned round');
  expect(first).toBe('Lay it to the south');
  const shown = Number(await page.locator('.join .stones').getAttribute('data-hexes'));
  // All of it is to be seen, and what turns it.
  const field = (await page.locator('.field').boundingBox())!;
  for (const part of [picture, page.locator('.join .controls')]) {
    const box = (await part.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(field.y + field.height + 1);
  }
  await lay.click();
  await expect(page.locator('.join')).toHaveCount(0);
  // What was shown is what lies there, the hexes that the two boards complete included.
  await expect(page.locator('.board .hit')).toHaveCount(shown);
});

test('an attack shows its odds, what follows, and where its target could be driven', async ({ page }) => {
  const attack = page.locator('.options .btn:has(.mini)').first();
  await someGame(page, 'Embergard', async () => {
    if ((await attack.count()) === 0) return false;
    await attack.hover();
    return (await page.locator('.ghost').count()) > 0;
  });
  await expect(page.locator('.ghost')).not.toHaveCount(0);
  await expect(attack).toContainText(/Attack .* with /);
});

/** Plays, game after game if need be, until `wanted` holds. */
async function someGame(page: Page, edition: string, wanted: () => Promise<boolean>): Promise<void> {
  for (let seed = 2; seed < 26; seed++) {
    await newGame(page, edition);
    const found = await playUntil([page], dice(seed), wanted).then(() => true, (error: Error) => {
      if (!error.message.includes('ended')) throw error;
      return false;
    });
    if (found) return;
  }
  throw new Error('That did not happen in any game.');
}

/** Notes which hexes that matter lie under the dice, two pictures running: those lit, those of the fighters who fight. */
async function watchDice(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const covered: string[] = [];
    Object.assign(globalThis, { covered });
    let last: Element[] = [];
    const check = () => {
      const tray = document.querySelector('.tray')?.getBoundingClientRect();
      const now = [...(tray ? document.querySelectorAll('.hit.can, .ghost, .duel') : [])].filter((el) => {
        const box = el.getBoundingClientRect();
        return box.left < tray!.right && box.right > tray!.left && box.top < tray!.bottom && box.bottom > tray!.top;
      });
      covered.push(...now.filter((el) => last.includes(el)).map((el) => el.getAttribute('data-name') ?? el.getAttribute('class') ?? ''));
      last = now;
      requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  });
}
const covered = (page: Page) => page.evaluate(() => (globalThis as unknown as { covered: string[] }).covered);

test('dice cover nobody who fights and no hex that is asked for', async ({ page }) => {
  await watchDice(page);
  await someGame(page, 'Shadespire', async () => (await page.locator('.bar.mine .question', { hasText: /the target is driven back/ }).count()) > 0);
  expect(await covered(page)).toEqual([]);
  for (const [width, height] of [[1280, 800], [390, 844]] as const) {
    // Who plays here puts the dice away; who comes back finds them on the table.
    await page.setViewportSize({ width, height });
    await page.reload();
    await expect(page.locator('.tray .verdict')).toBeVisible();
    await expect(page.locator('.duel')).toHaveCount(2);
    await expect(page.locator('.hit.can')).not.toHaveCount(0);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
    expect(await covered(page)).toEqual([]);
    const tray = (await page.locator('.tray').boundingBox())!;
    expect(Math.min(tray.x, tray.y)).toBeGreaterThanOrEqual(0);
    expect(tray.x + tray.width).toBeLessThanOrEqual(width);
    expect(tray.y + tray.height).toBeLessThanOrEqual(height);
  }
});

type Travel = { to: string; of: string; long: number };
/** Notes every card that travels, and stops it on its way while `held`. */
async function watchCards(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const travels: Travel[] = [];
    Object.assign(globalThis, { travels });
    new MutationObserver((records) => {
      for (const el of records.flatMap((r) => [...r.addedNodes])) {
        if (!(el instanceof HTMLElement) || !el.classList.contains('travel')) continue;
        const way = el.getAnimations()[0];
        if (sessionStorage.getItem('held') !== 'no') way?.pause();
        const timing = way?.effect?.getTiming();
        travels.push({ to: el.dataset.to ?? '', of: el.dataset.of ?? '', long: Number(timing?.duration ?? Infinity) });
      }
    }).observe(document, { subtree: true, childList: true });
  });
}
const travelled = (page: Page) => page.evaluate(() => (globalThis as unknown as { travels: Travel[] }).travels);

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`a card goes where it went, motion: ${reducedMotion}`, async ({ browser, baseURL }) => {
    const page = await stranger(browser, baseURL, { reducedMotion });
    await watchCards(page);
    if (reducedMotion !== 'reduce') {
      // A click cuts it short.
      await someGame(page, 'Embergard', async () => (await page.locator('.travel').count()) > 0);
      await page.mouse.click(4, 4);
      await expect(page.locator('.travel')).toHaveCount(0);
      await page.evaluate(() => sessionStorage.setItem('held', 'no'));
    }
    // Drawn, and played or put away by us and by the other side.
    const all = (seen: Travel[]) => seen.some((c) => c.to === 'hand') && ['1', '2'].every((of) => seen.some((c) => c.of === of && c.to !== 'hand'));
    const used = async (pile: string) => (await page.locator(`[data-pile="${pile}"] b`).innerText()) !== '0';
    await someGame(page, 'Embergard', async () => (reducedMotion === 'reduce' ? (await used('0 discard')) && (await used('1 discard')) : all(await travelled(page))));
    const seen = await travelled(page);
    if (reducedMotion === 'reduce') expect(seen).toEqual([]);
    else {
      expect(Math.max(...seen.map((c) => c.long))).toBeLessThanOrEqual(300);
      await expect(page.locator('.travel')).toHaveCount(0);
    }
    await page.context().close();
  });
}

test('dice tumble as they fall, and a click lays them still', async ({ browser, baseURL }) => {
  const page = await stranger(browser, baseURL, { reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const seen = { tumbled: 0, stilled: 0 };
    Object.assign(globalThis, { seen });
    // They tumble until somebody clicks: what takes half a second is not left to the machine.
    const wait = globalThis.setTimeout;
    globalThis.setTimeout = ((run: () => void, ms?: number) => (ms === 450 ? 0 : wait(run, ms))) as typeof setTimeout;
    // Looked at before and after the page has heard of the click, and before anything else can happen: the next dice may fall at once.
    let tray: Element | null = null;
    addEventListener('click', (event) => {
      tray = (event.target as Element).closest('.tray:has(.tumbling)');
    }, true);
    addEventListener('click', () => {
      const hit = tray;
      if (hit) queueMicrotask(() => {
        seen.tumbled++;
        if (hit.isConnected && !hit.querySelector('.tumbling')) seen.stilled++;
      });
    });
  });
  const seen = () => page.evaluate(() => (globalThis as unknown as { seen: { tumbled: number; stilled: number } }).seen);
  // Who plays here clicks on dice until they are gone.
  await someGame(page, 'Embergard', async () => (await seen()).tumbled > 1);
  const { tumbled, stilled } = await seen();
  expect(stilled).toBe(tumbled);
  await page.context().close();
});
