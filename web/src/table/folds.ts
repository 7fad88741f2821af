// A card that was played and everything it did, from the line that plays it to the one that puts it away.
import type { LogLine } from '../protocol';

const ends = new Set(['round-began', 'turn-began', 'power-step-began', 'end-phase-began', 'game-over']);
const same = (a: LogLine, b: LogLine) => a.about.card?.seat === b.about.card?.seat && a.about.card?.slot === b.about.card?.slot;
const away = (line: LogLine, card: LogLine) => (line.kind === 'card-discarded' || line.kind === 'effect-began') && same(line, card);

/** The last line of the card that is played in line `at`, once it is all told. */
function end(lines: readonly LogLine[], at: number): number | undefined {
  const card = lines[at]!;
  if (card.kind !== 'card-played' || !card.about.card) return undefined;
  for (let i = at + 1; i < lines.length && !ends.has(lines[i]!.kind); i++) {
    if (!away(lines[i]!, card)) continue;
    // What stays in force may be put away at once.
    return lines[i + 1] && away(lines[i + 1]!, card) ? i + 1 : i;
  }
  return undefined;
}

/** By the number of each line that belongs to a card's, the numbers of the card's first and last line. A card played while another is resolved belongs to that one. */
export function folds(lines: readonly LogLine[], from = 0): Map<number, [number, number]> {
  const found = new Map<number, [number, number]>();
  for (let i = from; i < lines.length; i++) {
    const last = end(lines, i);
    if (last === undefined) continue;
    const span: [number, number] = [i, last];
    for (let n = i; n <= last; n++) found.set(n, span);
    i = last;
  }
  return found;
}

/** A card and what it did in one line; dice and what only puts the card away are left to who unfolds it. */
export function inOneLine(lines: readonly LogLine[]): string {
  const [card, ...rest] = lines;
  if (!card) return '';
  const did = rest.filter((line) => !line.about.dice && line.kind !== 'passed' && !away(line, card));
  if (did.length === 0) return card.text;
  const told = did.slice(0, 4).map((line) => line.text).join(' ');
  return `${card.text.replace(/\.$/, '')}: ${told}${did.length > 4 ? ' …' : ''}`;
}
