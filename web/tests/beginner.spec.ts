// The way of somebody who has never played: the front page, a first lesson, a puzzle, and a game with a coach at their side.
import { expect, stranger, test } from './support/fixtures';
import { dice, look, playUntil, step } from './support/player';

for (const [width, height] of [[390, 844], [1920, 1080]] as const) {
  test(`a beginner finds the way from the front page over a lesson and a puzzle into a first game, ${width} pixels`, async ({ browser, baseURL }, info) => {
    const page = await stranger(browser, baseURL, { viewport: { width, height }, hasTouch: width < 500, colorScheme: width < 500 ? 'light' : 'dark' });
    const shot = async (name: string) => page.screenshot({ path: info.outputPath(`${name}.png`) });
    const hex = (name: string) => page.locator(`.hit[data-name="${name}"]`).click({ force: true });

    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Play now' })).toBeEnabled();
    await shot('1-front');
    await page.getByRole('main').getByRole('link', { name: 'Learn it in ten minutes' }).click();
    await expect(page.getByRole('link', { name: /Quick start/ })).toBeVisible();
    await shot('2-lessons');

    // The first step of the first lesson says what to do; a wrong hex is answered by the rule, the right one leads on.
    await page.getByRole('link', { name: /Quick start/ }).click();
    await expect(page.getByText('Step 1 of 14')).toBeVisible();
    await shot('3-lesson');
    // The teacher alone explains: no notes and no hints beside the lesson.
    await expect(page.locator('.firstnote, .what')).toHaveCount(0);
    await hex('a3');
    // Too far away, and on a phone not in sight: the board is walked over by keys.
    await page.locator('.hit[data-name="f5"]').press('Enter');
    await expect(page.locator('.note.why')).toBeVisible();
    await shot('4-refusal');
    await page.keyboard.press('Escape');
    await hex('a3');
    await page.getByRole('button', { name: /^Move/ }).click();
    await hex('d3');
    await expect(page.getByRole('button', { name: 'Go on' })).toBeVisible();
    await shot('5-scene');

    // The puzzle of the day, answered wrongly: what wins more often, and why.
    await page.goto('/puzzles');
    await page.getByRole('link', { name: /Puzzle of the day/ }).click();
    await expect(page.getByText('The last turn of the game is yours')).toBeVisible();
    await shot('6-puzzle');
    await expect(page.locator('.firstnote, .what')).toHaveCount(0);
    await page.getByRole('button', { name: /^Pass/ }).click();
    await expect(page.getByText('Not the best.')).toBeVisible();
    await expect(page.getByText('What wins most often')).toBeVisible();
    await shot('7-verdict');

    // A first game. The coach has something to say about every decision up to the end of the first round, then says farewell.
    await page.goto('/learn');
    await page.getByRole('button', { name: 'A game with a coach' }).click();
    const coach = page.locator('.coach p:not(.unseen)');
    await expect(coach).toContainText('Coach');
    await look(page);
    await shot('8-set-up');
    const random = dice(3);
    const round = async () => Number(/Round (\d)/.exec(await page.locator('.where').innerText())?.[1] ?? 0);
    const field = async () => JSON.stringify(await page.locator('.field').boundingBox());
    const first = await field();
    let decisions = 0;
    for (; (await round()) < 2; decisions++) {
      const seen = await look(page);
      expect(seen.over, 'the first round comes to its end').toBe(false);
      if ((await round()) < 2) expect(((await coach.innerText()).replace('Coach', '').trim()).length, 'the coach says something').toBeGreaterThan(20);
      expect(await field(), 'the board keeps its size').toBe(first);
      if (decisions === 20) await shot('9-first-round');
      await step(page, random);
    }
    expect(decisions).toBeGreaterThan(20);
    await playUntil([page], random, async () => /from here/i.test(await coach.innerText()));
    await shot('10-farewell');
    await page.context().close();
  });
}
