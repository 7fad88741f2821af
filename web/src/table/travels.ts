// Which cards went from where to where between two states of the game, as far as this seat may know.
import type { CardRef, GameView } from '../protocol';

export type Spot =
  | { at: 'hand' | 'deck' | 'discard' | 'scored' | 'lasting'; seat: number }
  | { at: 'fighter'; seat: number; fighter: number };
export type Travel = { ref: CardRef; from: Spot; to: Spot };

/** More cards at once than these cannot be followed. */
const MOST = 8;

const keyOf = (ref: CardRef) => `${ref.seat}:${ref.slot}`;

function spots(view: GameView): Map<string, { ref: CardRef; spot: Spot }> {
  const found = new Map<string, { ref: CardRef; spot: Spot }>();
  const put = (cards: CardRef[], spot: Spot) => cards.forEach((ref) => found.set(keyOf(ref), { ref, spot }));
  for (const p of view.players) {
    put(p.power_hand.cards, { at: 'hand', seat: p.seat });
    put(p.objective_hand.cards, { at: 'hand', seat: p.seat });
    put(p.power_discard.cards, { at: 'discard', seat: p.seat });
    put(p.objective_discard.cards, { at: 'discard', seat: p.seat });
    put(p.scored.cards, { at: 'scored', seat: p.seat });
    put(p.active.cards, { at: 'lasting', seat: p.seat });
  }
  for (const f of view.fighters) for (const ref of f.upgrades) found.set(keyOf(ref), { ref, spot: { at: 'fighter', seat: ref.seat, fighter: f.id } });
  return found;
}

const same = (a: Spot, b: Spot) => a.at === b.at && a.seat === b.seat && (a.at !== 'fighter' || b.at !== 'fighter' || a.fighter === b.fighter);

/** `mine`: the seats whose hands are open here; the cards of others come out of a hidden hand. */
export function travels(before: GameView, now: GameView, mine: number[]): Travel[] {
  if (before.viewer !== now.viewer || before.ending || now.ending) return [];
  const old = spots(before);
  const list: Travel[] = [];
  for (const [key, { ref, spot }] of spots(now)) {
    const was = old.get(key)?.spot ?? { at: spot.at === 'hand' || mine.includes(spot.seat) ? ('deck' as const) : ('hand' as const), seat: ref.seat };
    if (!same(was, spot)) list.push({ ref, from: was, to: spot });
  }
  return list.length > MOST ? [] : list;
}
