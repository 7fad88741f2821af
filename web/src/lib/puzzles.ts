// Puzzles tried in this browser, the puzzle of the day, and how many days in a row it was solved.
import type { PuzzleFace } from '../protocol';

const key = 'gloryhex.puzzles';
type Kept = { tried: Record<string, boolean>; days: string[] };

const empty = (): Kept => ({ tried: {}, days: [] });

function read(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Kept>;
    return { tried: found.tried ?? {}, days: Array.isArray(found.days) ? found.days : [] };
  } catch {
    return empty();
  }
}

/** The day as its number since 1970, in the calendar of whoever looks. */
export function dayOf(date: Date): number {
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}

/** The puzzle of a day: the same for everybody who has the same puzzles, and another on the next day. */
export function ofTheDay(puzzles: PuzzleFace[], day: number): PuzzleFace | undefined {
  // A step that shares no factor with any likely number of puzzles goes through all of them.
  return puzzles[(day * 7919) % Math.max(1, puzzles.length)];
}

/** Days in a row, up to today or yesterday, on which the puzzle of the day was solved. */
export function streak(days: number[], today: number): number {
  const solved = new Set(days);
  let day = solved.has(today) ? today : today - 1;
  let count = 0;
  for (; solved.has(day); day--) count++;
  return count;
}

const ownKey = 'gloryhex.own';

/** The file of a puzzle of one's own, on its way from where it was made or opened to its table. */
export function keepOwn(text: string) {
  try {
    sessionStorage.setItem(ownKey, text);
  } catch {
    // Without storage it cannot be tried.
  }
}
export function ownPuzzle(): string | null {
  try {
    return sessionStorage.getItem(ownKey);
  } catch {
    return null;
  }
}

/** What a file of a puzzle says about itself: its heading, and the edition it is for. */
export function headOf(text: string): { title: string; edition: string | null } {
  return { title: /^#+ *(.+)$/m.exec(text)?.[1]?.trim() ?? '', edition: /^editions: *([\w-]+) *$/m.exec(text)?.[1] ?? null };
}

export const name = (puzzle: { edition: string; id: string }) => `${puzzle.edition}/${puzzle.id}`;

/** Whether a puzzle was solved at the first try; undefined if it was not tried. */
export const triedBefore = (puzzle: { edition: string; id: string }): boolean | undefined => read().tried[name(puzzle)];

export const solvedDays = (edition: string): number[] => read().days.filter((d) => d.startsWith(`${edition} `)).map((d) => Number(d.slice(edition.length + 1)));

/** Remembers the first try at a puzzle, and the day if it was that day's. */
export function keepTry(puzzle: { edition: string; id: string }, right: boolean, day: number | null) {
  const kept = read();
  kept.tried[name(puzzle)] ??= right;
  if (right && day !== null && !kept.days.includes(`${puzzle.edition} ${day}`)) kept.days = [...kept.days, `${puzzle.edition} ${day}`].slice(-400);
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Without storage nothing is remembered.
  }
}
