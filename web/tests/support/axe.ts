// What axe finds on a screen that somebody could not read or use.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
type Found = { id: string; impact: string; nodes: { target: string[] }[] };

/** What is found on the screen, and still there at a second look: something may have been fading at the first. */
export async function findings(page: Page): Promise<string[]> {
  // It is large: a page that has it already is not given it again.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const first = await glance(page);
  return first.length > 0 ? glance(page) : first;
}

async function glance(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // What is still on its way (a theme, a dialog) is drawn to its end first.
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Found[] }> } };
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join('; ')}`);
  });
}
