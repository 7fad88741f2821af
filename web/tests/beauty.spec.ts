// How the table looks: colours, figures, notes on what is rested on, and sounds only for who wants them.
import type { Page } from '@playwright/test';
import { atTable, expect, newGame, stranger, test } from './support/fixtures';
import { dice, look, play, playUntil } from './support/player';

/** How far apart two colours are as eyes see them, from 0 to about 1 (the distance in OKLab). */
const far = (page: Page, names: string[]) =>
  page.evaluate((names) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
    const lab = (name: string) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = `var(${name})`;
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = getComputedStyle(probe).color;
      probe.remove();
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4)) as [number, number, number];
      const [l, m, s] = [0.4122 * r + 0.5363 * g + 0.0514 * b, 0.2119 * r + 0.6807 * g + 0.1074 * b, 0.0883 * r + 0.2817 * g + 0.63 * b].map(Math.cbrt) as [number, number, number];
      return [0.2105 * l + 0.7936 * m - 0.0041 * s, 1.978 * l - 2.4286 * m + 0.4506 * s, 0.0259 * l + 0.7828 * m - 0.8087 * s];
    };
    const [own, ...others] = names.map(lab);
    return others.map((other) => Math.hypot(...own!.map((x, i) => x - other[i]!)));
  }, names);

for (const colorScheme of ['light', 'dark'] as const) {
  test(`what can be picked has a colour that no seat owns, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/learn/demo');
    await expect(page.locator('[data-able]')).not.toHaveCount(0);
    const distances = await far(page, ['--reach', '--seat-1', '--seat-2', '--seat-3', '--seat-4', '--stone', '--strike']);
    expect(Math.min(...distances)).toBeGreaterThan(0.11);
  });
}

test('who can act is marked on the board and beside it', async ({ page }) => {
  await newGame(page, 'Harrowdeep');
  await playUntil([page], dice(2), async () => (await page.locator('[data-able]').count()) > 0);
  const marked = await page.locator('[data-able]').count();
  expect(await page.locator('li.able').count()).toBe(marked);
  const mark = page.locator('[data-able]').first();
  const [stroke, reach] = await mark.evaluate((el) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--reach)';
    const pair = [getComputedStyle(el).stroke, getComputedStyle(probe).color];
    probe.remove();
    return pair;
  });
  expect(stroke).toBe(reach);
});

test('every fighter of every warband is told from its friends at forty pixels', { tag: '@server' }, async ({ page, baseURL }) => {
  let seen = 0;
  for (const edition of ['shadespire', 'nightvault', 'harrowdeep', 'embergard']) {
    const content = (await (await page.request.get(`${baseURL}/api/content/${edition}`)).json()) as { warbands: { name: string; fighters: unknown[] }[] };
    // Two at each table.
    for (let n = 0; n < content.warbands.length; n += 2) {
      const both = [content.warbands[n]!, content.warbands[n + 1] ?? content.warbands[0]!];
      const game = await page.request.post(`${baseURL}/api/games`, { data: { edition, variant: [], hot_seat: false, public: false, best_of: 1, clock: null, boards: [], seats: both.map(({ name: warband }) => ({ kind: 'opponent', level: 'beginner', name: '', warband, deck: null })) } });
      expect(game.ok(), await game.text()).toBe(true);
      const { game: id } = (await game.json()) as { game: string };
      await page.goto(`/game/${id}`);
      await atTable(page);
      for (const [side, warband] of [['.left', both[0]!], ['.rivals', both[1]!]] as const) {
        const rows = page.locator(`${side} li svg:has(.token)`);
        await expect(rows).toHaveCount(warband.fighters.length);
        const pictures = await rows.evaluateAll(async (list) => {
          const style = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('\n');
          return Promise.all(list.map(async (svg) => {
            const copy = svg.cloneNode(true) as SVGElement;
            // The wounds are no part of the figure.
            copy.querySelectorAll('.pip, .crown').forEach((el) => el.remove());
            copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
            copy.setAttribute('width', '40');
            copy.setAttribute('height', '40');
            copy.insertAdjacentHTML('afterbegin', `<style>:root{--seat:#e9a53c;--seat-deep:#6f470c}${style.replace(/@font-face[^}]*}/g, '').replace(/@import[^;]*;/g, '')}</style>`);
            const image = new Image();
            image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
            await image.decode();
            const canvas = new OffscreenCanvas(40, 40).getContext('2d')!;
            canvas.drawImage(image, 0, 0);
            return [...canvas.getImageData(0, 0, 40, 40).data];
          }));
        });
        for (let a = 0; a < pictures.length; a++) {
          expect(pictures[a]!.filter((x, i) => i % 4 === 3 && x > 0).length, 'something is drawn').toBeGreaterThan(500);
          for (let b = 0; b < a; b++) {
            let differ = 0;
            for (let i = 0; i < pictures[a]!.length; i += 4) if ([0, 1, 2, 3].some((c) => Math.abs(pictures[a]![i + c]! - pictures[b]![i + c]!) > 48)) differ++;
            expect(differ, `${warband.name}: fighters ${b + 1} and ${a + 1}`).toBeGreaterThan(40);
          }
        }
        seen += pictures.length;
      }
    }
  }
  expect(seen).toBeGreaterThan(30);
});

