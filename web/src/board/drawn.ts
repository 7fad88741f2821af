// Small drawn battlefields, for the front page and for tests.
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
