import { expect, it } from 'vitest';
import { parse } from './route';

it('knows its pages and nothing else', () => {
  expect(parse('/', '')).toEqual({ page: 'start' });
  expect(parse('/lobby', '')).toEqual({ page: 'start' });
  expect(parse('/game/a%20b', '')).toEqual({ page: 'game', id: 'a b' });
  expect(parse('/replay/x', '?at=3')).toEqual({ page: 'replay', id: 'x' });
  expect(parse('/rules', '')).toEqual({ page: 'rules', edition: null });
  expect(parse('/learn/first', '')).toEqual({ page: 'lesson', id: 'first' });
  expect(parse('/game', '')).toEqual({ page: 'not-found' });
  expect(parse('/game/a/b', '')).toEqual({ page: 'not-found' });
  expect(parse('/', '?demo')).toEqual({ page: 'demo' });
});
