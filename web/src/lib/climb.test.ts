import { expect, it } from 'vitest';
import type { ClimbStep } from '../protocol';
import { climb } from './climb';

const step = (...order: string[]): ClimbStep => ({ when: 0, what: 'won', players: [], order });

it('draws a line for each player from rung to rung', () => {
  const [ada, bo] = climb([step('Bo'), step('Bo', 'Ada'), step('Ada', 'Bo')], null);
  expect(ada).toEqual({ name: 'Ada', parts: [[[1, 2], [2, 1]]], from: 2, to: 1 });
  expect(bo?.parts).toEqual([[[0, 1], [1, 1], [2, 2]]]);
});

it('breaks the line of whoever left and came back', () => {
  const [, ada] = climb([step('Bo', 'Ada'), step('Bo'), step('Bo', 'Ada')], null);
  expect(ada?.parts).toEqual([[[0, 2]], [[2, 2]]]);
});

it('shows the highest and oneself, over the last steps only', () => {
  const many = Array.from({ length: 12 }, (_, n) => `P${n}`);
  const lines = climb([step(...many), step(...many)], 'P11', 8, 1);
  expect(lines.map((line) => line.name)).toEqual([...many.slice(0, 8), 'P11']);
  expect(lines[0]?.parts).toEqual([[[0, 1]]]);
  expect(climb([], 'Ada')).toEqual([]);
});
