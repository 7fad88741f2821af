// Where hexes lie and how their outlines run. Pointy-top hexes of radius R, turned by quarter turns.
import type { Board, Hex } from '../protocol';

export const R = 40;
const W = Math.sqrt(3) * R;
/** How many pixels a fingertip needs. */
export const FINGER = 44;

export type Point = { x: number; y: number };
export type Turn = 0 | 1 | 2 | 3;
export type Box = { x: number; y: number; w: number; h: number };

const cos = [1, 0, -1, 0];
const sin = [0, 1, 0, -1];

function rotate(p: Point, turn: Turn): Point {
  const c = cos[turn]!;
  const s = sin[turn]!;
  return { x: p.x * c - p.y * s, y: p.x * s + p.y * c };
}

/** The centre of a hex. */
export function centre(hex: { q: number; r: number }, turn: Turn): Point {
  return rotate({ x: W * (hex.q + hex.r / 2), y: 1.5 * R * hex.r }, turn);
}

/** The six corners around the origin, first the one at the top, clockwise. */
export function corners(turn: Turn, radius = R): Point[] {
  return Array.from({ length: 6 }, (_, i) => {
    const angle = ((60 * i - 90) * Math.PI) / 180;
    return rotate({ x: radius * Math.cos(angle), y: radius * Math.sin(angle) }, turn);
  });
}

export function polygon(points: Point[], at: Point = { x: 0, y: 0 }): string {
  return points.map((p) => `${(p.x + at.x).toFixed(1)},${(p.y + at.y).toFixed(1)}`).join(' ');
}

/** A line drawn on a hex, around its centre. */
export type Line = { points: Point[]; closed: boolean };

/** A line through points written as `x y x y …`. */
export function lineOf(points: string, closed = true): Line {
  const numbers = points.trim().split(/\s+/).map(Number);
  return { points: Array.from({ length: numbers.length / 2 }, (_, i) => ({ x: numbers[2 * i]!, y: numbers[2 * i + 1]! })), closed };
}

/** One path that draws these lines on each of these hexes. */
export function stamped(lines: Line[], hexes: Hex[], turn: Turn): string {
  return hexes.map((hex) => {
    const at = centre(hex, turn);
    return lines.map(({ points, closed }) => `M${polygon(points, at).replaceAll(' ', 'L')}${closed ? 'Z' : ''}`).join('');
  }).join('');
}

/** A closed line with teeth along the outline of a hex, pointing inward. */
export function jagged(turn: Turn, radius: number, depth: number, teeth: number): Line {
  const ring = corners(turn, radius);
  const points: Point[] = [];
  ring.forEach((from, i) => {
    const to = ring[(i + 1) % 6]!;
    for (let k = 0; k < teeth; k++) {
      const a = k / teeth;
      const b = (k + 0.5) / teeth;
      const start = { x: from.x + (to.x - from.x) * a, y: from.y + (to.y - from.y) * a };
      const mid = { x: from.x + (to.x - from.x) * b, y: from.y + (to.y - from.y) * b };
      const length = Math.hypot(mid.x, mid.y) || 1;
      const tip = { x: mid.x * (1 - depth / length), y: mid.y * (1 - depth / length) };
      points.push(start, tip);
    }
  });
  return { points, closed: true };
}

/** The edges of a hex that light from the upper left falls on, and those that lie in its shade, each a line inside the outline. */
export function rims(turn: Turn, radius: number): { high: Line[]; low: Line[] } {
  const ring = corners(turn, radius);
  const rim = { high: [] as Line[], low: [] as Line[] };
  ring.forEach((from, i) => {
    const to = ring[(i + 1) % 6]!;
    const facing = (from.x + to.x) * 0.55 + (from.y + to.y);
    (facing < 0 ? rim.high : rim.low).push({ points: [from, to], closed: false });
  });
  return rim;
}

/** The six neighbours: east, south-east, south-west, west, north-west, north-east. */
export const directions = [
  { q: 1, r: 0 },
  { q: 0, r: 1 },
  { q: -1, r: 1 },
  { q: -1, r: 0 },
  { q: 0, r: -1 },
  { q: 1, r: -1 },
] as const;

/** Which two corners bound the edge towards a direction. */
const edgeCorners = [
  [1, 2],
  [2, 3],
  [3, 4],
  [4, 5],
  [5, 0],
  [0, 1],
] as const;

export function key(hex: { q: number; r: number }): string {
  return `${hex.q},${hex.r}`;
}

export function indexByPlace(board: Board): Map<string, Hex> {
  return new Map(board.hexes.map((hex) => [key(hex), hex]));
}

