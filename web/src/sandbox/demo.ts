// A table in the middle of a game, for looking at the client without a server (`?demo`).
import type { CardFace, FighterCard, Profile, Weapon } from '../protocol';
import { drawn } from './field';
import { rehearse, Stage, type Opening, type Scene } from './rehearsal';

const weapon = (ix: number, name: string, range: number, dice: number, symbol: string, damage: number, keywords: string[] = []): Weapon =>
  ({ ix, name, range, dice, symbol, damage, keywords, spell: false, upgrade: null });
const profile = (movement: number, defence: number, symbol: string, wounds: number, weapons: Weapon[]): Profile =>
  ({ movement, defence, defence_symbol: symbol, wounds, bounty: 0, wizard: 0, weapons });
const fighter = (seat: number, name: string, slug: string, side: Profile, traits: string[] = [], text: string[] = []): Omit<FighterCard, 'id'> =>
  ({ seat, name, slug, traits, labels: [], sides: [side, { ...side, movement: side.movement + 1 }], text, house: true, notes: [] });
const card = (id: number, name: string, kind: string, text: string[], glory: number | null = null, surge = false): CardFace =>
  ({ id, name, kind, deck: 'Lantern Guard', text, clauses: [], glory, surge, restricted: [], verified: true, number: '' });

const lantern = 'Lantern Guard';
const mud = 'Mudtooth Pack';

export const demoOpening: Opening = {
  table: {
    game: 'demo', edition: 'harrowdeep', title: 'Harrowdeep', rounds: 3, turns: 4, variant: [], boards: [],
    seats: [
      { seat: 0, name: 'You', kind: { kind: 'human' }, warband: lantern, alliance: 'order', warscroll: null, plot: null },
      { seat: 1, name: 'Adept', kind: { kind: 'opponent', level: 'adept' }, warband: mud, alliance: 'destruction', warscroll: null, plot: null },
    ],
  },
  board: drawn([
    's . . . . . s .', ' . . s # . . .', '. . s . . ! . .', ' . . # . # . s', '. ~ . s . . . .',
    ' . . . . . . .', '. . s . . . ! .', ' . s . . # . .', '. . . s . . s .', ' . # . . . s .', 's . . . s . . .',
  ], (r) => (r < 5 ? 1 : r > 5 ? 0 : null)),
  cast: [
    { card: fighter(0, 'Sera Brightvow', 'sera', profile(3, 2, 'shield', 4, [weapon(0, 'Vow Blade', 1, 3, 'hammer', 2, ['cleave']), weapon(1, 'Thrown Lamp', 3, 2, 'swords', 1)]), ['leader'], ['Inspire: this fighter’s attack succeeds.', 'Support: adjacent friendly fighters re-roll one defence die.']), hex: 'd6', inspired: true, damage: 1, tokens: ['guard'] },
    { card: fighter(0, 'Old Marrec', 'old', profile(3, 1, 'shield', 5, [weapon(0, 'Maul', 1, 2, 'hammer', 3)])), hex: 'c8', tokens: ['move'] },
    { card: fighter(0, 'Ilse the Quick', 'ilse', profile(5, 1, 'dodge', 3, [weapon(0, 'Twin Knives', 1, 3, 'swords', 1), weapon(1, 'Sling', 4, 2, 'swords', 1)])), hex: 'f7' },
    { card: fighter(1, 'Grubb the Wide', 'grubb', profile(3, 1, 'shield', 6, [weapon(0, 'Bog Club', 1, 2, 'hammer', 3, ['knockback 1'])]), ['leader']), hex: 'd5', damage: 2, tokens: ['charge'] },
    { card: fighter(1, 'Skitter', 'skitter', profile(5, 1, 'dodge', 2, [weapon(0, 'Hook', 1, 2, 'swords', 1)]), ['beast']), hex: 'e4', damage: 1 },
    { card: fighter(1, 'Moss', 'moss', profile(4, 1, 'dodge', 3, [weapon(0, 'Spear', 2, 2, 'swords', 2)])), hex: 'b4', tokens: ['stagger'] },
    { card: fighter(1, 'Fenn', 'fenn', profile(4, 1, 'dodge', 3, [weapon(0, 'Bow', 4, 2, 'swords', 1)])), hex: 'f2' },
  ],
  features: [
    { hex: 'b5', number: 1, numbered: true, side: 'gloom' }, { hex: 'f6', number: 3, numbered: true, side: 'gloom' },
    { hex: 'e8', number: 4, numbered: false, side: 'gloom' }, { hex: 'b7', number: 2, numbered: true, side: 'gloom' },
    { hex: 'd5', number: 5, numbered: true, side: 'gloom' },
  ],
  cards: [
    card(0, 'Quick Step', 'ploy', ['Choose a friend: push it 1 hex.']),
    card(1, 'Whetted Edge', 'upgrade', ['This fighter’s Attack actions with Range 1 have +1 Damage.'], 1),
    card(2, 'Stone Skin', 'upgrade', ['This fighter has +1 Wounds.'], 1),
    card(3, 'Blinding Lamp', 'spell', ['Channel. When cast: choose an enemy up to 3 hexes away and stagger it.']),
    card(4, 'Second Wind', 'ploy', ['Reaction: play this after a friendly fighter’s failed attack. Remove one Move token from that fighter.']),
    card(5, 'Hold the Line', 'objective', ['End phase: you hold 2 or more objectives.'], 1),
    card(6, 'First Blood', 'objective', ['At once: one of your fighters takes an enemy out.'], 1, true),
    card(7, 'Masters of the Field', 'objective', ['End phase: every objective in enemy territory is yours.'], 3),
  ],
  glossary: [['Stagger', 'A staggered fighter is easier to hit.'], ['Push', 'A push moves a fighter without being a move.']],
  hands: { power: [0, 1, 2, 3, 4], objectives: [5, 6, 7] },
  glory: [6, 4],
  round: 2,
};

