// Choosing among many: warbands, decks and boards for each side, and the deck builder with all cards of two seasons.
import { findings } from './support/axe';
import { atTable, chooseEdition, expect, test } from './support/fixtures';

test('a warband is chosen from a gallery by season, with its picture and figures', async ({ page }) => {
  await chooseEdition(page, 'Nightvault');
  const mine = page.getByRole('region', { name: 'Your side' });
  await expect(mine.getByText('Fighters and figures')).toBeVisible();
  await mine.getByRole('button', { name: 'Browse warbands for you' }).click();
  const gallery = page.getByRole('dialog', { name: 'Browse warbands for you' });
  await expect(gallery.getByRole('heading', { level: 3 })).toHaveText(['Nightvault', 'Shadespire']);
  await gallery.getByLabel('Season').selectOption('Shadespire');
  await gallery.getByLabel('Search').fill('skritch');
  await expect(gallery.getByRole('status')).toHaveText('1 warband');
  expect(await findings(page)).toEqual([]);
  await gallery.getByRole('button', { name: /Spiteclaw's Swarm/ }).press('Enter');
  await expect(gallery).toHaveCount(0);
  await expect(mine.getByLabel('Your warband')).toHaveValue("Spiteclaw's Swarm");
  await expect(mine.locator('.portrait .figures svg')).toHaveCount(5);
  await expect(mine.getByText(/Fast: Move 5\.0 on average/)).toBeVisible();
  await mine.getByText('Fighters and figures').click();
  await expect(mine.getByRole('article', { name: 'Skritch Spiteclaw' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test('a surprise is another warband, and the table is laid with what was chosen', async ({ page }) => {
  await chooseEdition(page, 'Shadespire');
  const theirs = page.getByRole('region', { name: 'Their side' });
  const field = theirs.getByLabel('Their warband');
  await expect(field.locator('option').first()).toHaveText("As usual: Steelheart's Champions");
  await theirs.getByRole('button', { name: 'Surprise me with one for them' }).click();
  await expect(field).not.toHaveValue('');
  await expect(field).not.toHaveValue("Steelheart's Champions");
  await page.getByLabel('Your warband').selectOption("Ironskull's Boyz");
  await page.getByLabel('Your deck').selectOption({ label: "Ironskull's Boyz Starter" });
  // A deck goes with its warband.
  await page.getByLabel('Your warband').selectOption('The Farstriders');
  await expect(page.getByLabel('Your deck')).toHaveValue('');
  await page.getByLabel('Your board').selectOption('Living Rock');
  await page.getByLabel('Their board').selectOption('Abandoned Lair');
  await expect(page.getByRole('img', { name: 'Living Rock' })).toBeVisible();
  await page.getByRole('button', { name: 'Play now' }).click();
  await atTable(page);
  await expect(page.getByRole('log')).toContainText('Living Rock');
  await expect(page.getByRole('log')).toContainText('Abandoned Lair');
  await expect(page.locator('.side[data-seat="1"] h2')).toContainText('The Farstriders');
});

test('what is known from one source is said beside the figures', async ({ page }) => {
  await chooseEdition(page, 'Embergard');
  const mine = page.getByRole('region', { name: 'Your side' });
  await mine.getByLabel('Your warband').selectOption("Morgok's Krushas");
  await mine.getByText('Fighters and figures').click();
  await expect(mine.getByText(/How well this is known: .*from one source/)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Board', exact: true })).toBeVisible();
});

test('the deck builder draws only the cards in sight, and finds any of them', async ({ page }) => {
  await page.goto('/decks/nightvault');
  const cards = page.locator('.cards > li');
  await expect(cards.first()).toBeVisible();
  const all = Number((await page.locator('.browse [role=status]').textContent())!.split(' ')[0]);
  expect(all).toBeGreaterThan(700);
  expect(await cards.count()).toBeLessThan(80);
  await expect(cards.first()).toHaveAttribute('aria-setsize', String(all));
  // The end of the list is reached by scrolling, and it is the last card.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(cards.last()).toHaveAttribute('aria-posinset', String(all), { timeout: 500 });
  }).toPass();
  expect(await cards.count()).toBeLessThan(80);
  await page.getByLabel('Search names and texts').fill('sidestep');
  await expect(page.getByRole('article', { name: 'Sidestep', exact: true })).toBeVisible();
  await page.getByLabel('Search names and texts').fill('');
  const found = page.locator('.browse [role=status]');
  await page.getByLabel('Kind').selectOption('Objective');
  await page.getByRole('combobox', { name: 'Glory', exact: true }).selectOption('5');
  await page.getByRole('combobox', { name: 'Set', exact: true }).selectOption('Sepulchral Guard');
  await expect(found).toHaveText('1 card');
  await expect(page.getByRole('article', { name: 'Claim the City' })).toBeVisible();
  await page.getByLabel('Kind').selectOption('');
  await page.getByRole('combobox', { name: 'Glory', exact: true }).selectOption('');
  await page.getByLabel('What it does').selectOption('push');
  await expect(page.getByRole('article', { name: 'Terrifying Screams' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Claim the City' })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Set', exact: true }).selectOption('');
  await page.getByLabel('What it does').selectOption('');
  await page.getByRole('combobox', { name: 'Warband', exact: true }).selectOption("Ironskull's Boyz");
  await page.getByLabel('For this deck').selectOption('own');
  await expect(found).toHaveText('31 cards');
  expect(await findings(page)).toEqual([]);
});

test('a legal deck is suggested, and one that was begun is filled up', async ({ page }) => {
  await page.goto('/decks/shadespire');
  await page.getByRole('combobox', { name: 'Warband', exact: true }).selectOption("Magore's Fiends");
  await page.getByRole('button', { name: 'Suggest a deck to start from' }).click();
  await expect(page.getByText('This deck is legal.')).toBeVisible();
  await page.getByRole('button', { name: 'Empty the deck' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Replace it' }).click();
  await page.getByLabel('Search names and texts').fill('shield bash');
  await page.getByRole('button', { name: 'Add Shield Bash' }).click();
  await page.getByLabel('Search names and texts').fill('supremacy');
  await page.getByRole('button', { name: 'Add Supremacy', exact: true }).click();
  await page.getByRole('button', { name: 'Fill it up' }).click();
  await expect(page.getByText('Could not stay: Shield Bash')).toBeVisible();
  await expect(page.getByText('This deck is legal.')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Your deck' }).getByRole('button', { name: 'Take out Supremacy' })).toBeVisible();
});