test('a note tells of a hex, a token and a symbol on hover, focus and long press', async ({ browser, page, baseURL }) => {
  const note = page.locator('.tip');
  await page.goto('/learn/demo');
  await page.locator('.hit[data-name="d5"]').hover({ force: true });
  await expect(note).toContainText('Grubb');
  await expect(note).toContainText('2 of 6 damage');
  await expect(note).toContainText('Charged');
  await page.locator('.hit[data-name="f3"]').hover({ force: true });
  await expect(note).toContainText('Lethal hex');
  await page.locator('.hit[data-name="f6"]').hover({ force: true });
  await expect(note).toContainText('Objective 3');
  await page.mouse.move(5, 5);
  await expect(note).toHaveCount(0);
  // Focus: the board by its key, then symbols by Tab.
  await page.keyboard.press('b');
  await expect(note).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('.left .stats li').first().hover();
  await expect(note).toContainText('Move');
  await page.mouse.move(640, 20);
  await page.locator('.left .row').first().focus();
  await page.keyboard.press('Tab');
  await expect(page.locator('.left .stats').first()).toBeFocused();
  await expect(note).toContainText('Wounds');
  await page.locator('.left .row').first().click();
  await page.locator('.weapons .word', { hasText: 'cleave' }).hover();
  await expect(note).toContainText('shields');
  // A long press on a phone, which picks nothing.
  const phone = await stranger(browser, baseURL, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await phone.goto('/learn/demo');
  const hex = phone.locator('.hit[data-name="f7"]');
  const box = (await hex.boundingBox())!;
  const session = await phone.context().newCDPSession(phone);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await expect(phone.locator('.tip')).toContainText('Ilse');
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(phone.locator('.question .btn')).toHaveCount(0);
  await phone.context().close();
});

test('the legend shows the symbols of the board itself', async ({ page }) => {
  await newGame(page, 'Nightvault');
  await playUntil([page], dice(1), async () => (await page.locator('.board .token').count()) > 1);
  await page.getByRole('button', { name: 'What the symbols mean' }).click();
  const legend = page.getByRole('dialog').locator('.legend');
  for (const part of ['.stone', '.mark.able', '.mark.reach', '.mark.strike', '.coin', '.token', '.badge.guard']) await expect(legend.locator(part).first()).toBeAttached();
  // What the rules of this edition say, and only the hexes it has.
  await expect(legend).toContainText('Lethal hex. A fighter entering a lethal hex');
  await expect(legend.locator('[data-kind=stagger]')).toHaveCount(0);
  const drawn = await legend.locator('[data-kind=lethal] path.jag').getAttribute('class');
  expect(await page.locator('.board path.jag').first().getAttribute('class')).toBe(drawn);
});

test('phone hexes are as wide as a finger, or the board shows what is asked for', async ({ browser, baseURL }) => {
  const page = await stranger(browser, baseURL, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  for (const edition of ['Shadespire', 'Embergard']) {
    await newGame(page, edition);
    const random = dice(5);
    let measured = 0;
    for (let i = 0; i < 26; i++) {
      await play(page, random, 1);
      const seen = await look(page);
      if (seen.over) break;
      const asked = page.locator('.hit.can');
      if ((await asked.count()) === 0) continue;
      const sizes = await asked.evaluateAll((list) => list.map((el) => el.getBoundingClientRect()).map((box) => Math.min(box.width, box.height)));
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(43.9);
      expect(seen.spots.some((s) => s.kind === 'hex'), 'one of them can be tapped').toBe(true);
      measured++;
    }
    expect(measured).toBeGreaterThan(4);
  }
  await page.context().close();
});

/** Notes every card shown while others play: whether it lay over board or question, or outside the window. */
async function watchCards(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const notes: { name: string; paragraphs: number; bad: string }[] = [];
    Object.assign(globalThis, { notes });
    new MutationObserver((records) => {
      for (const el of records.flatMap((r) => [...r.addedNodes])) {
        const spot = el instanceof HTMLElement ? (el.matches('.spot') ? el : el.querySelector<HTMLElement>('.spot')) : null;
        if (!spot) continue;
        const box = spot.getBoundingClientRect();
        const over = ['.field', '#bar'].filter((name) => {
          const other = document.querySelector(name)!.getBoundingClientRect();
          return box.left < other.right - 1 && box.right > other.left + 1 && box.top < other.bottom - 1 && box.bottom > other.top + 1;
        });
        const out = box.top < 0 || box.left < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.height < 40;
        notes.push({ name: spot.querySelector('.name')?.textContent?.trim() ?? '', paragraphs: spot.querySelectorAll('.used').length, bad: [...over, out ? 'outside' : ''].filter(Boolean).join() });
      }
    }).observe(document, { subtree: true, childList: true });
  });
}

