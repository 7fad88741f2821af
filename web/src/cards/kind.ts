// Which drawing stands for which kind of card.
import type { IconName } from '../icons/drawings';
import type { CardFace } from '../protocol';
import { t } from '../texts';

export function kindIcon(card: CardFace): IconName {
  if (card.kind === 'objective') return card.surge ? 'surge' : 'objective';
  if (card.kind === 'spell' || card.kind === 'upgrade' || card.kind === 'warscroll') return card.kind;
  if (card.kind === 'plot') return 'warscroll';
  return 'ploy';
}

export function kindName(card: CardFace): string {
  return card.kind === 'objective' && card.surge ? t.kinds.surge! : (t.kinds[card.kind] ?? card.kind);
}

/** A colour for the edge of a card; always together with the drawing. */
export function kindTint(card: CardFace): string {
  if (card.kind === 'objective') return card.surge ? '#8a5a10' : '#7a3b12';
  if (card.kind === 'spell') return '#4a3591';
  if (card.kind === 'upgrade') return '#1f5d57';
  return '#3e4a58';
}
