import { expect, newGame, test } from './support/fixtures';
import { dice, look, step } from './support/player';

test('a game by keyboard only', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Play now' })).toBeEnabled();
  await page.getByRole('button', { name: 'Play now' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/game\//);
  await page.locator('.tracker').waitFor();
  const random = dice(4);
  const first = Number((await look(page)).at);
  for (let i = 0; i < 220; i++) {
    const seen = await look(page);
    if (seen.over || (Number(seen.at) > first + 25 && seen.mine)) break;
    if (!seen.mine) {
      await page.waitForTimeout(40);
      continue;
    }
    const numbered = [...seen.options, ...(seen.picked ? [] : seen.quiet)].filter((n) => n < 9);
    if (seen.hexes.length > 0 && random() < 0.7) {
      await page.keyboard.press('b');
      for (let n = Math.floor(random() * 3); n > 0; n--) await page.keyboard.press('n');
      if (!seen.hexes.includes((await page.evaluate(() => document.activeElement?.getAttribute('data-name'))) ?? '')) await page.keyboard.press('n');
      await page.keyboard.press('Enter');
    } else if (numbered.length > 0) await page.keyboard.press(String(numbered[Math.floor(random() * numbered.length)]! + 1));
    else await page.keyboard.press('Escape');
    if (!seen.picked && seen.able > 0 && random() < 0.5) {
      await page.keyboard.press('b');
      await page.keyboard.press('n');
      await page.keyboard.press('Enter');
    }
  }
  expect(Number((await look(page)).at)).toBeGreaterThan(first + 20);
});

test('a phone shows board, drawer and the decision bar, and nothing scrolls sideways', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, baseURL });
  const page = await context.newPage();
  await newGame(page, 'Embergard');
  const random = dice(6);
  for (let i = 0; i < 60; i++) {
    await step(page, random);
    if (i % 10 === 0) {
      const box = await page.locator('#bar').boundingBox();
      expect(box!.y + Math.min(box!.height, 60)).toBeLessThanOrEqual(844);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
  }
  for (const tab of ['Fighters', 'Rivals', 'Log', 'Hand']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
  }
  await context.close();
});

test('one’s own step is taken back freely, a roll is not', async ({ page }) => {
  await newGame(page, 'Embergard');
  const random = dice(8);
  const undo = page.getByRole('button', { name: 'Take it back' });
  let taken = false;
  let refused = false;
  for (let i = 0; i < 260 && !(taken && refused); i++) {
    const before = await look(page);
    if (before.over) break;
    await step(page, random);
    if (i % 6 !== 5 || (await undo.isDisabled())) continue;
    const log = await page.locator('[role=log] p').count();
    await undo.click();
    await page.waitForTimeout(250);
    const said = await page.locator('.note.why').allTextContents();
    if (said.length > 0) refused = true;
    else if ((await page.locator('[role=log] p').count()) < log) taken = true;
  }
  expect(taken).toBe(true);
  expect(refused).toBe(true);
});
