import { describe, expect, it } from 'vitest';
import { drawn } from './drawn';
import { bounds, centre, likelyPath, R, territoryEdges, towards, type Turn, roomAt } from './geometry';

const board = drawn(['. . . .', ' . # # .', '. . ! .', ' . . . .'], (r) => (r < 2 ? 1 : 0));
const hex = (name: string) => board.hexes.find((h) => h.name === name)!;
const names = (path: { name: string }[]) => path.map((h) => h.name).join(' ');

describe('places of hexes', () => {
  it('keeps neighbours one width apart, however the board is turned', () => {
    for (const turn of [0, 1, 2, 3] as Turn[]) {
      const [a, b] = [centre(hex('a1'), turn), centre(hex('b1'), turn)];
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(Math.sqrt(3) * R);
    }
  });
  it('sets every other row in by half a hex', () => {
    expect(centre(hex('a2'), 0).x - centre(hex('a1'), 0).x).toBeCloseTo((Math.sqrt(3) / 2) * R);
  });
  it('swaps the sides of the box when the board lies on its side', () => {
    expect(bounds(board, 1).w).toBeCloseTo(bounds(board, 0).h);
  });
  it('draws a frontier for each territory', () => {
    expect(territoryEdges(board, 0).map((e) => e.territory).sort()).toEqual([0, 1]);
  });
});

describe('the way a piece takes', () => {
  it('goes around blocked hexes and avoids hazards', () => {
    expect(names(likelyPath(board, hex('b1').id, hex('b3').id, new Set(), []))).toBe('b1 a2 b3');
    expect(names(likelyPath(board, hex('b4').id, hex('d2').id, new Set(), []))).not.toContain('c3');
  });
  it('goes around other fighters', () => {
    expect(names(likelyPath(board, hex('a3').id, hex('a1').id, new Set([hex('a2').id]), []))).not.toContain('a2');
  });
});

describe('arrow keys', () => {
  it('walk along the row and across it', () => {
    expect(towards(board, hex('a1'), 1, 0, 0)?.name).toBe('b1');
    expect(towards(board, hex('b1'), 0, 1, 0)?.r).toBe(1);
    expect(towards(board, hex('d1'), 1, 0, 0)).toBeUndefined();
  });
});

describe('the room of the board', () => {
  it('is higher than wide on a phone and wider than high on a desk, whatever stands below it', () => {
    const [w, h] = roomAt(390, 844);
    expect(h).toBeGreaterThan(w);
    const [wide, high] = roomAt(1440, 900);
    expect(wide).toBeGreaterThan(high);
  });
});