export function neighbours(hex: { q: number; r: number }, places: Map<string, Hex>): (Hex | undefined)[] {
  return directions.map((d) => places.get(key({ q: hex.q + d.q, r: hex.r + d.r })));
}

/** Lines around every territory, drawn a little inside it. */
export function territoryEdges(board: Board, turn: Turn): { territory: number; d: string }[] {
  const places = indexByPlace(board);
  const ring = corners(turn, R - 1.4);
  const byOwner = new Map<number, string[]>();
  for (const hex of board.hexes) {
    if (hex.territory === null) continue;
    const at = centre(hex, turn);
    neighbours(hex, places).forEach((other, side) => {
      if (other?.territory === hex.territory) return;
      const [a, b] = edgeCorners[side]!;
      const p = ring[a]!;
      const q = ring[b]!;
      const line = `M${(at.x + p.x).toFixed(1)},${(at.y + p.y).toFixed(1)}L${(at.x + q.x).toFixed(1)},${(at.y + q.y).toFixed(1)}`;
      byOwner.set(hex.territory!, [...(byOwner.get(hex.territory!) ?? []), line]);
    });
  }
  return [...byOwner].map(([territory, lines]) => ({ territory, d: lines.join('') }));
}

/** The box around all hexes with a margin. */
export function bounds(board: Board, turn: Turn, margin = 14): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  const ring = corners(turn);
  for (const hex of board.hexes) {
    const at = centre(hex, turn);
    for (const p of ring) {
      x0 = Math.min(x0, at.x + p.x);
      y0 = Math.min(y0, at.y + p.y);
      x1 = Math.max(x1, at.x + p.x);
      y1 = Math.max(y1, at.y + p.y);
    }
  }
  if (!Number.isFinite(x0)) return { x: 0, y: 0, w: 100, h: 100 };
  return { x: x0 - margin, y: y0 - margin, w: x1 - x0 + 2 * margin, h: y1 - y0 + 2 * margin };
}

/** The way a piece probably took, to be drawn: the shortest through free hexes, hazards only if named. */
export function likelyPath(board: Board, from: number, to: number, taken: Set<number>, via: number[]): Hex[] {
  const places = indexByPlace(board);
  const byId = new Map(board.hexes.map((hex) => [hex.id, hex]));
  const start = byId.get(from);
  const goal = byId.get(to);
  if (!start || !goal) return [];
  const allowed = new Set(via);
  const search = (free: (hex: Hex) => boolean): Hex[] => {
    const before = new Map<number, Hex>();
    const seen = new Set([from]);
    let wave = [start];
    while (wave.length > 0) {
      const next: Hex[] = [];
      for (const hex of wave) {
        if (hex.id === to) {
          const path = [hex];
          for (let at = before.get(hex.id); at; at = before.get(at.id)) path.unshift(at);
          return path;
        }
        for (const other of neighbours(hex, places)) {
          if (!other || seen.has(other.id)) continue;
          if (other.id !== to && !free(other)) continue;
          seen.add(other.id);
          before.set(other.id, hex);
          next.push(other);
        }
      }
      wave = next;
    }
    return [];
  };
  const open = (hex: Hex) => !hex.kinds.includes('blocked') && !taken.has(hex.id);
  const safe = (hex: Hex) => open(hex) && (allowed.has(hex.id) || !hex.kinds.some((k) => k === 'lethal' || k === 'stagger' || k === 'trap'));
  const careful = search(safe);
  if (careful.length > 0) return careful;
  const any = search(open);
  return any.length > 0 ? any : [start, goal];
}

/** The hex that lies in a direction of the screen, for the arrow keys. */
export function towards(board: Board, from: Hex, dx: number, dy: number, turn: Turn): Hex | undefined {
  const at = centre(from, turn);
  let best: Hex | undefined;
  let bestCost = Infinity;
  for (const hex of board.hexes) {
    if (hex.id === from.id) continue;
    const p = centre(hex, turn);
    const along = (p.x - at.x) * dx + (p.y - at.y) * dy;
    if (along < R * 0.4) continue;
    const across = Math.abs((p.x - at.x) * dy) + Math.abs((p.y - at.y) * dx);
    if (across > along * 1.1) continue;
    const cost = along + across * 1.6;
    if (cost < bestCost) {
      bestCost = cost;
      best = hex;
    }
  }
  return best;
}

/** How much room the board has in a window, about: beside the panels of a wide one, above the drawer of a narrow one. */
export function roomAt(width: number, height: number): [width: number, height: number] {
  return width >= 1080 ? [width - 590, height - 240] : [width, height * 0.52];
}