for (const [width, height] of [[390, 844], [1280, 800]] as const) {
  test(`what others use is shown beside board and question, ${width} pixels`, async ({ browser, baseURL }) => {
    const page = await stranger(browser, baseURL, { viewport: { width, height }, hasTouch: width < 500 });
    await watchCards(page);
    await newGame(page, 'Harrowdeep');
    const notes = () => page.evaluate(() => (globalThis as unknown as { notes: { name: string; paragraphs: number; bad: string }[] }).notes);
    await playUntil([page], dice(7), async () => (await notes()).length > 3);
    for (const note of await notes()) expect(note.bad, note.name).toBe('');
    await page.context().close();
  });
}

test('there is no sound before somebody wants it', async ({ page }) => {
  await page.addInitScript(() => {
    const heard = { studios: 0, sounds: 0 };
    Object.assign(globalThis, { heard });
    const Real = AudioContext;
    globalThis.AudioContext = class extends Real {
      constructor() {
        super();
        heard.studios++;
      }
      override createGain() {
        heard.sounds++;
        return super.createGain();
      }
    };
  });
  const heard = () => page.evaluate(() => (globalThis as unknown as { heard: { studios: number; sounds: number } }).heard);
  await newGame(page, 'Embergard');
  const random = dice(3);
  await play(page, random, 12);
  expect(await heard()).toEqual({ studios: 0, sounds: 0 });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByLabel('Sounds').check();
  await page.keyboard.press('Escape');
  await playUntil([page], random, async () => (await heard()).sounds > 2);
  expect((await heard()).studios).toBe(1);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByLabel('Sounds').uncheck();
  await page.keyboard.press('Escape');
  const before = (await heard()).sounds;
  await play(page, random, 8);
  await look(page);
  expect((await heard()).sounds).toBe(before);
});

test('the first page is small to fetch', async ({ page, context }) => {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  const kinds = new Map<string, string>();
  session.on('Network.responseReceived', (e) => kinds.set(e.requestId, e.type));
  session.on('Network.loadingFinished', (e) => {
    if (['Document', 'Script', 'Stylesheet', 'Font'].includes(kinds.get(e.requestId) ?? '')) bytes += e.encodedDataLength;
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  console.log(`the first page: ${(bytes / 1000).toFixed(0)} kB with its letters`);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(200_000);
});
