// Somebody who plays by clicking whatever the table offers, without knowing the rules.
import type { Page } from '@playwright/test';

/** Numbers that are the same in every run. */
export function dice(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 2 ** 32;
  };
}

export type Look = { over: boolean; mine: boolean; at: string; curtain: boolean; options: number[]; quiet: number[]; hexes: string[]; able: number; cards: number; picked: boolean };

/** What can be seen and clicked now. */
export async function look(page: Page): Promise<Look> {
  return page.evaluate(() => {
    const bar = document.querySelector('#bar');
    const options = [...document.querySelectorAll('.options .btn')];
    const usable = options.map((b, i) => ({ b, i })).filter(({ b }) => b.getAttribute('aria-disabled') !== 'true' && b.getAttribute('aria-pressed') !== 'true');
    return {
      over: document.querySelector('dialog[open] .scores') !== null,
      curtain: document.querySelector('.curtain') !== null,
      mine: bar?.classList.contains('mine') === true && document.querySelector('.options.busy') === null,
      at: document.querySelector('.table')?.getAttribute('data-at') ?? '',
      options: usable.filter(({ b }) => !b.classList.contains('quiet')).map(({ i }) => i),
      quiet: usable.filter(({ b }) => b.classList.contains('quiet')).map(({ i }) => i),
      hexes: [...document.querySelectorAll('.hit.can')].map((h) => h.getAttribute('data-name') ?? ''),
      able: document.querySelectorAll('li.able .row').length,
      cards: document.querySelectorAll('.tab.playable').length,
      picked: document.querySelector('.question .btn') !== null,
    };
  });
}

/** Makes one click that leads somewhere. Resolves to false when the game is over. */
export async function step(page: Page, random: () => number): Promise<boolean> {
  const seen = await look(page);
  if (seen.over) return false;
  if (seen.curtain) {
    await page.locator('.curtain .btn').click();
    return true;
  }
  if (!seen.mine) {
    await page.waitForTimeout(40);
    return true;
  }
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!;
  const option = (n: number) => page.locator('.options .btn').nth(n).click({ timeout: 3000 });
  const ways: (() => Promise<unknown>)[] = [];
  if (seen.hexes.length > 0) ways.push(() => page.locator(`.hit[data-name="${pick(seen.hexes)}"]`).click({ force: true, timeout: 3000 }));
  if (seen.options.length > 0) ways.push(() => option(pick(seen.options)));
  if (!seen.picked && seen.able > 0) ways.push(() => page.locator('li.able .row').nth(Math.floor(random() * seen.able)).click({ timeout: 3000 }));
  if (!seen.picked && seen.cards > 0 && random() < 0.4) ways.push(() => page.locator('.tab.playable').nth(Math.floor(random() * seen.cards)).click({ timeout: 3000 }));
  if (seen.quiet.length > 0 && (ways.length === 0 || random() < 0.25)) ways.push(() => option(pick(seen.quiet)));
  if (ways.length === 0) {
    if (seen.picked) await page.keyboard.press('Escape');
    else await page.waitForTimeout(40);
    return true;
  }
  // The table may move on between the look and the click; then we look again.
  await pick(ways)().catch(() => undefined);
  return true;
}

/** Plays until the end is on the screen. */
export async function playOut(pages: Page[], seed: number, limit = 200_000): Promise<void> {
  const random = dice(seed);
  const until = Date.now() + limit;
  const over = new Set<Page>();
  while (over.size < pages.length) {
    if (Date.now() > until) throw new Error(`The game did not end. ${JSON.stringify(await look(pages[0]!))}`);
    for (const page of pages) {
      if (!over.has(page) && !(await step(page, random))) over.add(page);
    }
  }
}
