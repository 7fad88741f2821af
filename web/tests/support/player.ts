// Somebody who plays by clicking whatever the table offers, without knowing the rules. From the same dice and the
// same numbers the same game follows, however fast the machine is: nothing here is drawn while the table waits.
import type { Locator, Page } from '@playwright/test';

/** Numbers that are the same in every run. */
export function dice(seed: number): () => number {
  let s = (seed * 2654435761) >>> 0;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 2 ** 32;
  };
}

/** A place on the screen that can be clicked, and what lies there. */
export type Spot = { kind: 'hex' | 'option' | 'quiet' | 'fighter' | 'card' | 'curtain'; name: string; x: number; y: number };
export type Look = { over: boolean; mine: boolean; at: number; picked: boolean; spots: Spot[] };

/** The longest that anybody waits for the table: only a hang takes so long. */
export const PATIENCE = 240_000;

/**
 * What can be seen and clicked now; waits up to `patience` milliseconds for something to do. Dice and cards that lie
 * over it are put away first, whether or not they would have gone by themselves.
 */
export async function look(page: Page, patience = PATIENCE): Promise<Look> {
  return page.evaluate(async (patience) => {
    const shown = (el: Element) => {
      el.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const box = el.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const see = (): Look => {
      const bar = document.querySelector('#bar');
      const over = document.querySelector('.table[data-over]') !== null;
      const at = Number(document.querySelector('.table')?.getAttribute('data-at') ?? -1);
      const picked = document.querySelector('.question .btn') !== null;
      const spots: Spot[] = [];
      const add = (kind: Spot['kind'], el: Element, name: string) => {
        const place = shown(el);
        if (el.contains(document.elementFromPoint(place.x, place.y))) spots.push({ kind, name, ...place });
      };
      const curtain = document.querySelector('.curtain .btn');
      if (curtain) {
        add('curtain', curtain, '');
        return { over, mine: true, at, picked, spots };
      }
      const mine = bar?.classList.contains('mine') === true && document.querySelector('.options.busy') === null;
      if (!mine || over) return { over, mine, at, picked, spots };
      for (const hex of document.querySelectorAll('.hit.can')) add('hex', hex, hex.getAttribute('data-name') ?? '');
      for (const b of document.querySelectorAll('.options .btn')) {
        if (b.getAttribute('aria-disabled') === 'true' || b.getAttribute('aria-pressed') === 'true') continue;
        add(b.classList.contains('quiet') ? 'quiet' : 'option', b, b.textContent?.trim() ?? '');
      }
      for (const b of document.querySelectorAll('.chooser button')) add('option', b, b.textContent?.trim() ?? '');
      if (!picked) {
        for (const row of document.querySelectorAll('li.able .row')) add('fighter', row, row.textContent?.trim() ?? '');
        for (const card of document.querySelectorAll('.tab.playable')) add('card', card, card.textContent?.trim() ?? '');
      }
      return { over, mine, at, picked, spots };
    };
    const until = performance.now() + patience;
    let last = '';
    for (let looks = 0; ; ) {
      const cover = document.querySelector<HTMLElement>('.tray, .spot');
      if (cover) cover.click();
      else {
        const seen = see();
        if (seen.over || performance.now() >= until) return seen;
        if (seen.spots.length > 0 || (seen.mine && seen.picked)) {
          // What still moves, as a board that is being fitted to another screen does, would be missed by the click.
          const now = JSON.stringify(seen);
          if (now === last || ++looks > 60) return seen;
          last = now;
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          continue;
        }
      }
      await new Promise((done) => setTimeout(done, 15));
    }
  }, patience);
}

/** Clicks one thing that leads somewhere. Resolves to false when the game is over. */
export async function step(page: Page, random: () => number, patience = PATIENCE): Promise<boolean> {
  return act(page, await look(page, patience), random);
}

async function act(page: Page, seen: Look, random: () => number): Promise<boolean> {
  if (seen.over) return false;
  const of = (kind: Spot['kind']) => seen.spots.filter((s) => s.kind === kind);
  const ways: Spot[][] = [of('hex'), of('option'), of('fighter'), of('curtain')].filter((list) => list.length > 0);
  if (of('card').length > 0 && random() < 0.4) ways.push(of('card'));
  if (of('quiet').length > 0 && (ways.length === 0 || random() < 0.25)) ways.push(of('quiet'));
  if (ways.length === 0 && of('card').length > 0) ways.push(of('card'));
  if (ways.length === 0) {
    if (seen.mine && seen.picked) await page.keyboard.press('Escape');
    return true;
  }
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!;
  const spot = pick(pick(ways));
  await page.mouse.click(spot.x, spot.y);
  return true;
}

/** How somebody plays who has a mind of their own: what of all that can be clicked, or nothing for whatever comes. */
export type Mind = (seen: Look) => Spot | undefined;

/** Passes and finishes wherever that is offered. */
export const idle: Mind = (seen) => seen.spots.find((spot) => spot.kind === 'quiet');

/** Attacks whomever it can, and goes nearer where it cannot. */
export const fierce: Mind = (seen) => {
  const says = (words: RegExp) => seen.spots.find((spot) => spot.kind === 'option' && words.test(spot.name));
  return says(/^(Attack|Charge) \S/) ?? says(/^(Attack|Charge)/);
};

/** Plays, with as many people as there are, until it is over on every screen. */
export async function playAs(pages: Page[], mind: Mind, seed: number, limit = 600_000): Promise<void> {
  const random = dice(seed);
  const until = Date.now() + limit;
  const over = new Set<Page>();
  while (over.size < pages.length) {
    if (Date.now() > until) throw new Error('The game did not end.');
    for (const page of pages) {
      if (over.has(page)) continue;
      const seen = await look(page, 0);
      const spot = seen.over ? undefined : mind(seen);
      if (spot) await page.mouse.click(spot.x, spot.y);
      else if (!(await act(page, seen, random))) over.add(page);
    }
  }
}

/** Clicks something greyed as a person would: once it lies still and nothing lies over it. */
export async function press(spot: Locator): Promise<void> {
  await spot.evaluate(async (el, patience) => {
    const until = performance.now() + patience;
    for (let last = ''; performance.now() < until; ) {
      el.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { x, y, width, height } = el.getBoundingClientRect();
      const now = [x, y, width, height].join();
      if (now === last && el.contains(document.elementFromPoint(x + width / 2, y + height / 2))) return;
      last = now;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
  }, PATIENCE);
  await spot.click({ force: true });
}

/** Plays some clicks. */
export async function play(page: Page, random: () => number, clicks: number): Promise<void> {
  for (let i = 0; i < clicks; i++) if (!(await step(page, random))) return;
}

/** Plays until the end is on every screen. */
export async function playOut(pages: Page[], seed: number, limit = 720_000): Promise<void> {
  const random = dice(seed);
  const until = Date.now() + limit;
  const over = new Set<Page>();
  while (over.size < pages.length) {
    if (Date.now() > until) {
      const states = await Promise.all(pages.map(async (p) => ({ ...(await look(p, 0)), says: await p.locator('.tracker .where, #bar').allInnerTexts() })));
      throw new Error(`The game did not end. ${JSON.stringify(states)}`);
    }
    for (const page of pages) {
      if (!over.has(page) && !(await step(page, random, pages.length > 1 ? 0 : PATIENCE))) over.add(page);
    }
  }
}

/** Plays, with as many people as there are, until `wanted` holds. */
export async function playUntil(pages: Page[], random: () => number, wanted: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + 720_000;
  while (Date.now() < until) {
    for (const page of pages) {
      // What is wanted is looked for while the table waits for somebody, never in between.
      const seen = await look(page, pages.length > 1 ? 0 : PATIENCE);
      if ((seen.spots.length > 0 || seen.over) && (await wanted())) return;
      if (!(await act(page, seen, random))) throw new Error('The game ended before that happened.');
    }
  }
  throw new Error('That did not happen.');
}
