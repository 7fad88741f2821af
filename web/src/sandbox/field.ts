// Small drawn battlefields for lessons, and the few measurements they need.
import { indexByPlace, neighbours } from '../board/geometry';
import type { Board, Hex } from '../protocol';

const kinds: Record<string, string[]> = { '#': ['blocked'], '!': ['lethal'], '~': ['cover'], '%': ['stagger'], s: ['starting'] };

/** Reads rows of cells separated by spaces; a row set in by half a hex begins with a space more. */
export function drawn(rows: string[], territories: (row: number) => number | null): Board {
  const hexes: Hex[] = [];
  rows.forEach((row, r) => {
    const indent = row.length - row.trimStart().length;
    row.trim().split(/\s+/).forEach((cell, i) => {
      if (cell === '_') return;
      const column = i * 2 + indent;
      hexes.push({
        id: hexes.length,
        name: `${String.fromCharCode(97 + i)}${r + 1}`,
        q: (column - r) / 2,
        r,
        kinds: kinds[cell] ?? [],
        territory: territories(r),
      });
    });
  });
  return { hexes, names: [] };
}

/** How far every hex is for somebody who walks, given who stands in the way. */
export function walk(board: Board, from: number, range: number, taken: Set<number>): Map<number, number> {
  const places = indexByPlace(board);
  const byId = new Map(board.hexes.map((h) => [h.id, h]));
  const far = new Map([[from, 0]]);
  let wave = [from];
  for (let step = 1; step <= range; step++) {
    const next: number[] = [];
    for (const id of wave) {
      for (const hex of neighbours(byId.get(id)!, places)) {
        if (!hex || far.has(hex.id) || taken.has(hex.id) || hex.kinds.includes('blocked')) continue;
        far.set(hex.id, step);
        next.push(hex.id);
      }
    }
    wave = next;
  }
  return far;
}

export function distance(a: Hex, b: Hex): number {
  const dq = a.q - b.q;
  const dr = a.r - b.r;
  return (Math.abs(dq) + Math.abs(dr) + Math.abs(dq + dr)) / 2;
}
