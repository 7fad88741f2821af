import { expect, test } from './support/fixtures';
import { dice, playOut, step } from './support/player';

test('two browsers play to the end through an invitation', async ({ page, browser, baseURL }) => {
  await page.goto('/');
  await page.getByRole('radio', { name: /Shadespire/ }).check({ force: true });
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Your name').blur();
  await page.getByRole('button', { name: 'Play with a friend' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for the others' })).toBeVisible();
  const link = await page.getByLabel('Invitation 1').inputValue();
  expect(link.startsWith(baseURL!)).toBe(true);

  const friend = await (await browser.newContext()).newPage();
  await friend.goto(link);
  await friend.getByLabel('Your name').fill('Bo');
  await friend.getByLabel('Your name').blur();
  await friend.getByRole('button', { name: 'Sit down and play' }).click();
  await expect(friend.locator('.tracker')).toContainText('Ada');
  await expect(page.locator('.tracker')).toContainText('Bo');
  await playOut([page, friend], 5);
  for (const each of [page, friend]) {
    await expect(each.locator('.tracker')).toContainText('The end');
    await expect(each.locator('#bar')).toContainText(/wins|draw/i);
  }
  await friend.context().close();
});

test('four players share a table', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('radio', { name: /Shadespire/ }).check({ force: true });
  await page.getByText('More ways to play').click();
  await page.getByLabel('Players').selectOption('4');
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL(/\/game\//);
  await expect(page.locator('.glories li')).toHaveCount(4);
  const random = dice(3);
  const where = page.locator('.where');
  for (let i = 0; i < 600 && !/Round 2/.test((await where.textContent()) ?? ''); i++) expect(await step(page, random)).toBe(true);
  await expect(where).toContainText('Round 2');
});

test('two people on one screen hand it over', async ({ page }) => {
  await page.goto('/');
  await page.getByText('More ways to play').click();
  await page.getByRole('button', { name: 'Two on this screen' }).click();
  await page.waitForURL(/\/game\//);
  await expect(page.getByRole('button', { name: /^I am / })).toBeVisible();
});

test('a spectator sees the table and no hand', async ({ page, browser }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL(/\/game\//);
  const other = await (await browser.newContext()).newPage();
  await other.goto(page.url());
  await expect(other.locator('.tracker')).toBeVisible();
  await expect(other.locator('.tab')).toHaveCount(0);
  await other.context().close();
});
