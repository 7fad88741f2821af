import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect, newGame, test } from './support/fixtures';
import { dice, step } from './support/player';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { target: string[] }[] }[] }> } };
    const { violations } = await axe.run();
    return violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join('; ')}`);
  });
}

for (const colorScheme of ['dark', 'light'] as const) {
  test(`no page has a serious or critical finding (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of ['/', '/learn', '/learn/first', '/decks/embergard', '/rules/embergard', '/game/none', '/nowhere']) {
      await page.goto(path);
      await page.waitForTimeout(700);
      expect(await findings(page), path).toEqual([]);
    }
    await newGame(page, 'Embergard');
    const random = dice(1);
    for (let i = 0; i < 50; i++) {
      await step(page, random);
      if (i % 12 === 0) expect(await findings(page), `table after ${i} clicks`).toEqual([]);
    }
    await page.getByRole('button', { name: 'More' }).click();
    expect(await findings(page), 'menu').toEqual([]);
  });
}
