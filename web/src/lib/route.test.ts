import { expect, it } from 'vitest';
import { parse } from './route';

it('knows its pages and nothing else', () => {
  expect(parse('/')).toEqual({ page: 'start' });
  expect(parse('/lobby')).toEqual({ page: 'start' });
  expect(parse('/game/a%20b')).toEqual({ page: 'game', id: 'a b' });
  expect(parse('/match/x')).toEqual({ page: 'match', id: 'x' });
  expect(parse('/replay/x')).toEqual({ page: 'replay', id: 'x' });
  expect(parse('/rules')).toEqual({ page: 'rules', edition: null });
  expect(parse('/learn/power')).toEqual({ page: 'lesson', id: 'power' });
  expect(parse('/tournaments')).toEqual({ page: 'tournaments' });
  expect(parse('/tournaments/abc')).toEqual({ page: 'tournament', id: 'abc' });
  expect(parse('/tournaments/abc/wall')).toEqual({ page: 'wall', id: 'abc' });
  expect(parse('/tournaments/abc/door')).toEqual({ page: 'not-found' });
  expect(parse('/ladders')).toEqual({ page: 'ladders' });
  expect(parse('/ladders/abc')).toEqual({ page: 'ladder', id: 'abc' });
  expect(parse('/you')).toEqual({ page: 'you' });
  expect(parse('/you/x')).toEqual({ page: 'not-found' });
  expect(parse('/player/Ada%20L.')).toEqual({ page: 'player', name: 'Ada L.' });
  expect(parse('/player')).toEqual({ page: 'not-found' });
  expect(parse('/game')).toEqual({ page: 'not-found' });
  expect(parse('/game/a/b')).toEqual({ page: 'not-found' });
  expect(parse('/puzzles')).toEqual({ page: 'puzzles', edition: null });
  expect(parse('/puzzles/embergard/07')).toEqual({ page: 'puzzle', edition: 'embergard', id: '07' });
  expect(parse('/puzzles/embergard/make')).toEqual({ page: 'maker', edition: 'embergard' });
  expect(parse('/puzzles/embergard/07/x')).toEqual({ page: 'not-found' });
});
