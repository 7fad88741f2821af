import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, newGame, test } from './support/fixtures';
import { binary } from './support/server';
import { said } from './support/site';

test('the start page says that the project is unofficial, without scrolling', async ({ page }) => {
  for (const [width, height] of [[390, 844], [1280, 800]] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await expect(page.getByText(/unofficial project, not connected with or endorsed by/)).toBeInViewport();
  }
});

test('the deck builder builds, names what is wrong, and keeps a deck', async ({ page }) => {
  await page.goto('/decks/embergard');
  await page.getByRole('button', { name: /^Add / }).first().click();
  await expect(page.getByText('Not legal yet')).toBeVisible();
  await expect(page.locator('.problems li').first()).toBeVisible();
  const ready = page.getByLabel('Start from a ready-made deck');
  await ready.selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Replace it' }).click();
  await expect(page.getByText('This deck is legal.')).toBeVisible();
  await page.getByRole('button', { name: 'Draw a test hand' }).click();
  await expect(page.locator('.hand .tab')).toHaveCount(8);
  await page.getByText('Import or export as text').click();
  const text = page.getByRole('textbox', { name: 'Import or export as text' });
  await text.focus();
  const lines = (await text.inputValue()).split('\n');
  expect(lines.length).toBeGreaterThan(20);
  await text.fill([...lines.slice(0, 5), 'No Such Card'].join('\n'));
  await page.getByRole('button', { name: 'Use this text' }).click();
  await expect(page.getByText('Not found: No Such Card')).toBeVisible();
  await page.getByRole('button', { name: 'Keep it in this browser' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Kept decks' })).toBeVisible();
});

test('the rules can be searched and set side by side', async ({ page }) => {
  await page.goto('/rules/harrowdeep');
  await page.getByLabel('Search the rules').fill('drive');
  await expect(page.locator('.rule').first()).toContainText(/drive/i);
  await page.getByLabel('Beside it').selectOption('embergard');
  await expect(page.locator('.pair.heads').first()).toContainText('Embergard');
});

test('the first lesson is played through on the real engine, from two fighters to everybody', async ({ page }) => {
  await page.goto('/learn');
  await page.getByRole('link', { name: /Quick start/ }).click();
  const hex = (name: string) => page.locator(`.hit[data-name="${name}"]`).click({ force: true });
  const step = (n: number) => expect(page.getByText(`Step ${n} of 14`)).toBeVisible();
  const fighters = (n: number) => expect(page.locator('.board .token')).toHaveCount(n);
  const goOn = () => page.getByRole('button', { name: 'Go on' }).click();
  /** The board takes clicks again once what the opponent did has been shown. */
  const press = (name: string, then: ReturnType<typeof page.locator>) => expect(async () => {
    await hex(name);
    await expect(then).toBeVisible({ timeout: 2000 });
  }).toPass();
  await step(1);
  await fighters(2);
  await hex('a3');
  // A hex out of reach is answered by the rule itself.
  await hex('f5');
  await expect(page.locator('.note.why')).toBeVisible();
  await page.keyboard.press('Escape');
  await hex('a3');
  await page.getByRole('button', { name: /^Move/ }).click();
  await hex('d3');
  await expect(page.getByRole('status').getByText('Now Angharad joins him.')).toBeVisible();
  await goOn();
  await step(2);
  await fighters(3);
  const charge = page.getByRole('button', { name: /^Charge/ });
  await press('c5', charge);
  await charge.click();
  await hex('d4');
  await step(3);
  await page.locator('.hit[data-name="e3"]').hover({ force: true });
  await expect(page.locator('.middle .odds').first()).toContainText(/hit\s*\d+%/);
  await hex('e3');
  await step(4);
  await page.getByRole('button', { name: /Leave/ }).first().click();
  await expect(page.getByRole('status').getByText('Now Blooded Saek joins Garrek.')).toBeVisible();
  await goOn();
  await step(5);
  await fighters(4);
  await press('d3', page.locator('.question .btn'));
  await hex('e3');
  await page.getByRole('button', { name: /Sigmarite Broadsword/ }).first().click();
  await step(6);
  const guard = page.getByRole('button', { name: /^Guard/ });
  await press('d3', guard);
  await guard.click();
  await step(7);
  await page.locator('#bar').getByRole('button', { name: /You/ }).first().click();
  await expect(page.getByRole('status').getByText('Now come cards.')).toBeVisible();
  await goOn();
  await step(8);
  await fighters(3);
  await page.locator('#hand').getByRole('button', { name: /Great Strength/ }).first().click();
  await page.getByRole('button', { name: /Angharad/ }).first().click();
  await step(9);
  await page.getByRole('button', { name: /^Pass/ }).click();
  await step(10);
  await press('d4', page.locator('.question .btn'));
  await hex('c4');
  await expect(page.getByRole('status').getByText('Now all the others join.')).toBeVisible();
  await goOn();
  await step(11);
  await fighters(8);
  const move = page.getByRole('button', { name: /^Move/ });
  await press('d6', move);
  await move.click();
  await hex('d4');
  await step(12);
  await press('b5', charge);
  await charge.click();
  await hex('d3');
  await step(13);
  await press('d2', page.getByText('Step 14 of 14'));
  await hex('e1');
  await expect(page.getByText('Well done.')).toBeVisible();
  await page.getByRole('link', { name: /Next lesson/ }).click();
  await expect(page).toHaveURL(/objectives/);
  await expect(page.getByText('Step 1 of')).toBeVisible();
});

test('a puzzle of one’s own is made, saved as a scenario file, opened again and played', async ({ page }, info) => {
  await page.goto('/puzzles/shadespire');
  await page.getByRole('link', { name: 'Make one of your own' }).click();
  const hexes = page.locator('svg .hit');
  await expect(hexes.first()).toBeVisible();
  await page.getByLabel('Title').fill('One blow');
  const put = async (who: string, name: string) => {
    await page.getByRole('button', { name: who, exact: true }).click();
    await page.locator(`.hit[data-name="${name}"]`).press('Enter');
  };
  await put('Severin Steelheart', 'e3');
  await put('Garrek Gorebeard', 'd3');
  await page.getByLabel('Damage on Severin Steelheart').fill('3');
  await page.getByLabel('Damage on Severin Steelheart').blur();
  await expect(page.locator('pre')).toContainText('place e3 severin-steelheart damage 3');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save the file' }).click();
  const file = info.outputPath('puzzle.md');
  await (await download).saveAs(file);
  // The file is one that the terminal reads.
  expect(said(binary(), ['scenario', file])).toContain('1 passed, 0 failed');
  await page.getByLabel('Open a file').setInputFiles(file);
  await expect(page).toHaveURL(/\/puzzles\/shadespire\/own$/);
  await expect(page.getByText('One blow')).toBeVisible();
  await page.getByRole('button', { name: /^Pass/ }).click();
  await expect(page.getByText('Not the best.')).toBeVisible();
  await expect(page.locator('.why').first()).toContainText('Severin Steelheart falls');
  await expect(page.locator('.why').nth(1)).toContainText('Severin Steelheart never falls');
  await page.getByRole('button', { name: 'Look at the position again' }).click();
  await page.locator('.hit[data-name="d3"]').click({ force: true });
  await page.locator('.hit[data-name="e3"]').click({ force: true });
  await expect(page.getByText('That is it.')).toBeVisible();
  // A file of something else is answered with what is wrong.
  writeFileSync(file, 'Nothing of the kind.');
  await page.getByRole('link', { name: 'Back to the workbench' }).click();
  await page.getByLabel('Open a file').setInputFiles(file);
  await expect(page.getByText('The file should hold one scenario, the position of the puzzle.')).toBeVisible();
});

test('a puzzle is answered with odds and reasons, and the try is remembered', async ({ page }) => {
  await page.goto('/puzzles/harrowdeep/01');
  await expect(page.getByText('The last turn of the game is yours')).toBeVisible();
  await page.getByRole('button', { name: /^Pass/ }).click();
  await expect(page.getByText('Not the best.')).toBeVisible();
  await expect(page.getByText('What wins most often')).toBeVisible();
  await expect(page.locator('.why').first()).toContainText('% of the games');
  await page.getByRole('link', { name: 'All puzzles' }).click();
  await expect(page.getByText('Tried')).toBeVisible();
});

test('a coach explains the first decisions and can be sent away', async ({ page }) => {
  await page.goto('/learn');
  await page.getByRole('button', { name: 'A game with a coach' }).click();
  await expect(page.locator('.coach p:not(.unseen) .step')).toHaveText('Coach');
  await page.getByRole('button', { name: 'Play on without the coach' }).click();
  await expect(page.locator('.coach')).toHaveCount(0);
  await page.reload();
  await expect(page.locator('.question')).toBeVisible();
  await expect(page.locator('.coach')).toHaveCount(0);
});

test('a rule behind a line of the log is one click away', async ({ page }) => {
  await newGame(page, 'Embergard');
  const title = await page.locator('[role=log] a.rule').first().getAttribute('aria-label');
  await page.locator('[role=log] a.rule').first().click();
  const note = page.getByRole('dialog');
  await expect(note.locator('.text')).not.toBeEmpty();
  await page.keyboard.press('Escape');
  await expect(note).toHaveCount(0);
  await page.locator('[role=log] a.rule').first().click();
  await note.getByRole('link', { name: 'Open it in the rules' }).click();
  await expect(page.locator('.rule.here')).toBeVisible();
  expect(decodeURIComponent(page.url())).toContain(title!.split(': ')[1]!);
});

test('the first load is small', async ({ page, baseURL }) => {
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (r) => {
    if (r.url().startsWith(baseURL!)) sizes.set(r.url(), r.body().then((body) => (/woff2|png/.test(r.url()) ? body : gzipSync(body)).length, () => 0));
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Play now' })).toBeEnabled();
  const bytes = (await Promise.all(sizes.values())).reduce((a, b) => a + b, 0);
  console.log(`first load: ${sizes.size} files, ${(bytes / 1000).toFixed(1)} KB gzipped`);
  expect(bytes).toBeLessThan(200_000);
});
