// The ways to lay a board beside those on the table, and walking among them by side, slide and turn.
import { directions, key } from '../board/geometry';
import type { Board, BoardFace, Choice, Hex, Lie } from '../protocol';

export type Joint = Choice & { lie: Lie };
export const SIDES = ['north', 'south', 'west', 'east'] as const;
export type Side = (typeof SIDES)[number];

export function jointsOf(list: Choice[]): Joint[] {
  return list.filter((c): c is Joint => c.verb === 'join' && c.lie !== undefined);
}

/** How far a way is from another. Where it lies matters most, then which way up, then how far it slides. */
function apart(a: Lie, b: Pick<Lie, 'side' | 'against' | 'turned' | 'shift'>): number {
  return (a.side === b.side && a.against === b.against ? 0 : 10000) + (a.turned === b.turned ? 0 : 1000) + Math.abs(a.shift - b.shift);
}

/** The way nearest to what is wanted. */
export function nearest(joints: Joint[], wanted: Pick<Lie, 'side' | 'against' | 'turned' | 'shift'>): Joint | undefined {
  return [...joints].sort((a, b) => apart(a.lie, wanted) - apart(b.lie, wanted))[0];
}

/** What is shown first: edge to edge, below the first board. */
export function first(joints: Joint[]): Joint | undefined {
  return nearest(joints, { side: 'south', against: 0, turned: false, shift: 0 });
}

/** The next way along the same side, if there is one. */
export function slid(joints: Joint[], from: Lie, by: 1 | -1): Joint | undefined {
  const along = joints.filter(({ lie }) => lie.side === from.side && lie.against === from.against && lie.turned === from.turned && Math.sign(lie.shift - from.shift) === by);
  return along.sort((a, b) => Math.abs(a.lie.shift - from.shift) - Math.abs(b.lie.shift - from.shift))[0];
}

/** The places a board could be laid at, whichever way up: a side of a board on the table each. */
export function places(joints: Joint[]): { side: Side; against: number }[] {
  const found = new Map<string, { side: Side; against: number }>();
  for (const { lie } of joints) found.set(`${lie.against} ${lie.side}`, { side: lie.side as Side, against: lie.against });
  return [...found.values()].sort((a, b) => a.against - b.against || SIDES.indexOf(a.side) - SIDES.indexOf(b.side));
}

/** The hexes of a board as they would lie, told apart from those on the table by their owner. */
export function laid(face: BoardFace, lie: Lie, owner: number): Hex[] {
  const sign = lie.turned ? -1 : 1;
  return face.board.hexes.map((hex) => ({ ...hex, id: 1000 + hex.id, q: lie.q0 + sign * hex.q, r: lie.r0 + sign * hex.r, territory: owner }));
}

/** The hexes that two boards complete together: gaps between them that both reach around. */
export function seam(old: Hex[], added: Hex[]): Hex[] {
  const [here, there] = [new Set(old.map(key)), new Set(added.map(key))];
  const touching = (at: { q: number; r: number }, set: Set<string>) => directions.filter((d) => set.has(key({ q: at.q + d.q, r: at.r + d.r }))).length;
  const found = new Map<string, Hex>();
  for (const hex of added) {
    for (const d of directions) {
      const at = { q: hex.q + d.q, r: hex.r + d.r };
      if (here.has(key(at)) || there.has(key(at)) || found.has(key(at))) continue;
      if (touching(at, here) >= 2 && touching(at, there) >= 2) found.set(key(at), { id: 2000 + found.size, name: '', ...at, kinds: [], territory: null });
    }
  }
  return [...found.values()];
}

/** The table as it would be. */
export function preview(board: Board, face: BoardFace, lie: Lie, owner: number): Board {
  const old = board.hexes.map((hex) => ({ ...hex, territory: null }));
  const added = laid(face, lie, owner);
  return { hexes: [...old, ...seam(old, added), ...added], names: board.names };
}
