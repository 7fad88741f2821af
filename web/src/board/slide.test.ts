import { beforeAll, describe, expect, it, vi } from 'vitest';

let stops: typeof import('./slide').stops;
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  ({ stops } = await import('./slide'));
});

describe('a slide', () => {
  it('passes every point of its way as far along as it lies', () => {
    const way = stops([{ x: 0, y: 0 }, { x: 30, y: 0 }, { x: 30, y: 10 }]);
    expect(way.map((s) => s.offset)).toEqual([0, 0.75, 1]);
    expect(way[1]!.point).toEqual({ x: 30, y: 0 });
  });
  it('stays where it is when it goes nowhere', () => {
    expect(stops([{ x: 4, y: 4 }, { x: 4, y: 4 }]).every((s) => s.offset === 0)).toBe(true);
  });
});
