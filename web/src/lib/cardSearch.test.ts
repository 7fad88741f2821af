import { describe, expect, it } from 'vitest';
import type { CardFace } from '../protocol';
import { anything, search, usable, type Search } from './cardSearch';

const card = (name: string, more: Partial<CardFace> = {}): CardFace => ({
  id: 0, name, kind: 'ploy', deck: 'Universal', text: [], clauses: [], glory: null, surge: false, restricted: [], verified: true, number: '',
  warband: '', alliance: '', set: 'Core', season: 'First', verbs: [], limits: [], ...more,
});
const cards = [
  card('Sidestep', { text: ['Push a friend by 1 hex.'], verbs: ['push'] }),
  card('Supremacy', { kind: 'objective', glory: 3, set: 'Later' }),
  card('Great Strength', { kind: 'upgrade', glory: 1, limits: [['nemesis', 'restricted']] }),
  card('Waaagh!', { warband: 'Boyz', verbs: ['push', 'damage'] }),
  card('Banned', { limits: [['nemesis', 'forsaken']] }),
  card('Castellan', { alliance: 'order' }),
];
const by = { warband: 'Boyz', alliance: 'destruction', format: 'nemesis' };
const names = (wanted: Partial<Search>) => search(cards, { ...anything, ...wanted }, by).map((c) => c.name);

describe('cards are looked up', () => {
  it('by words in any order, wherever they stand', () => expect(names({ words: 'hex PUSH' })).toEqual(['Sidestep']));
  it('by kind, verb, glory and set', () => {
    expect(names({ kind: 'Objective' })).toEqual(['Supremacy']);
    expect(names({ verb: 'push' })).toEqual(['Sidestep', 'Waaagh!']);
    expect(names({ glory: '3' })).toEqual(['Supremacy']);
    expect(names({ set: 'Later' })).toEqual(['Supremacy']);
  });
  it('by what the warband may have in the format', () => {
    expect(names({ legal: 'usable' })).toEqual(['Sidestep', 'Supremacy', 'Great Strength', 'Waaagh!']);
    expect(names({ legal: 'own' })).toEqual(['Waaagh!']);
    expect(names({ legal: 'limited' })).toEqual(['Great Strength', 'Banned']);
    expect(usable(cards[4]!, { ...by, format: 'rivals' })).toBe(true);
  });
});
