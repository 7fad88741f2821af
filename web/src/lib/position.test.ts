import { expect, it } from 'vitest';
import { drawn } from '../board/drawn';
import { drawing, written } from './position';

const board = drawn(['. # .', ' s . !'], (r) => r);

it('draws a battlefield as it was read', () => {
  expect(drawing(board)).toEqual(['| . # .', '|  s . !']);
});
it('writes a position that a scenario can begin with', () => {
  const text = written({ title: 'Mine', edition: 'embergard', board, warbands: ['one', 'two'], fighters: [{ seat: 0, slug: 'anna', hex: 0, damage: 1 }], tokens: [{ hex: 4, number: 3 }], glory: [0, 2], rounds: 3, turns: 4 });
  expect(text.split('\n')).toEqual(['# Mine', 'editions: embergard', '', '```scenario', 'map', '| . # .', '|  s . !', 'territory 1 a1 b1 c1', 'territory 2 a2 b2 c2', 'warband 1 one', 'warband 2 two', 'place a1 anna damage 1', 'token 3 at b2 objective', 'glory 2 2', 'round 3 turn 4 active 1 first 2', '1 is asked: activation', '```', '']);
});
