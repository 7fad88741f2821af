import { expect, newGame, test } from './support/fixtures';
import { playOut } from './support/player';

for (const [n, edition] of ['Shadespire', 'Nightvault', 'Harrowdeep', 'Embergard'].entries()) {
  test(`a complete game of ${edition} against the beginner, by clicking`, async ({ page }) => {
    await newGame(page, edition);
    await playOut([page], 11 + n);
    const end = page.getByRole('dialog');
    await expect(end).toContainText(/Victory|Defeat|A draw/);
    await expect(end.getByRole('img', { name: /Glory over time/ })).toBeVisible();
    // Every line of the log has its rule.
    const story = await page.request.get(`/api/games/${page.url().split('/').pop()}/story`);
    const { log } = (await story.json()) as { log: { rule: string | null; text: string }[] };
    expect(log.length).toBeGreaterThan(50);
    expect(log.filter((line) => !line.rule).map((line) => line.text)).toEqual([]);
    await end.getByRole('link', { name: 'Watch it again' }).click();
    await expect(page).toHaveURL(/\/replay\//);
    await page.getByRole('button', { name: 'One step on' }).click();
    await expect(page.getByText(/^Moment \d+ of \d+$/)).toBeVisible();
  });
}
