import { expect, it } from 'vitest';
import { emblemsOf, shortName } from './emblem';

it('gives no two warbands of a table the same emblem', () => {
  const four = emblemsOf(['Lantern Guard', 'Lantern Guard', 'Lantern Guard', 'Mudtooth Pack']);
  expect(new Set(four).size).toBe(4);
});
it('drops titles from long names', () => {
  expect(shortName('Ilse the Quick')).toBe('Ilse');
  expect(shortName('Old Marrec')).toBe('Old Marrec');
});
