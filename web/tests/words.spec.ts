// What things are called at the table.
import { atTable, chooseEdition, expect, moreWays, newGame, test } from './support/fixtures';
import { dice, look, playUntil } from './support/player';

test('the artefact is called the artefact wherever it is named', async ({ page }) => {
  await chooseEdition(page, 'Shadespire');
  await moreWays(page);
  await page.getByRole('checkbox', { name: /Capture the artefact/ }).check();
  await page.getByRole('button', { name: 'Two on this screen' }).click();
  await atTable(page);
  const random = dice(3);
  const asks = page.locator('#bar').getByText('Choose the hex that the artefact is placed in.');
  await playUntil([page], random, async () => (await page.locator('.curtain').count()) === 0 && (await asks.count()) > 0);
  await look(page);
  const free = page.locator('.hit.can').first();
  await expect(free).toHaveAttribute('aria-label', /Place the artefact/);
  await free.hover();
  await expect(page.locator('.tip')).toContainText('You can: Place the artefact');
  const name = await free.getAttribute('data-name');
  await free.press('Enter');
  await playUntil([page], random, async () => (await page.locator('.curtain').count()) === 0 && (await asks.count()) === 0);
  await expect(page.getByRole('log')).toContainText(`places the artefact in ${name}.`);
  const lies = page.locator(`.hit[data-name="${name}"]`);
  await expect(lies).toHaveAttribute('aria-label', /the artefact/);
  await lies.hover();
  await expect(page.locator('.tip')).toContainText('The artefact: Whoever stands on it holds it');
  await expect(page.locator('.gem')).toBeVisible();
});

test('a ploy is one line of the log, unfolded by a click or by a key', async ({ page }) => {
  await newGame(page, 'Shadespire');
  const log = page.getByRole('log');
  const fold = log.getByRole('button', { name: /^Everything that .+ did$/ }).first();
  await playUntil([page], dice(5), async () => (await fold.count()) > 0);
  const line = log.locator('p', { has: page.locator('.fold') }).first();
  const next = line.locator('xpath=following-sibling::p[1]');
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(line).toContainText(/ plays .+[.…]/);
  await expect(log.locator('p.inside')).toHaveCount(0);
  await fold.click();
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await expect(next).toHaveClass(/inside/);
  await expect(log.locator('p.inside').last()).toContainText(/ discards | is in force/);
  await fold.press('Enter');
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(log.locator('p.inside')).toHaveCount(0);
});

test('the symbols of dice go by the names of the edition, in the legend as in its rules', async ({ page }) => {
  await newGame(page, 'Embergard');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const menu = page.getByRole('dialog');
  await menu.locator('summary').first().click();
  await expect(menu).toContainText('Smash: a hit for weapons with this symbol');
  await expect(menu).toContainText('Flanked: a success if one more friend than foe stands by.');
  await expect(page.locator('body')).not.toContainText(/hammer:|swords:|single support/i);
});
