import { expect, test } from 'vitest';
import type { GameSummary, MatchScore } from '../protocol';
import { rubberOf, suddenNext } from './rubber';

const series = (more: Partial<MatchScore>): MatchScore => ({ best_of: 3, number: 1, won: [0, 0], next: null, id: null, sudden_death: false, decide: true, results: [], ending: null, ...more });
const game = (stage: GameSummary['stage'], score: MatchScore | null) =>
  ({ id: 'g', edition: 'shadespire', stage, clock: null, seats: [{ name: 'Ada', warband: '' }, { name: '', warband: 'The Farstriders' }], series: score }) as unknown as GameSummary;
const won = (winner: number | null, glory: [number, number] = [3, 3]) => ({ winner, glory, gone: [false, false] as [boolean, boolean] });

test('a single game and a match that a server keeps are no such match', () => {
  expect(rubberOf(game('running', null))).toBeNull();
  expect(rubberOf(game('running', series({ id: 'm' })))).toBeNull();
});

test('the score counts what has ended, and sudden death rounds follow three level games', () => {
  const first = rubberOf(game('running', series({})))!;
  expect(first.games).toHaveLength(1);
  expect(suddenNext(first)).toBe(false);
  const level = rubberOf(game('over', series({ number: 3, won: [1, 1], results: [won(0, [7, 2]), won(1, [1, 6]), won(null)] })))!;
  expect(level.sides.map((side) => [side.name, side.won, side.glory])).toEqual([['Ada', 1, 11], ['The Farstriders', 1, 11]]);
  expect(suddenNext(level)).toBe(true);
  const ending = { winner: 1, how: 'sudden-death' as const, rolls: null };
  const end = rubberOf(game('over', series({ number: 3, won: [1, 1], sudden_death: true, ending, results: [won(0, [7, 2]), won(1, [1, 6]), won(null), won(1, [9, 9])] })))!;
  expect(end.sides[0]!.glory).toBe(11);
  expect(end.games.map((g) => g.sudden_death)).toEqual([false, false, false, true]);
  expect([end.stage, suddenNext(end)]).toEqual(['over', false]);
});
