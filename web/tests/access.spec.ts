import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect, newGame, test } from './support/fixtures';
import { dice, play } from './support/player';

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
      await expect(page.locator('h1').first()).toBeAttached();
      await page.waitForLoadState('networkidle');
      expect(await findings(page), path).toEqual([]);
    }
    await newGame(page, 'Embergard');
    const random = dice(1);
    for (let i = 0; i < 4; i++) {
      expect(await findings(page), `table after ${i * 12} clicks`).toEqual([]);
      await play(page, random, 12);
    }
    await page.getByRole('button', { name: 'More', exact: true }).click();
    expect(await findings(page), 'menu').toEqual([]);
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.getByRole('button', { name: 'Really give up?' }).click();
    await expect(page.getByRole('img', { name: /Glory over time/ })).toBeVisible();
    expect(await findings(page), 'end').toEqual([]);
    await page.getByRole('link', { name: 'Watch it again' }).click();
    await expect(page.getByRole('button', { name: 'One step on' })).toBeVisible();
    expect(await findings(page), 'replay').toEqual([]);
  });
}
