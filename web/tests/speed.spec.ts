// What can be felt: jumps, which are forbidden, and times, which are printed and depend on the machine.
import type { Page } from '@playwright/test';
import { atTable, chooseEdition, expect, moreWays, test } from './support/fixtures';
import { dice, look, play } from './support/player';
import { Server } from './support/server';

type Marks = { shifts: { value: number; what: string }[]; shown: number[]; usable: number };

/** Notes every layout shift, the time to paint what the server says, and when the front page can be used. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const marks: Marks = { shifts: [], shown: [], usable: 0 };
    Object.assign(globalThis, { marks });
    type Shift = PerformanceEntry & { value: number; sources?: { node: Node | null }[] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        const what = (entry.sources ?? []).map((s) => (s.node instanceof Element ? `${s.node.tagName}.${s.node.getAttribute('class') ?? ''}` : '?')).join(', ');
        marks.shifts.push({ value: entry.value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
    const Real = WebSocket;
    globalThis.WebSocket = class extends Real {
      constructor(url: string | URL) {
        super(url);
        this.addEventListener('message', (event) => {
          if (!String(event.data).startsWith('{"type":"update"')) return;
          const heard = performance.now();
          requestAnimationFrame(() => {
            const painted = new MessageChannel();
            painted.port1.onmessage = () => marks.shown.push(performance.now() - heard);
            painted.port2.postMessage(null);
          });
        });
      }
    };
    new MutationObserver((_, observer) => {
      const button = document.querySelector<HTMLButtonElement>('.go .btn.primary');
      if (!button || button.disabled) return;
      marks.usable = performance.now();
      observer.disconnect();
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
}
const marksOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { marks: Marks }).marks);
const jumps = (marks: Marks) => marks.shifts.reduce((sum, s) => sum + s.value, 0);
const worst = (marks: Marks) => [...marks.shifts].sort((a, b) => b.value - a.value).slice(0, 5).map((s) => `${s.value.toFixed(4)} ${s.what}`);

for (const [width, height] of [[390, 844], [1280, 800]] as const) {
  test(`nothing jumps while pages load, ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await watch(page);
    for (const path of ['/', '/learn', '/learn/quick-start', '/decks/embergard', '/rules/embergard', '/game/none']) {
      await page.goto(path, { waitUntil: 'networkidle' });
      const marks = await marksOf(page);
      if (path === '/') console.log(`the front page can be used after ${marks.usable.toFixed(0)} ms`);
      console.log(`${path} at ${width} pixels: layout shift ${jumps(marks).toFixed(4)}`);
      expect(jumps(marks), worst(marks).join('\n')).toBeLessThan(0.1);
    }
  });

  test(`nothing jumps while others play, ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await watch(page);
    await chooseEdition(page, 'Embergard');
    await moreWays(page);
    await page.getByRole('button', { name: 'Watch two opponents' }).click();
    await atTable(page);
    await page.evaluate(() => ((globalThis as unknown as { marks: Marks }).marks.shifts = []));
    await expect(page.locator('.table[data-over]')).toHaveCount(1, { timeout: 300_000 });
    const marks = await marksOf(page);
    console.log(`a game watched at ${width} pixels: layout shift ${jumps(marks).toFixed(4)} in all, the largest ${worst(marks)[0] ?? 'none'}`);
    expect(jumps(marks), worst(marks).join('\n')).toBeLessThan(0.1);
  });
}

test('how long it takes until a choice is on the screen', { tag: '@server' }, async ({ page }) => {
  // At the pace people play at, so that one answer does not wait for another.
  const server = await new Server(1, 300).start();
  await watch(page);
  await page.goto(server.address);
  await page.getByRole('button', { name: 'Play now' }).click();
  await atTable(page);
  await play(page, dice(1), 30);
  await look(page);
  const { shown } = await marksOf(page);
  await server.stop();
  const sorted = [...shown].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!.toFixed(1);
  console.log(`from the server’s answer to the screen: ${sorted.length} answers, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms`);
  expect(shown.length).toBeGreaterThan(20);
});
