import { describe, expect, it } from 'vitest';
import { bySeason, surprise } from './seasons';

describe('seasons', () => {
  it('keep the order in which things come', () => {
    const things = [{ season: 'B', n: 1 }, { season: 'A', n: 2 }, { season: 'B', n: 3 }];
    expect(bySeason(things)).toEqual([['B', [things[0], things[2]]], ['A', [things[1]]]]);
  });
});

describe('a surprise', () => {
  it('is another one than last time', () => {
    for (const roll of [0, 0.4, 0.99]) expect(surprise(['a', 'b', 'c'], 'b', () => roll)).not.toBe('b');
  });
  it('is the only one there is, or none', () => {
    expect(surprise(['a'], 'a')).toBe('a');
    expect(surprise([], undefined)).toBeUndefined();
  });
});
