// Looking cards up: by words, kind, what they do, glory, set, and whether a deck may have them.
import { kindName } from '../cards/kind';
import type { CardFace } from '../protocol';

/** What is looked for; an empty word asks for nothing. */
export type Search = { words: string; kind: string; verb: string; glory: string; set: string; legal: '' | 'usable' | 'own' | 'limited' };
export const anything: Search = { words: '', kind: '', verb: '', glory: '', set: '', legal: '' };

/** Whose deck it is looked for. */
export type Builder = { warband: string; alliance: string; format: string };

/** Whether the format forbids the card or allows only a few like it. */
export function limitOf(card: CardFace, format: string): string {
  return card.limits.find(([of]) => of === format)?.[1] ?? '';
}

/** Whether the warband may have the card in a deck of the format. */
export function usable(card: CardFace, { warband, alliance, format }: Builder): boolean {
  const owned = (card.warband === '' || card.warband === warband) && (card.alliance === '' || card.alliance === alliance);
  return owned && limitOf(card, format) !== 'forsaken';
}

const said = new WeakMap<CardFace, string>();
/** All that words are looked for in. */
function textOf(card: CardFace): string {
  let text = said.get(card);
  if (text === undefined) {
    text = [card.name, ...card.text, card.deck, card.set, card.number, ...card.restricted].join('\n').toLowerCase();
    said.set(card, text);
  }
  return text;
}

const legal: Record<Search['legal'], (card: CardFace, by: Builder) => boolean> = {
  '': () => true,
  usable,
  own: (card, by) => card.warband !== '' && card.warband === by.warband,
  limited: (card, by) => limitOf(card, by.format) !== '',
};

/** The cards that are looked for, in their order. */
export function search(cards: CardFace[], wanted: Search, by: Builder): CardFace[] {
  const words = wanted.words.toLowerCase().split(/\s+/).filter(Boolean);
  const { kind, verb, glory, set } = wanted;
  return cards.filter((card) =>
    (!kind || kindName(card) === kind) &&
    (!verb || card.verbs.includes(verb)) &&
    (!glory || String(card.glory ?? '–') === glory) &&
    (!set || card.set === set) &&
    legal[wanted.legal](card, by) &&
    words.every((word) => textOf(card).includes(word)));
}
