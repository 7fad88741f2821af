// The fighters, cards and field that the lessons share. They are ours and belong to no edition.
import type { CardFace, FighterCard, Profile, Table, Weapon } from '../../protocol';
import { drawn } from '../field';
import type { Cast, Opening } from '../rehearsal';

const weapon = (ix: number, name: string, range: number, dice: number, symbol: string, damage: number): Weapon =>
  ({ ix, name, range, dice, symbol, damage, keywords: [], spell: false, upgrade: null });
const profile = (movement: number, defence: number, symbol: string, wounds: number, weapons: Weapon[], wizard = 0): Profile =>
  ({ movement, defence, defence_symbol: symbol, wounds, bounty: 1, wizard, weapons });
const fighter = (seat: number, name: string, slug: string, side: Profile, traits: string[] = []): Omit<FighterCard, 'id'> =>
  ({ seat, name, slug, traits, labels: [], sides: [side, side], text: [], house: false });

export const people = {
  sera: fighter(0, 'Sera Brightvow', 'sera', profile(3, 2, 'shield', 4, [weapon(0, 'Vow Blade', 1, 3, 'hammer', 2)]), ['leader']),
  marrec: fighter(0, 'Marrec', 'marrec', profile(3, 1, 'shield', 5, [weapon(0, 'Maul', 1, 2, 'hammer', 3)], 2), ['wizard']),
  ilse: fighter(0, 'Ilse', 'ilse', profile(4, 1, 'dodge', 3, [weapon(0, 'Twin Knives', 1, 3, 'swords', 2)])),
  grubb: fighter(1, 'Grubb', 'grubb', profile(3, 1, 'shield', 4, [weapon(0, 'Bog Club', 1, 2, 'hammer', 2)]), ['leader']),
  skitter: fighter(1, 'Skitter', 'skitter', profile(5, 1, 'dodge', 2, [weapon(0, 'Hook', 1, 2, 'swords', 1)]), ['beast']),
  moss: fighter(1, 'Moss', 'moss', profile(4, 1, 'dodge', 3, [weapon(0, 'Spear', 2, 2, 'swords', 1)])),
};

const card = (id: number, name: string, kind: string, text: string, glory: number | null = null, surge = false): CardFace =>
  ({ id, name, kind, deck: 'Lantern Guard', text: [text], glory, surge, restricted: [], verified: true, number: '' });

/** Cards by number. */
export const CARDS = {
  quickStep: card(0, 'Quick Step', 'ploy', 'Pick a friendly fighter. Push that fighter 1 hex.'),
  whettedEdge: card(1, 'Whetted Edge', 'upgrade', 'This fighter’s weapons have +1 Damage.', 1),
  stoneSkin: card(2, 'Stone Skin', 'upgrade', 'This fighter has +1 Wounds.', 1),
  blindingLamp: card(3, 'Blinding Lamp', 'spell', 'Focus. When cast: pick an enemy up to 3 hexes from the caster; it cannot charge this round.'),
  lastSpark: card(4, 'Last Spark', 'ploy', 'Play this right after a friendly fighter takes damage. Deal 1 damage to an enemy fighter adjacent to that fighter.'),
  holdGround: card(5, 'Hold the Ground', 'objective', 'End phase: you hold 2 or more treasures.', 2),
  swiftJustice: card(6, 'Swift Justice', 'objective', 'Score this immediately after your warband slays an enemy fighter.', 1, true),
  masters: card(7, 'Masters of the Field', 'objective', 'End phase: every treasure in enemy territory is yours.', 3),
  newHope: card(8, 'New Hope', 'objective', 'End phase: none of your fighters has been slain.', 1),
};

export function tableOf(edition: string, title: string): Omit<Table, 'fighters' | 'deck'> {
  return {
    game: 'lesson', edition, title, rounds: 3, turns: 4, variant: [], boards: [],
    seats: [
      { seat: 0, name: 'You', kind: { kind: 'human' }, warband: 'Lantern Guard', warscroll: null, plot: null },
      { seat: 1, name: 'Your rival', kind: { kind: 'opponent', level: 'lesson' }, warband: 'Mudtooth Pack', warscroll: null, plot: null },
    ],
  };
}

export const field = () => drawn(
  ['_ . s . . s _', ' . . . # . . .', '. s . . . . s', ' . . . . ! . .', '. . # . . . .', ' . . . . . # .', '. s . . s . .', ' . . . . . . .', '_ . s . . s _'],
  (r) => (r < 4 ? 1 : r > 4 ? 0 : null),
);

export type Deal = { power?: CardFace[]; objectives?: CardFace[]; glory?: number[]; features?: Opening['features']; round?: number };

export function opening(edition: string, title: string, cast: Cast[], deal: Deal = {}): Opening {
  return {
    table: tableOf(edition, title),
    board: field(),
    cast,
    cards: Object.values(CARDS),
    hands: { power: (deal.power ?? []).map((c) => c.id), objectives: (deal.objectives ?? []).map((c) => c.id) },
    glory: deal.glory,
    features: deal.features,
    round: deal.round,
  };
}
