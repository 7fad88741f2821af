// What the symbols of dice are called: as the cards, the rules and the log of the edition that is shown call them.
import type { Content } from '../protocol';

let names = $state.raw<Record<string, string>>({});

/** From now on symbols go by the names of this edition. */
export function useFaces(content: Content) {
  names = Object.fromEntries(content.faces);
}

export const faceName = (face: string): string => names[face] ?? face;
