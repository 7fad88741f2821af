import { spawnSync } from 'node:child_process';
import { atTable, expect, newGame, stranger, test } from './support/fixtures';
import { dice, look, play } from './support/player';
import { binary } from './support/server';

test('a finished game is stepped, scrubbed, shared, judged, downloaded and continued', async ({ page, browser, baseURL, where: place }, info) => {
  await newGame(page, 'Shadespire');
  await play(page, dice(4), 40);
  await look(page);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('button', { name: 'Really give up?' }).click();
  await page.getByRole('link', { name: 'Watch it again' }).click();
  const where = page.getByText(/^Moment \d+ of \d+$/);
  await expect(where).toBeVisible();
  const [, , last] = (await where.textContent())!.match(/Moment (\d+) of (\d+)/)!;

  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(where).toHaveText(`Moment ${last} of ${last}`);
  await page.getByRole('button', { name: 'One step back' }).click();
  await expect.poll(() => shown(page)).toBeLessThan(Number(last));
  await page.getByRole('slider', { name: 'Moment of the game' }).fill('20');
  await expect.poll(() => shown(page)).toBeLessThanOrEqual(20);
  const moment = await shown(page);
  expect(page.url()).toContain(`?at=${moment}`);
  // Clicks that come faster than the answers are steps all the same.
  const quick = (name: string) => page.getByRole('button', { name }).evaluate((button: HTMLButtonElement) => { for (let n = 0; n < 6; n++) button.click(); });
  await quick('One step on');
  await expect.poll(() => shown(page)).toBeGreaterThan(moment + 3);
  await quick('One step back');
  await expect.poll(() => shown(page)).toBe(moment);
  // Both hands lie open now, and a line of the log leads to its moment.
  await page.locator('[role=log] button').first().click();
  await expect.poll(() => shown(page)).toBeLessThan(moment);

  // A game of a site is in the browser that played it.
  const other = place === 'site' ? await page.context().newPage() : await stranger(browser, baseURL);
  await other.goto(`${new URL(page.url()).pathname}?at=${moment}`);
  await expect(other.locator('.table')).toHaveAttribute('data-at', String(moment));
  await (place === 'site' ? other : other.context()).close();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = info.outputPath('game.json');
  await (await download).saveAs(file);
  const verified = spawnSync(binary(), ['replay', 'verify', file], { encoding: 'utf8' });
  expect(verified.status, verified.stderr + verified.stdout).toBe(0);

  await page.getByRole('button', { name: 'Analyse' }).click();
  const judged = page.getByRole('region', { name: 'What the game was decided by' });
  await expect(judged.locator('.luck li')).toHaveCount(2, { timeout: 600_000 });
  await expect(judged.locator('.luck li').first()).toContainText(/\d+ of \d+ attacks succeeded where \d+\.\d were to be expected\. The chance to win changed by [+−±]\d+\.\d points with each of \d+ rolls, [+−±]\d+\.\d with each of \d+ draws, [−±]\d+\.\d with each of \d+ decisions of their own\./);
  await expect(judged).not.toContainText('of a win');
  // The chance to win is drawn over the game, a line for each player, and said for those who do not see it.
  const drawn = judged.getByRole('img', { name: /^Chance to win over the game\. .+: \d+% at first, \d+% at the last decision; .+\.$/ });
  await expect(drawn.locator('.line')).toHaveCount(2);
  const box = (await drawn.boundingBox())!;
  expect(await drawn.locator('.line').first().evaluate((line) => (line as SVGPathElement).getBBox().width)).toBeGreaterThan(200);
  await drawn.click({ position: { x: box.width * 0.06, y: box.height / 2 } });
  await expect.poll(() => shown(page)).toBeLessThan(10);
  const slips = judged.getByRole('button');
  if ((await slips.count()) > 0) {
    // Choices are named in plain words, as on the buttons.
    const said = (await judged.locator('ol li').allInnerTexts()).flatMap((line) => [...line.matchAll(/“([^”]*)”/g)].map((m) => m[1]!));
    expect(said.length).toBeGreaterThan(1);
    for (const words of said) expect(words).toMatch(/^(Yes|No|Done|Pass|Stay|\d+|[A-Z][a-z]+ .*[^.])$/);
    await slips.first().click();
    await expect(where).toBeVisible();
  } else await expect(judged).toContainText('Nobody made a choice that cost much.');

  await page.getByRole('button', { name: 'Continue from here' }).click();
  await atTable(page);
  await look(page);
});

const shown = async (page: import('@playwright/test').Page) => Number(await page.locator('.table').getAttribute('data-at'));
