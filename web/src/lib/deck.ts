// A deck as text, and the arithmetic of drawing from it.
import type { CardFace } from '../protocol';

/** A deck as text: its name after `#`, then one card to a line. */
export function deckToText(name: string, cards: string[]): string {
  return [`# ${name}`, ...cards].join('\n');
}

export type ReadDeck = { name: string | null; cards: string[]; unknown: string[] };

/** Reads a deck as text; names are matched without regard to case and apostrophes. */
export function deckFromText(text: string, cards: CardFace[]): ReadDeck {
  const plain = (s: string) => s.toLowerCase().replace(/['’`]/g, '').replace(/\s+/g, ' ').trim();
  const known = new Map(cards.map((c) => [plain(c.name), c.name]));
  const read: ReadDeck = { name: null, cards: [], unknown: [] };
  for (const raw of text.split('\n')) {
    const line = raw.replace(/^\s*(?:\d+\s*[x×]\s*|[-*•]\s+)/, '').trim();
    if (!line) continue;
    if (line.startsWith('#')) {
      read.name ??= line.replace(/^#+\s*/, '');
      continue;
    }
    const found = known.get(plain(line));
    if (found) {
      if (!read.cards.includes(found)) read.cards.push(found);
    } else read.unknown.push(line);
  }
  return read;
}

/** The chance that a given card is among the first `hand` of `deck` cards. */
export function openingChance(hand: number, deck: number): number {
  return deck <= 0 ? 0 : Math.min(1, hand / deck);
}

/** So many cards drawn at random. */
export function drawSome<T>(from: T[], count: number, random: () => number = Math.random): T[] {
  const pile = [...from];
  for (let i = pile.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [pile[i], pile[j]] = [pile[j]!, pile[i]!];
  }
  return pile.slice(0, count);
}
