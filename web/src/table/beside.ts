// Where a note lies without covering what matters: along the edges of the board, or else in a lane beside it.

export type Rect = { x: number; y: number; w: number; h: number };
type Size = { w: number; h: number };
type Place = { x: number; y: number };

/** How far notes stay from the edges, and from what they must not cover. */
const GAP = 8;
const STEP = 18;

function common(a: Rect, b: Rect): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}

/** Every place along the edges of the field, the corners first. */
function edges(size: Size, field: Rect): Place[] {
  const [left, top] = [field.x + GAP, field.y + GAP];
  const [right, bottom] = [field.x + field.w - GAP - size.w, field.y + field.h - GAP - size.h];
  if (right < left || bottom < top) return [];
  const list: Place[] = [{ x: left, y: bottom }, { x: right, y: bottom }, { x: left, y: top }, { x: right, y: top }];
  for (let x = left + STEP; x < right; x += STEP) list.push({ x, y: bottom }, { x, y: top });
  for (let y = bottom - STEP; y > top; y -= STEP) list.push({ x: left, y }, { x: right, y });
  return list;
}

/**
 * A place at the edge of the field that covers nothing that must be seen and as little as possible of what should be.
 * A note that lies well stays where it is. Null when there is no such place.
 */
export function freePlace(size: Size, field: Rect, must: Rect[], should: Rect[], here?: Place): Place | null {
  const kept = must.map((r) => ({ x: r.x - GAP / 2, y: r.y - GAP / 2, w: r.w + GAP, h: r.h + GAP }));
  const covers = (at: Place) => kept.some((r) => common({ ...at, ...size }, r) > 0);
  const inside = (at: Place) => at.x >= field.x && at.y >= field.y && at.x + size.w <= field.x + field.w && at.y + size.h <= field.y + field.h;
  if (here && inside(here) && !covers(here)) return here;
  let best: Place | null = null;
  let least = Infinity;
  for (const at of edges(size, field)) {
    if (covers(at)) continue;
    const cost = should.reduce((sum, r) => sum + common({ ...at, ...size }, r), 0);
    if (cost < least) [best, least] = [at, cost];
  }
  return best;
}

const rectOf = (el: Element): Rect => {
  const { x, y, width, height } = el.getBoundingClientRect();
  return { x, y, w: width, h: height };
};
const placed = new WeakMap<HTMLElement, Place>();

/**
 * Lays a note beside these hexes of the board with the next picture, when places are worked out anyway; until then it is
 * hidden. `lane` is where it goes when the board has no room for it. Returns how to call it off.
 */
export function layBeside(note: HTMLElement, must: Iterable<number>, should: Iterable<number>, lane: string): () => void {
  const [seen, liked] = [[...must], [...should]];
  const frame = requestAnimationFrame(() => lay(note, seen, liked, lane));
  return () => cancelAnimationFrame(frame);
}

function lay(note: HTMLElement, must: number[], should: number[], lanes: string): void {
  const table = note.closest('.table');
  const field = table?.querySelector('.field');
  if (!table || !field) return;
  const boxes = (hexes: number[]) =>
    [...new Set(hexes)].flatMap((hex) => {
      const el = field.querySelector(`[data-hex="${hex}"]`);
      return el ? [rectOf(el)] : [];
    });
  const others = [...table.querySelectorAll('.tools, .spot, .tray')].filter((el) => el !== note).map(rectOf);
  note.style.maxWidth = '';
  const size = { w: note.offsetWidth, h: note.offsetHeight };
  let at = freePlace(size, rectOf(field), boxes(must), [...boxes(should), ...others], placed.get(note));
  if (at) placed.set(note, at);
  else {
    const lane = table.querySelector(lanes) ?? field;
    const room = rectOf(lane);
    note.style.maxWidth = `${room.w - 2 * GAP}px`;
    at = { x: room.x + GAP, y: Math.max(GAP, room.y + room.h - note.offsetHeight - GAP) };
  }
  note.style.visibility = 'visible';
  note.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)`;
}
