import { describe, expect, it } from 'vitest';
import type { BoardFace, Hex, Lie } from '../protocol';
import { first, laid, nearest, places, seam, slid, type Joint } from './joints';

/** A board of five rows, eight and seven hexes in turn. */
function sheet(): Hex[] {
  const hexes: Hex[] = [];
  for (let r = 0; r < 5; r++) {
    for (let column = 0; column < 8 - (r % 2); column++) hexes.push({ id: hexes.length, name: '', q: column - Math.floor(r / 2), r, kinds: [], territory: null });
  }
  return hexes;
}
const face: BoardFace = { name: 'Plain', verified: true, season: '', set: '', core: true, board: { hexes: sheet(), names: [] } };
const lie = (side: string, shift: number, turned = false, against = 0): Lie => ({ board: 'Plain', against, side, shift, turned, q0: 0, r0: 0 });
const joint = (l: Lie): Joint => ({ id: `${l.side} ${l.shift} ${l.turned} ${l.against}`, verb: 'join', label: '', lie: l });
const all = [lie('north', 0), lie('south', -1), lie('south', 0), lie('south', 0, true), lie('south', 2), lie('east', 0, true)].map(joint);

describe('ways to lay a board', () => {
  it('begins edge to edge below the first board', () => {
    expect(first(all)?.id).toBe('south 0 false 0');
    expect(first(all.slice(5))?.id).toBe('east 0 true 0');
    expect(first([])).toBeUndefined();
  });
  it('slides along a side, over gaps, and stops at its end', () => {
    expect(slid(all, lie('south', 0), 1)?.lie.shift).toBe(2);
    expect(slid(all, lie('south', 0), -1)?.lie.shift).toBe(-1);
    expect(slid(all, lie('south', 2), 1)).toBeUndefined();
    expect(slid(all, lie('south', 0, true), 1)).toBeUndefined();
  });
  it('goes to another side the same way up if it can', () => {
    expect(nearest(all, { ...lie('east', 0), turned: false })?.id).toBe('east 0 true 0');
    expect(nearest(all, lie('south', 1, true))?.id).toBe('south 0 true 0');
  });
  it('names every side once', () => {
    expect(places(all).map((p) => p.side)).toEqual(['north', 'south', 'east']);
  });
  it('completes the row between two long edges', () => {
    const below = laid(face, { ...lie('south', 0), q0: -3, r0: 6 }, 1);
    const row = seam(face.board.hexes, below);
    expect(row.length).toBe(7);
    expect(new Set(row.map((h) => h.r))).toEqual(new Set([5]));
  });
  it('turns a board round its middle', () => {
    const straight = new Set(face.board.hexes.map((h) => `${h.q},${h.r}`));
    const last = face.board.hexes[face.board.hexes.length - 1]!;
    const turned = laid(face, { ...lie('south', 0, true), q0: last.q, r0: last.r }, 0);
    expect(new Set(turned.map((h) => `${h.q},${h.r}`))).toEqual(straight);
    expect(turned[0]).toMatchObject({ q: last.q, r: last.r });
  });
});
