// What lies still while the game goes on: the board keeps its size whatever is asked.
import type { Page } from '@playwright/test';
import { expect, newGame, stranger, test } from './support/fixtures';
import { dice, look, press, step } from './support/player';

const fieldOf = async (page: Page) => {
  const box = (await page.locator('.field').boundingBox())!;
  return [box.x, box.y, box.width, box.height].map(Math.round).join(' ');
};

for (const [width, height] of [[390, 844], [768, 1024], [1280, 800], [1920, 1080]] as const) {
  test(`the board keeps its size whatever is asked, ${width} pixels`, async ({ browser, baseURL }) => {
    const page = await stranger(browser, baseURL, { viewport: { width, height }, hasTouch: width < 1000 });
    await newGame(page, 'Harrowdeep');
    await look(page);
    const first = await fieldOf(page);
    const random = dice(3);
    const questions = new Set<string>();
    for (let i = 0; i < 70; i++) {
      if (!(await step(page, random))) break;
      questions.add((await page.locator('#bar .question').innerText()).trim());
      expect(await fieldOf(page), [...questions].at(-1)).toBe(first);
    }
    expect(questions.size).toBeGreaterThan(8);
    await page.context().close();
  });
}

test('a refusal takes no room from the board', async ({ page }) => {
  await newGame(page, 'Shadespire');
  const random = dice(12);
  const greyed = page.locator('.options .btn[aria-disabled=true]');
  for (let i = 0; i < 200 && (await greyed.count()) === 0; i++) expect(await step(page, random)).toBe(true);
  for (const [width, height] of [[390, 844], [1280, 800]] as const) {
    await page.setViewportSize({ width, height });
    // The table is laid out anew for another screen.
    await look(page);
    const before = await fieldOf(page);
    await press(greyed.first());
    await expect(page.locator('.note.why')).toBeVisible();
    expect(await fieldOf(page)).toBe(before);
    await page.locator('.note.why .x').click();
  }
});

for (const [width, height] of [[390, 844], [1280, 800]] as const) {
  test(`a lesson's board keeps its size from step to step, ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/learn/quick-start');
    await expect(page.getByText('Step 1 of 14')).toBeVisible();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const first = await fieldOf(page);
    await page.locator('.hit[data-name="a3"]').click({ force: true });
    await page.getByRole('button', { name: /^Move/ }).click();
    await page.locator('.hit[data-name="d3"]').click({ force: true });
    const goOn = page.getByRole('button', { name: 'Go on' });
    await expect(goOn).toBeVisible();
    expect(await fieldOf(page)).toBe(first);
    await goOn.click();
    await expect(page.getByText('Step 2 of 14')).toBeVisible();
    expect(await fieldOf(page)).toBe(first);
    // The board takes clicks everywhere once the dice that lie on it are gone.
    const charge = page.getByRole('button', { name: /^Charge/ });
    await expect(async () => {
      await page.locator('.hit[data-name="c5"]').click({ force: true });
      await expect(charge).toBeVisible({ timeout: 2000 });
    }).toPass();
    await charge.click();
    await page.locator('.hit[data-name="d4"]').click({ force: true });
    await expect(page.getByText('Step 3 of 14')).toBeVisible();
    expect(await fieldOf(page)).toBe(first);
  });
}
