import { describe, expect, test } from 'vitest';
import type { CardRef, Feature, GameView, Pile, Player } from '../protocol';
import { covered } from './cover';

const ref = (seat: number, slot: number): CardRef => ({ seat, slot, card: 7 });
const pile = (...cards: CardRef[]): Pile => ({ count: cards.length, cards });
const player = (seat: number, power: Pile, goals: Pile): Player => ({
  seat, glory: 0, spent: 0, power_hand: power, objective_hand: goals, met: goals.cards, power_deck: pile(ref(seat, 9)), objective_deck: pile(ref(seat, 70)),
  power_discard: pile(ref(seat, 3)), objective_discard: pile(), scored: pile(), active: pile(), gauges: [], connected: true, clock: null,
});
const token = (id: number, hex: number | null, number: number | null, secret?: boolean): Feature => ({ id, hex, number, numbered: false, side: 'cover', ...(secret ? { secret } : {}) });
const view = (viewer: number, players: Player[], features: Feature[] = []): GameView => ({
  at: 4, viewer, tracker: { round: 1, phase: 'action', turn: 1, turns: 8, active: 0, first: 0, text: '' }, decision: null, players, fighters: [], features, fight: null, lasting: [], ending: null,
});
const mine = player(0, pile(ref(0, 1), ref(0, 2)), pile(ref(0, 64)));

describe('one screen', () => {
  test('no card of a hand or a deck is left, and how many there are stays', () => {
    const [p] = covered(view(0, [mine]), undefined).players;
    expect([p!.power_hand, p!.objective_hand, p!.met]).toEqual([{ count: 2, cards: [] }, { count: 1, cards: [] }, []]);
    expect([p!.power_deck.cards, p!.objective_deck.cards]).toEqual([[], []]);
    expect(p!.power_discard.cards).toHaveLength(1);
  });

  test('whoever has the screen keeps the cards open while another seat passes', () => {
    const hidden = player(0, { count: 2, cards: [] }, { count: 1, cards: [] });
    const other = player(1, pile(ref(1, 1)), pile());
    const [p, q] = covered(view(1, [hidden, other]), mine).players;
    expect(p!.power_hand.cards).toEqual(mine.power_hand.cards);
    expect(q!.power_hand).toEqual({ count: 1, cards: [] });
  });

  test('cards that may have changed are not shown from memory', () => {
    const [p] = covered(view(1, [player(0, { count: 3, cards: [] }, { count: 1, cards: [] })]), mine).players;
    expect(p!.power_hand).toEqual({ count: 3, cards: [] });
  });

  test('a number that only one seat knows is covered, one that all know is not', () => {
    const { features } = covered(view(0, [mine], [token(0, 5, 2, true), token(1, 6, 3), token(2, null, 4, true)]), undefined);
    expect(features.map((f) => [f.id, f.number])).toEqual([[0, null], [1, 3]]);
  });

  test('after the end everything is open', () => {
    const over = { ...view(0, [mine]), ending: {} as GameView['ending'] };
    expect(covered(over, undefined)).toBe(over);
  });
});
