// The fighters, cards and field that the lessons share. They are ours and belong to no edition.
import type { CardFace, FighterCard, Profile, Table, Weapon } from '../../protocol';
import { drawn } from '../field';
import { t } from '../../texts';
import type { Cast, Opening } from '../rehearsal';

const said = t.stage;

const weapon = (ix: number, name: string, range: number, dice: number, symbol: string, damage: number): Weapon =>
  ({ ix, name, range, dice, symbol, damage, keywords: [], spell: false, upgrade: null });
const profile = (movement: number, defence: number, symbol: string, wounds: number, weapons: Weapon[], wizard = 0): Profile =>
  ({ movement, defence, defence_symbol: symbol, wounds, bounty: 1, wizard, weapons });
const fighter = (seat: number, name: string, slug: string, side: Profile, traits: string[] = []): Omit<FighterCard, 'id'> =>
  ({ seat, name, slug, traits, labels: [], sides: [side, side], text: [], house: false, notes: [] });

export const people = {
  sera: fighter(0, said.fighters.sera, 'sera', profile(3, 2, 'shield', 4, [weapon(0, said.weapons.sera, 1, 3, 'hammer', 2)]), ['leader']),
  marrec: fighter(0, said.fighters.marrec, 'marrec', profile(3, 1, 'shield', 5, [weapon(0, said.weapons.marrec, 1, 2, 'hammer', 3)], 2), ['wizard']),
  ilse: fighter(0, said.fighters.ilse, 'ilse', profile(4, 1, 'dodge', 3, [weapon(0, said.weapons.ilse, 1, 3, 'swords', 2)])),
  grubb: fighter(1, said.fighters.grubb, 'grubb', profile(3, 1, 'shield', 4, [weapon(0, said.weapons.grubb, 1, 2, 'hammer', 2)]), ['leader']),
  skitter: fighter(1, said.fighters.skitter, 'skitter', profile(5, 1, 'dodge', 2, [weapon(0, said.weapons.skitter, 1, 2, 'swords', 1)]), ['beast']),
  moss: fighter(1, said.fighters.moss, 'moss', profile(4, 1, 'dodge', 3, [weapon(0, said.weapons.moss, 2, 2, 'swords', 1)])),
};

const card = (id: number, key: string, kind: string, glory: number | null = null, surge = false): CardFace =>
  ({ id, name: said.cards[key]![0], kind, deck: said.warbands[0]!, text: [said.cards[key]![1]], clauses: [], glory, surge, restricted: [], verified: true, number: '' });

/** The upgrade that hardens; every other sharpens. */
export const STONE_SKIN = 2;

/** Cards by number. */
export const CARDS = {
  quickStep: card(0, 'quickStep', 'ploy'),
  whettedEdge: card(1, 'whettedEdge', 'upgrade', 1),
  stoneSkin: card(2, 'stoneSkin', 'upgrade', 1),
  blindingLamp: card(3, 'blindingLamp', 'spell'),
  lastSpark: card(4, 'lastSpark', 'ploy'),
  holdGround: card(5, 'holdGround', 'objective', 2),
  swiftJustice: card(6, 'swiftJustice', 'objective', 1, true),
  masters: card(7, 'masters', 'objective', 3),
  newHope: card(8, 'newHope', 'objective', 1),
};

export function tableOf(edition: string, title: string): Omit<Table, 'fighters' | 'deck'> {
  return {
    game: 'lesson', edition, title, rounds: 3, turns: 4, variant: [], boards: [],
    seats: [
      { seat: 0, name: said.you, kind: { kind: 'human' }, warband: said.warbands[0]!, alliance: 'order', warscroll: null, plot: null },
      { seat: 1, name: said.rival, kind: { kind: 'opponent', level: 'lesson' }, warband: said.warbands[1]!, alliance: 'destruction', warscroll: null, plot: null },
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
