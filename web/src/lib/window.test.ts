import { describe, expect, it } from 'vitest';
import { windowOf } from './window';

const ten = () => 10;

describe('the part of a list that is in sight', () => {
  it('is the beginning at first', () => expect(windowOf(100, ten, -50, 40, 1)).toEqual({ first: 0, end: 5, before: 0, after: 950 }));
  it('has spare rows on both sides', () => expect(windowOf(100, ten, 500, 530, 2)).toEqual({ first: 48, end: 55, before: 480, after: 450 }));
  it('ends with the list', () => expect(windowOf(100, ten, 2000, 2100, 2)).toEqual({ first: 97, end: 100, before: 970, after: 0 }));
  it('minds how high rows are', () => expect(windowOf(3, (row) => [100, 10, 10][row]!, 50, 60, 0)).toEqual({ first: 0, end: 1, before: 0, after: 20 }));
  it('is nothing of an empty list', () => expect(windowOf(0, ten, 0, 100, 2)).toEqual({ first: 0, end: 0, before: 0, after: 0 }));
});
