import { describe, expect, it } from 'vitest';
import type { CardRef, GameView } from '../protocol';
import { travels } from './travels';

const card = (seat: number, slot: number): CardRef => ({ seat, slot, card: 10 * seat + slot });
type Hands = Partial<Record<'power_hand' | 'objective_hand' | 'power_discard' | 'objective_discard' | 'scored' | 'active', CardRef[]>>;

function view(players: Hands[], upgrades: CardRef[] = [], more: Partial<GameView> = {}): GameView {
  const pile = (cards: CardRef[] = []) => ({ count: cards.length, cards });
  return {
    viewer: 0,
    ending: null,
    players: players.map((p, seat) => ({
      seat,
      ...Object.fromEntries(['power_hand', 'objective_hand', 'power_discard', 'objective_discard', 'scored', 'active'].map((k) => [k, pile(p[k as keyof Hands])])),
    })),
    fighters: [{ id: 3, upgrades }],
    ...more,
  } as unknown as GameView;
}

describe('a card travels', () => {
  it('from the hand to its pile, or to the fighter it was given to', () => {
    const before = view([{ power_hand: [card(0, 1), card(0, 2)] }, {}]);
    expect(travels(before, view([{ power_discard: [card(0, 1)] }, {}], [card(0, 2)]), [0])).toEqual([
      { ref: card(0, 1), from: { at: 'hand', seat: 0 }, to: { at: 'discard', seat: 0 } },
      { ref: card(0, 2), from: { at: 'hand', seat: 0 }, to: { at: 'fighter', seat: 0, fighter: 3 } },
    ]);
  });
  it('from the deck when it was drawn', () => {
    expect(travels(view([{}, {}]), view([{ objective_hand: [card(0, 5)] }, {}]), [0])).toEqual([{ ref: card(0, 5), from: { at: 'deck', seat: 0 }, to: { at: 'hand', seat: 0 } }]);
  });
  it('out of the hidden hand of somebody else', () => {
    expect(travels(view([{}, {}]), view([{}, { scored: [card(1, 4)] }]), [0])).toEqual([{ ref: card(1, 4), from: { at: 'hand', seat: 1 }, to: { at: 'scored', seat: 1 } }]);
  });
  it('not when it stayed, when the screen changed hands, or when hands are opened at the end', () => {
    const before = view([{ scored: [card(0, 1)] }, {}], [card(0, 2)]);
    expect(travels(before, view([{ scored: [card(0, 1)] }, {}], [card(0, 2)]), [0])).toEqual([]);
    expect(travels(before, view([{ power_hand: [card(0, 9)] }, {}], [], { viewer: 1 }), [0, 1])).toEqual([]);
    expect(travels(before, view([{}, { power_hand: [card(1, 9)] }], [], { ending: {} as GameView['ending'] }), [0])).toEqual([]);
  });
});
