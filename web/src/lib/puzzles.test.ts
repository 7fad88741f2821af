import { expect, it } from 'vitest';
import type { PuzzleFace } from '../protocol';
import { dayOf, headOf, ofTheDay, streak } from './puzzles';

const faces = (n: number) => Array.from({ length: n }, (_, i) => ({ edition: 'x', id: `${i}` }) as PuzzleFace);

it('counts days by the calendar of whoever looks', () => {
  expect(dayOf(new Date(2026, 0, 2, 0, 1)) - dayOf(new Date(2026, 0, 1, 23, 59))).toBe(1);
});
it('shows another puzzle every day until all were shown', () => {
  for (const n of [25, 26, 40]) expect(new Set(Array.from({ length: n }, (_, day) => ofTheDay(faces(n), 20_000 + day)!.id)).size).toBe(n);
  expect(ofTheDay([], 5)).toBeUndefined();
});
it('keeps a streak alive through today and breaks it after a day without', () => {
  expect(streak([5, 6, 7], 7)).toBe(3);
  expect(streak([5, 6, 7], 8)).toBe(3);
  expect(streak([5, 6, 7], 9)).toBe(0);
  expect(streak([5, 7], 7)).toBe(1);
});
it('reads the head of a puzzle file', () => {
  expect(headOf('# My puzzle\neditions: harrowdeep\n\n```scenario\nmap\n```\n')).toEqual({ title: 'My puzzle', edition: 'harrowdeep' });
  expect(headOf('nothing of the kind')).toEqual({ title: '', edition: null });
});
