// Steps that lessons are made of: each is a scene in which only the thing taught can be chosen.
import type { CardFace, CardRef, Choice, Decision, Odds } from '../../protocol';
import { distance, walk } from '../field';
import { t } from '../../texts';
import type { Scene, Stage } from '../rehearsal';
import { STONE_SKIN } from './troupe';

export type Step = (stage: Stage, question: string) => Scene;

const decide = (kind: string, text: string, fighter: number | null = null): Decision => ({ seat: 0, kind, text, card: null, fighter });

/** Odds of an attack by counting all rolls, with plain successes only. */
export function plainOdds(dice: number, hit: number, saves: number, save: number, damage: number, left: number, driveBack: number[]): Odds {
  const chance = (n: number, k: number, p: number): number => {
    let ways = 1;
    for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1);
    return ways * p ** k * (1 - p) ** (n - k);
  };
  let [success, draw] = [0, 0];
  for (let a = 0; a <= dice; a++) {
    for (let b = 0; b <= saves; b++) {
      const p = chance(dice, a, hit) * chance(saves, b, save);
      if (a > b) success += p;
      else if (a === b) draw += p;
    }
  }
  return { success, draw, fail: 1 - success - draw, critical: 0, damage: [damage, damage], takes_out: damage >= left ? success : 0, drive_back: driveBack };
}

function refCard(stage: Stage, card: CardFace): CardRef {
  const player = stage.view.players[0]!;
  return [...player.power_hand.cards, ...player.objective_hand.cards].find((c) => c.card === card.id)!;
}

function behind(stage: Stage, attacker: number, target: number): number[] {
  const from = stage.at(stage.view.fighters[attacker]!.hex!)!;
  const hex = stage.view.fighters[target]!.hex;
  if (hex === null) return [];
  const here = stage.at(hex)!;
  return [...walk(stage.opening.board, here.id, 1, stage.taken()).keys()].filter((h) => distance(from, stage.at(h)!) > distance(from, here));
}

/** Walk somebody to a hex that fits. */
export const moveTo = (slug: string, fits: (hex: string, stage: Stage) => boolean, tracker: string): Step => (stage, question) => ({
  tracker,
  decision: decide('activation', question),
  choices: stage.moves(slug).filter((c) => fits(stage.at(c.hex!)!.name, stage)),
  made(choice) {
    stage.move(choice.fighter!, choice.hex!);
    stage.set(choice.fighter!, { tokens: ['move'] });
    return true;
  },
  refuse: () => ({ ...t.stage.refused, remedy: question, rule: '' }),
});

/** Hexes beside an enemy. */
export const beside = (slug: string) => (hex: string, stage: Stage) => {
  const at = stage.view.fighters[stage.id(slug)]!.hex;
  return at !== null && distance(stage.hex(hex), stage.at(at)!) === 1;
};

export type Rolled = { attack: string[]; defence: string[]; counts: [string[], string[]]; verdict: string };

/** Attack somebody; the dice are written down beforehand. */
export const strike = (slug: string, enemy: string, rolled: Rolled, tracker: string, after?: (stage: Stage) => void): Step => (stage, question) => {
  const id = stage.id(slug);
  const target = stage.id(enemy);
  const weapon = stage.view.fighters[id]!.now.weapons[0]!;
  return {
    tracker,
    decision: decide('attack-target', question, id),
    choices: stage.attacks(slug).filter((c) => c.target === target),
    made() {
      stage.roll(id, target, weapon.name, rolled.attack, rolled.defence, rolled.counts, rolled.verdict);
      if (rolled.verdict === 'success') stage.hurt(target, weapon.damage, id);
      after?.(stage);
      return true;
    },
    odds: () => {
      const f = stage.view.fighters[target]!;
      const faces = (s: string) => (s === 'hammer' || s === 'shield' ? 3 : 2) / 6;
      return plainOdds(weapon.dice, faces(weapon.symbol), f.now.defence, faces(f.now.defence_symbol), weapon.damage, f.now.wounds - f.damage, behind(stage, id, target));
    },
  };
};

