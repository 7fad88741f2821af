import { expect, it } from 'vitest';
import type { CardFace } from '../protocol';
import { usedText } from './used';

const card: CardFace = { id: 0, name: 'Scroll', kind: 'warscroll', deck: '', text: ['Inspire.', 'First ability.', 'Second ability.'], clauses: [0, 1, 1, 2], glory: null, surge: false, restricted: [], verified: true, number: '', warband: '', alliance: '', set: '', season: '', verbs: [], limits: [] };

it('is the paragraph of the clause', () => {
  expect(usedText(card, 2)).toEqual(['First ability.']);
  expect(usedText(card, 3)).toEqual(['Second ability.']);
});
it('is the whole card where no clause is named', () => {
  expect(usedText(card, undefined)).toEqual(card.text);
  expect(usedText(card, 9)).toEqual(card.text);
  expect(usedText(undefined, 1)).toEqual([]);
});