function scene(stage: Stage): Scene {
  const active = ['sera', 'old', 'ilse'];
  const ref = (slot: number, c: number) => ({ seat: 0, slot, card: c });
  return {
    tracker: 'Round 2 · turn 3 of 8 · Action step',
    decision: { seat: 0, kind: 'activation', text: 'Your turn: pick a fighter to act, or one of these.', card: null, fighter: null },
    choices: [
      ...active.flatMap((slug) => [
        ...(slug === 'old' ? [] : [...stage.moves(slug), ...stage.moves(slug, 'charge')]),
        ...stage.attacks(slug),
        stage.choice('guard', `guard ${slug}`, 'Guard', { fighter: stage.id(slug) }),
      ]),
      stage.choice('draw', 'draw', 'Draw a power card'),
      stage.choice('play', 'play "Quick Step"', 'Play Quick Step', { card: ref(0, 0) }),
      ...[0, 1, 2].map((id) => stage.choice('upgrade', `upgrade "Whetted Edge" ${active[id]}`, `Give to ${stage.name(id)}`, { card: ref(1, 1), fighter: id })),
      stage.choice('pass', 'pass', 'Pass'),
    ],
    made(choice) {
      if (choice.hex !== undefined) stage.move(choice.fighter!, choice.hex);
      if (choice.target !== undefined) {
        stage.roll(choice.fighter!, choice.target, 'Vow Blade', ['hammer', 'crit', 'sup1'], ['shield', 'dodge'], [['hammer', 'crit'], ['shield', 'crit']], 'success');
        stage.hurt(choice.target, 2, choice.fighter!);
      }
      return false;
    },
    odds: () => ({ success: 0.62, draw: 0.17, fail: 0.21, critical: 0.3, damage: [2, 2], takes_out: 0.18, drive_back: [26, 27] }),
    refuse: () => ({ rule: 'harrowdeep.action.move.token', title: 'One move a round', text: 'A fighter with a Move token makes no further Move.', remedy: 'pick a fighter without a Move token' }),
  };
}

export function openDemo() {
  const stage = new Stage(demoOpening);
  for (const [kind, text, seat] of [
    ['round-began', 'Round 2 begins.', undefined], ['turn-began', 'Adept takes turn 2.', 1], ['moved', 'Grubb the Wide charges to d5.', 1],
    ['rolled', 'Grubb the Wide attacks Sera Brightvow: hammer and double support against a shield.', 1], ['drew', 'The attack is a draw.', 1],
    ['turn-began', 'You take turn 3.', 0],
  ] as const) stage.say(kind, text, seat === undefined ? {} : { seat }, 'harrowdeep.turn');
  return rehearse(stage, scene, () => undefined);
}