/** Drive the target back or leave it; `only` keeps to some hexes. */
export const driveBack = (slug: string, enemy: string, tracker: string, only?: string, after?: (stage: Stage, hex: number) => void): Step => (stage, question) => {
  const target = stage.id(enemy);
  const hexes = behind(stage, stage.id(slug), target).filter((h) => !only || stage.at(h)!.name === only);
  return {
    tracker,
    decision: decide('drive-back', question, target),
    choices: [
      ...hexes.map((h) => stage.choice('drive-back', `drive-back ${stage.at(h)!.name}`, t.stage.driveBack(stage.at(h)!.name), { hex: h })),
      ...(only ? [] : [stage.choice('stay', 'stay', t.stage.leave)]),
    ],
    made(choice) {
      if (choice.hex !== undefined) {
        stage.move(target, choice.hex, 'drove-back');
        after?.(stage, choice.hex);
      }
      stage.view.fight = null;
      return true;
    },
  };
};

/** One or several buttons; what happens is written down. */
export const press = (choices: (stage: Stage) => Choice[], tracker: string, made: (choice: Choice, stage: Stage) => boolean | void, kind = 'power-step', about?: string): Step => (stage, question) => ({
  tracker,
  decision: decide(kind, question, about ? stage.id(about) : null),
  choices: choices(stage),
  made: (choice) => made(choice, stage) ?? true,
});

/** Play a card from the hand. */
export const play = (card: CardFace, verb: 'play' | 'react' | 'score' | 'discard', label: string, tracker: string, made?: (stage: Stage) => void, pass?: string): Step => (stage, question) => ({
  tracker,
  decision: decide(verb === 'react' ? 'reaction' : 'power-step', question),
  choices: [
    stage.choice(verb, `${verb} "${card.name}"`, label, { card: refCard(stage, card) }),
    ...(pass ? [stage.choice('pass', 'pass', pass)] : []),
  ],
  made(choice) {
    if (choice.verb === 'pass') return true;
    dropCard(stage, card);
    stage.say('played', (verb === 'react' ? t.stage.reacted : t.stage.played)(card.name), { seat: 0 });
    made?.(stage);
    return true;
  },
});

/** Give an upgrade to somebody. */
export const equip = (card: CardFace, slug: string, tracker: string, spends = false): Step => (stage, question) => ({
  tracker,
  decision: decide('power-step', question),
  choices: [stage.choice('upgrade', `upgrade "${card.name}" ${slug}`, t.stage.give(card.name, stage.name(stage.id(slug))), { card: refCard(stage, card), fighter: stage.id(slug) })],
  made() {
    const id = stage.id(slug);
    const f = stage.view.fighters[id]!;
    const ref = refCard(stage, card);
    dropCard(stage, card);
    const now = card.id === STONE_SKIN ? { ...f.now, wounds: f.now.wounds + 1 } : { ...f.now, weapons: f.now.weapons.map((w) => ({ ...w, damage: w.damage + 1 })) };
    stage.set(id, { upgrades: [...f.upgrades, ref], now });
    if (spends) stage.player(0, { spent: stage.view.players[0]!.spent + 1 });
    stage.say('upgraded', t.stage.equipped(stage.name(id), card.name), { seat: 0, fighter: id });
    return true;
  },
});

export function dropCard(stage: Stage, card: CardFace) {
  const player = stage.view.players[0]!;
  const without = (cards: CardRef[]) => cards.filter((c) => c.card !== card.id);
  const power = without(player.power_hand.cards);
  const objectives = without(player.objective_hand.cards);
  stage.player(0, { power_hand: { count: power.length, cards: power }, objective_hand: { count: objectives.length, cards: objectives } });
}

export function takeCard(stage: Stage, card: CardFace, slot: number) {
  const hand = card.kind === 'objective' ? 'objective_hand' : 'power_hand';
  const cards = [...stage.view.players[0]![hand].cards, { seat: 0, slot, card: card.id }];
  stage.player(0, { [hand]: { count: cards.length, cards } });
}

export function score(stage: Stage, card: CardFace) {
  dropCard(stage, card);
  const scored = [...stage.view.players[0]!.scored.cards, { seat: 0, slot: 64 + card.id, card: card.id }];
  stage.player(0, { scored: { count: scored.length, cards: scored } });
  stage.say('scored', t.stage.scored(card.name, card.glory), { seat: 0, amount: card.glory ?? 0 });
  stage.glory(0, card.glory ?? 0);
}
