// Several people at one screen: what lies open on it is what everybody there may see. Cards and numbers that only the
// seat that decides may know are covered here, before anything is drawn, until that player has taken the screen.
import type { GameView, Pile, Player } from '../protocol';

const facedown = (pile: Pile): Pile => ({ count: pile.count, cards: [] });
const facedownAll = (p: Player): Player => ({
  ...p, power_hand: facedown(p.power_hand), objective_hand: facedown(p.objective_hand), power_deck: facedown(p.power_deck), objective_deck: facedown(p.objective_deck), met: [],
});
const count = (p: Player) => `${p.power_hand.count} ${p.objective_hand.count}`;

/** The state without what only its viewer may know. `kept` still has the screen: those cards stay open while another seat passes. */
export function covered(view: GameView, kept: Player | undefined): GameView {
  if (view.ending) return view;
  return {
    ...view,
    viewer: null,
    players: view.players.map((p) =>
      kept?.seat === p.seat && count(kept) === count(p) ? { ...p, power_hand: kept.power_hand, objective_hand: kept.objective_hand, met: kept.met } : facedownAll(p),
    ),
    features: view.features.filter((f) => !f.secret || f.hex !== null).map((f) => (f.secret ? { ...f, number: null } : f)),
  };
}
