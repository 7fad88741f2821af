// What a word of the game means, by the rules of the edition if they say it.
import type { Fighter, Hex, Verb } from '../protocol';
import type { Tip } from '../lib/tips.svelte';
import { t } from '../texts';
import type { Session } from './session.svelte';

type Glossary = [string, string][];

function lookUp(glossary: Glossary, ...words: string[]): string | undefined {
  for (const word of words) {
    const found = glossary.find(([known]) => known.toLowerCase() === word);
    if (found) return found[1];
  }
  return undefined;
}

export function hexMeaning(kind: string, glossary: Glossary): string | undefined {
  return lookUp(glossary, `${kind} hexes`, `${kind} hex`) ?? t.tips.kinds[kind];
}

/** A weapon's keyword, e.g. `critical cleave` or `knockback 1`. */
export function keywordMeaning(keyword: string, glossary: Glossary): string {
  const critical = keyword.startsWith('critical ');
  const word = keyword.replace(/^critical /, '').replace(/ \d+$/, '');
  const says = lookUp(glossary, word) ?? t.tips.keywords[word] ?? '';
  const name = `${keyword[0]!.toUpperCase()}${keyword.slice(1)}`;
  return says === '' ? name : `${name}. ${critical ? t.tips.critical(says) : says}`;
}

export function featureKind(numbered: boolean, side: string): string {
  return side === 'artefact' ? side : numbered ? 'numbered' : side === 'gloom' || side === 'cover' ? side : 'other';
}

function fighterLines(session: Session, fighter: Fighter): string[] {
  const lines = [t.tips.damage(fighter.damage, fighter.now.wounds)];
  if (fighter.vulnerable) lines.push(t.tips.vulnerable);
  if (fighter.inspired) lines.push(t.tips.inspired);
  for (const token of new Set(fighter.tokens)) lines.push(`${t.tokens[token] ?? token}: ${t.tips.tokens[token] ?? ''}`);
  for (const w of fighter.now.weapons) lines.push(t.weaponLabel(w.name, w.range, w.dice, w.symbol, w.damage));
  for (const ref of fighter.upgrades) lines.push(session.face(ref)?.name ?? '');
  return lines.filter(Boolean);
}

/** What can be done at a hex. The artefact is placed before all other tokens. */
export function offerNames(session: Session, verbs: Iterable<Verb>): string[] {
  const artefact = session.table?.variant.includes('artefact') && !session.view?.features.some((f) => f.side === 'artefact');
  return [...verbs].map((verb) => (verb === 'place-token' && artefact ? t.board.placeArtefact : t.verbs[verb]));
}

/** Everything about a hex and what is on it. */
export function hexTip(session: Session, hex: Hex, offers: string[]): Tip {
  const glossary = session.content?.glossary ?? [];
  const fighter = session.standing.get(hex.id);
  const feature = (session.view?.features ?? []).find((f) => f.hex === hex.id);
  const lines: string[] = [];
  if (fighter) lines.push(...fighterLines(session, fighter));
  if (feature) lines.push(`${t.board.feature(feature.number, feature.numbered, feature.side)}: ${t.tips.feature[featureKind(feature.numbered, feature.side)]}`);
  for (const kind of hex.kinds) {
    if (kind === 'starting' && fighter) continue;
    const says = t.tips.kindNames[kind] && hexMeaning(kind, glossary);
    if (says) lines.push(`${t.tips.kindNames[kind]}: ${says}`);
  }
  lines.push(hex.territory === null ? t.board.noOnes : hex.territory === session.home && !session.watching ? t.board.yours : t.board.theirs(session.seatName(hex.territory)));
  if (offers.length > 0) lines.push(t.tips.offers(offers.join(t.board.or)));
  return { title: fighter ? session.fighterName(fighter.id) : t.board.hex(hex.name), lines: lines.map((line) => line[0]!.toUpperCase() + line.slice(1)) };
}
