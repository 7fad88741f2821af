// Tournaments in the browser: eight seats play a small Swiss with a top cut to its end; an organiser's evening with guests.
import type { Page } from '@playwright/test';
import { findings } from './support/axe';
import { expect, giveUp, stranger, takeName, test } from './support/fixtures';

async function make(page: Page, name: string, fill: () => Promise<void>): Promise<string> {
  await page.goto('/tournaments');
  await page.getByLabel('What it is called').fill(name);
  await fill();
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.waitForURL(/\/tournaments\/[a-z0-9]+$/);
  return page.url();
}

/** Sits down at one's table of the last round. */
async function sit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'To your table' }).click();
  await page.waitForURL(/\/match\//);
  const button = page.getByRole('button', { name: 'Choose this' });
  await button.click();
  await expect(button).toHaveCount(0);
}

test('eight seats play a Swiss with a top cut to its end', async ({ page, browser, baseURL }) => {
  const people = ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal'];
  const pages = [page];
  for (const name of people) {
    if (name !== 'Ada') pages.push(await stranger(browser, baseURL));
    await takeName(pages.at(-1)!, name);
  }
  const address = await make(page, 'Winter Open', async () => {
    await page.getByLabel('Rounds', { exact: true }).fill('2');
    await page.getByLabel('Then a bracket of the best').selectOption('2');
  });
  for (const each of pages) {
    await each.goto(address);
    await each.getByRole('button', { name: 'Enter', exact: true }).click();
    await expect(each.getByRole('heading', { name: 'Enter this tournament' })).toHaveCount(0);
  }
  const of = (name: string) => pages[people.indexOf(name)]!;
  const met = new Set<string>();
  for (const tables of [4, 4, 1]) {
    await page.goto(address);
    await page.getByRole('button', { name: /^Begin the (first|next) round$/ }).click();
    const rows = page.locator('section > .tables > li');
    await expect(rows).toHaveCount(tables);
    await expect(page.locator('section > .tables .score', { hasText: 'being played' })).toHaveCount(tables);
    const names = (await rows.locator('.side').allTextContents()).map((name) => name.trim());
    for (let n = 0; n < tables; n++) {
      const [one, other] = names.slice(2 * n);
      // Nobody meets the same opponent again before the bracket.
      const pair = [one, other].sort().join(' – ');
      if (tables > 1) expect(met, pair).not.toContain(pair);
      met.add(pair);
      await sit(of(one!), address);
      await sit(of(other!), address);
      await of(one!).locator('.table[data-ready]').waitFor();
      // Whoever comes first in the alphabet wins.
      const loser = one! < other! ? other! : one!;
      await giveUp(of(loser));
      await expect(of(loser).getByRole('dialog')).toContainText(`${loser === one ? other : one} wins the match`);
    }
  }
  await page.goto(address);
  await expect(page.getByText('Won by Ada')).toBeVisible();
  await expect(page.locator('tbody tr').first()).toContainText('Ada');
  for (const where of [address, `${address}/wall`]) {
    await page.goto(where);
    await expect(page.getByRole('table')).toBeVisible();
    for (const width of [390, 1920]) {
      await page.setViewportSize({ width, height: 1000 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await findings(page)).toEqual([]);
    }
  }
  for (const each of pages.slice(1)) await each.context().close();
});

test('an organiser writes down guests, tells results, and sets one right for everybody to see', async ({ page, browser, baseURL }) => {
  await takeName(page, 'Ada');
  const address = await make(page, 'Club evening', () => page.getByLabel('Who meets whom').selectOption('elimination').then(() => undefined));
  for (const guest of ['Gil', 'Hal']) {
    await page.getByLabel('Guest’s name').fill(guest);
    await page.getByRole('button', { name: 'Add' }).click();
    await expect(page.locator('.entrants')).toContainText(guest);
  }
  await page.getByRole('button', { name: 'Begin the first round' }).click();
  await expect(page.getByRole('heading', { name: 'Final' })).toBeVisible();
  await page.getByLabel('Result').selectOption({ label: 'Gil did not come' });
  await page.getByRole('button', { name: 'Set it' }).click();
  await expect(page.getByText('Won by Hal')).toBeVisible();
  // Somebody without a name sees it all, and has no buttons of the organiser.
  const watcher = await stranger(browser, baseURL);
  await watcher.goto(address);
  await expect(watcher.getByText('Won by Hal')).toBeVisible();
  await expect(watcher.getByRole('heading', { name: 'For the organiser' })).toHaveCount(0);
  await watcher.context().close();
});
