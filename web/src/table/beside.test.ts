import { describe, expect, it } from 'vitest';
import { freePlace } from './beside';

const field = { x: 0, y: 0, w: 400, h: 300 };
const size = { w: 120, h: 60 };
const at = (x: number, y: number, w = 50, h = 50) => ({ x, y, w, h });
const covers = (p: { x: number; y: number }, r: { x: number; y: number; w: number; h: number }) => p.x < r.x + r.w && p.x + size.w > r.x && p.y < r.y + r.h && p.y + size.h > r.y;

describe('a note', () => {
  it('lies in a corner when nothing is in its way', () => {
    expect(freePlace(size, field, [], [])).toEqual({ x: 8, y: 232 });
  });
  it('covers none of what must be seen', () => {
    for (let x = 0; x <= 350; x += 25) {
      for (let y = 0; y <= 250; y += 25) {
        const place = freePlace(size, field, [at(x, y)], []);
        expect(place).not.toBeNull();
        expect(covers(place!, at(x, y))).toBe(false);
      }
    }
  });
  it('covers little of what should be seen', () => {
    const should = [at(0, 240), at(350, 240), at(0, 0)];
    expect(freePlace(size, field, [], should)).toEqual({ x: 272, y: 8 });
  });
  it('stays where it lies well', () => {
    expect(freePlace(size, field, [at(0, 0)], [], { x: 100, y: 100 })).toEqual({ x: 100, y: 100 });
    expect(freePlace(size, field, [at(120, 120)], [], { x: 100, y: 100 })).not.toEqual({ x: 100, y: 100 });
  });
  it('has no place where everything must be seen', () => {
    expect(freePlace(size, field, [at(0, 0, 400, 300)], [])).toBeNull();
    expect(freePlace(size, at(0, 0, 100, 100), [], [])).toBeNull();
  });
});
