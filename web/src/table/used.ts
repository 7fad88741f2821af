// What of a card's text was used: the paragraph of the clause, or all of it where no clause is named.
import type { CardFace } from '../protocol';

export function usedText(card: CardFace | undefined, clause: number | undefined): string[] {
  if (!card) return [];
  const at = clause === undefined ? undefined : card.clauses[clause];
  const one = at === undefined ? undefined : card.text[at];
  return one === undefined ? card.text : [one];
}
