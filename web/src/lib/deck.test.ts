import { expect, it } from 'vitest';
import type { CardFace } from '../protocol';
import { deckFromText, deckToText, drawSome, openingChance } from './deck';

const card = (name: string): CardFace => ({ id: 0, name, kind: 'ploy', deck: '', text: [], clauses: [], glory: null, surge: false, restricted: [], verified: true, number: '', warband: '', alliance: '', set: '', season: '', verbs: [], limits: [] });
const pool = ['Quick Step', 'Warrior’s Oath', 'Stone Skin'].map(card);

it('reads what it writes', () => {
  const text = deckToText('Mine', ['Quick Step', 'Stone Skin']);
  expect(deckFromText(text, pool)).toEqual({ name: 'Mine', cards: ['Quick Step', 'Stone Skin'], unknown: [] });
});
it('forgives case, apostrophes, counts and bullets, and names what it does not know', () => {
  const read = deckFromText("1x quick step\n- warrior's oath\nQuick Step\nBanana", pool);
  expect(read.cards).toEqual(['Quick Step', 'Warrior’s Oath']);
  expect(read.unknown).toEqual(['Banana']);
});
it('knows the odds of an opening hand', () => {
  expect(openingChance(3, 12)).toBe(0.25);
  expect(openingChance(5, 0)).toBe(0);
});
it('draws without putting back', () => {
  expect(new Set(drawSome([1, 2, 3, 4, 5], 5)).size).toBe(5);
});
