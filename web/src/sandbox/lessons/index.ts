// The lessons: what stands on the table and which steps follow each other.
import { t } from '../../texts';
import type { Opening } from '../rehearsal';
import { beside, driveBack, dropCard, equip, moveTo, play, press, score, strike, takeCard, type Step } from './steps';
import { CARDS, opening, people } from './troupe';

export type Lesson = { id: LessonId; minutes: number; opening: () => Opening; steps: Step[] };
export type LessonId = 'first' | 'objectives' | 'power' | 'reactions' | 'shadespire' | 'nightvault' | 'harrowdeep' | 'embergard';

const hammer: [string[], string[]] = [['hammer', 'crit'], ['shield', 'crit']];
const hammerDodge: [string[], string[]] = [['hammer', 'crit'], ['dodge', 'crit']];
const swords: [string[], string[]] = [['swords', 'crit'], ['shield', 'crit']];
const swordsDodge: [string[], string[]] = [['swords', 'crit'], ['dodge', 'crit']];
const { turn, power, reaction } = t.stage;

export const lessons: Lesson[] = [
  {
    id: 'first', minutes: 4,
    opening: () => opening('embergard', 'Embergard', [
      { card: people.sera, hex: 'd7' }, { card: people.marrec, hex: 'b7' }, { card: people.ilse, hex: 'f8' },
      { card: people.grubb, hex: 'd4' }, { card: people.skitter, hex: 'b3' },
    ]),
    steps: [
      moveTo('sera', beside('grubb'), turn(1, 8)),
      strike('sera', 'grubb', { attack: ['hammer', 'hammer', 'sup1'], defence: ['dodge'], counts: hammer, verdict: 'success' }, turn(3, 8)),
      driveBack('sera', 'grubb', turn(3, 8)),
      (stage, question) => ({
        tracker: turn(5, 8),
        decision: { seat: 0, kind: 'activation', text: question, card: null, fighter: null },
        choices: stage.moves('ilse', 'charge').filter((c) => beside('grubb')(stage.at(c.hex!)!.name, stage)),
        made(choice) {
          stage.move(choice.fighter!, choice.hex!);
          stage.set(choice.fighter!, { tokens: ['charge'] });
          return true;
        },
      }),
      strike('ilse', 'grubb', { attack: ['swords', 'crit', 'hammer'], defence: ['shield'], counts: swords, verdict: 'success' }, turn(5, 8)),
      press((s) => [s.choice('guard', 'guard marrec', t.verbs.guard, { fighter: s.id('marrec') })], turn(7, 8), (_, s) => {
        s.set(s.id('marrec'), { tokens: ['guard'] });
        s.say('guarded', t.stage.guarded(people.marrec.name), { seat: 0 });
      }, 'activation'),
    ],
  },
  {
    id: 'objectives', minutes: 3,
    opening: () => opening('embergard', 'Embergard', [
      { card: people.sera, hex: 'b6' }, { card: people.marrec, hex: 'd6' }, { card: people.ilse, hex: 'f8' }, { card: people.skitter, hex: 'd5', damage: 0 },
    ], {
      objectives: [CARDS.holdGround, CARDS.swiftJustice, CARDS.masters],
      features: [{ hex: 'b6', number: 1, numbered: true, side: 'treasure' }, { hex: 'g6', number: 3, numbered: true, side: 'treasure' }, { hex: 'c2', number: 4, numbered: true, side: 'treasure' }],
    }),
    steps: [
      moveTo('ilse', (hex) => hex === 'g6', turn(7, 8)),
      play(CARDS.holdGround, 'score', t.stage.scoreFor(2), t.stage.end(1), (s) => score(s, CARDS.holdGround)),
      strike('marrec', 'skitter', { attack: ['hammer', 'crit'], defence: ['shield'], counts: hammerDodge, verdict: 'success' }, t.stage.round(2, 1, 8), (s) => {
        score(s, CARDS.swiftJustice);
        takeCard(s, CARDS.newHope, 70);
      }),
      press((s) => {
        const ref = s.view.players[0]!.objective_hand.cards.find((c) => c.card === CARDS.masters.id)!;
        return [s.choice('discard', `discard "${CARDS.masters.name}"`, t.stage.discard, { card: ref }), s.choice('done', 'done', t.verbs.done)];
      }, t.stage.end(2), (c, s) => { if (c.verb === 'discard') dropCard(s, CARDS.masters); }, 'discard'),
    ],
  },
  {
    id: 'power', minutes: 3,
    opening: () => opening('embergard', 'Embergard', [
      { card: people.sera, hex: 'd6' }, { card: people.ilse, hex: 'e7' }, { card: people.grubb, hex: 'd4' },
    ], { power: [CARDS.quickStep, CARDS.whettedEdge, CARDS.lastSpark], objectives: [CARDS.masters], glory: [2, 1] }),
    steps: [
      play(CARDS.quickStep, 'play', t.stage.play, power),
      press((s) => ['sera', 'ilse'].map((slug) => s.choice('fighter', `fighter ${slug}`, s.name(s.id(slug)), { fighter: s.id(slug) })), power, (c, s) => c.fighter === s.id('ilse'), 'target'),
      (stage, question) => ({
        tracker: power,
        decision: { seat: 0, kind: 'target', text: question, card: null, fighter: stage.id('ilse') },
        choices: stage.moves('ilse').filter((c) => Math.abs(stage.at(c.hex!)!.r - 6) <= 1 && near(stage, c.hex!)).map((c) => stage.choice('hex', `hex ${stage.at(c.hex!)!.name}`, stage.at(c.hex!)!.name, { hex: c.hex })),
        made(choice) {
          stage.move(stage.id('ilse'), choice.hex!);
          return true;
        },
      }),
      equip(CARDS.whettedEdge, 'sera', power),
      press((s) => [s.choice('pass', 'pass', t.verbs.pass)], power, () => undefined),
    ],
  },
  {
    id: 'reactions', minutes: 2,
    opening: () => opening('harrowdeep', 'Harrowdeep', [
      { card: people.sera, hex: 'd6', damage: 2 }, { card: people.ilse, hex: 'f8' }, { card: people.grubb, hex: 'd5', tokens: ['charge'] }, { card: people.skitter, hex: 'c5' },
    ], { power: [CARDS.lastSpark, CARDS.quickStep], objectives: [CARDS.masters] }),
    steps: [
      play(CARDS.lastSpark, 'react', t.stage.react(CARDS.lastSpark.name), reaction),
      press((s) => ['grubb', 'skitter'].map((slug) => s.choice('fighter', `fighter ${slug}`, s.name(s.id(slug)), { fighter: s.id(slug) })), reaction, (c, s) => s.hurt(c.fighter!, 1, s.id('sera')), 'target'),
      press((s) => [s.choice('pass', 'pass', t.verbs.pass)], reaction, () => undefined, 'reaction'),
    ],
  },
  {
    id: 'shadespire', minutes: 2,
    opening: () => opening('shadespire', 'Shadespire', [{ card: people.sera, hex: 'd5' }, { card: people.marrec, hex: 'b7' }, { card: { ...people.grubb, sides: [{ ...people.grubb.sides[0], defence: 2 }, people.grubb.sides[1]] }, hex: 'd4' }], { power: [CARDS.stoneSkin], glory: [2, 0] }),
    steps: [
      strike('sera', 'grubb', { attack: ['crit', 'swords', 'sup1'], defence: ['shield', 'shield'], counts: hammer, verdict: 'success' }, turn(1, 8)),
      driveBack('sera', 'grubb', turn(1, 8)),
      equip(CARDS.stoneSkin, 'sera', power, true),
    ],
  },
  {
    id: 'nightvault', minutes: 3,
    opening: () => opening('nightvault', 'Nightvault', [{ card: people.sera, hex: 'd6' }, { card: people.marrec, hex: 'b6' }, { card: people.grubb, hex: 'c4' }, { card: people.skitter, hex: 'e5' }], { power: [CARDS.blindingLamp] }),
    steps: [
      play(CARDS.blindingLamp, 'play', t.stage.cast(people.marrec.name), power, (s) => {
        s.say('rolled', t.stage.rolled('magic', ['focus', 'channel']), { seat: 0, dice: { seat: 0, die: 'magic', faces: ['focus', 'channel'] } });
        s.say('spell-cast', t.stage.castBy(people.marrec.name, CARDS.blindingLamp.name), { seat: 0 });
      }),
      press((s) => ['grubb', 'skitter'].map((slug) => s.choice('fighter', `fighter ${slug}`, s.name(s.id(slug)), { fighter: s.id(slug) })), power, (c, s) => s.say('effect', t.stage.blinded(s.name(c.fighter!)), { fighter: c.fighter }), 'target'),
      strike('sera', 'skitter', { attack: ['hammer', 'sup1', 'swords'], defence: ['shield'], counts: hammerDodge, verdict: 'draw' }, turn(3, 8)),
      driveBack('sera', 'skitter', turn(3, 8), 'e4', (s) => s.hurt(s.id('skitter'), 1, s.id('sera'))),
    ],
  },
  {
    id: 'harrowdeep', minutes: 3,
    opening: () => opening('harrowdeep', 'Harrowdeep', [{ card: people.sera, hex: 'c6' }, { card: people.ilse, hex: 'e6' }, { card: people.moss, hex: 'e5', tokens: ['stagger'] }], {
      features: [{ hex: 'c6', number: 2, numbered: false, side: 'gloom' }, { hex: 'f7', number: 4, numbered: false, side: 'gloom' }, { hex: 'c2', number: 1, numbered: false, side: 'gloom' }],
    }),
    steps: [
      press((s) => [s.choice('delve', 'delve sera', t.verbs.delve, { fighter: s.id('sera') })], power, (_, s) => {
        s.view.features = s.view.features.map((f) => (f.id === 0 ? { ...f, numbered: true } : f));
        s.say('token-flipped', t.stage.delved(people.sera.name, 2), { seat: 0, feature: 0 });
      }, 'activation'),
      strike('ilse', 'moss', { attack: ['swords', 'sup1', 'hammer'], defence: ['dodge'], counts: swordsDodge, verdict: 'open' }, turn(3, 8)),
      press((s) => [s.choice('reroll', 'reroll sup1', t.stage.again, { word: 'sup1' })], turn(3, 8), (_, s) => {
        s.roll(s.id('ilse'), s.id('moss'), t.stage.weapons.ilse, ['swords', 'swords', 'hammer'], ['dodge'], swordsDodge, 'success');
        s.hurt(s.id('moss'), 2, s.id('ilse'));
      }, 'reroll'),
      driveBack('ilse', 'moss', turn(3, 8)),
    ],
  },
  {
    id: 'embergard', minutes: 3,
    opening: () => opening('embergard', 'Embergard', [{ card: people.sera, hex: 'd6' }, { card: people.ilse, hex: 'f8' }, { card: people.grubb, hex: 'd5' }], { power: [CARDS.stoneSkin, CARDS.quickStep], objectives: [CARDS.masters, CARDS.holdGround] }),
    steps: [
      press((s) => [s.choice('focus', 'focus', t.verbs.focus)], turn(1, 8), () => undefined, 'activation'),
      press((s) => {
        const ref = s.view.players[0]!.power_hand.cards.find((c) => c.card === CARDS.stoneSkin.id);
        return [...(ref ? [s.choice('discard', `discard "${CARDS.stoneSkin.name}"`, t.labels.discard(CARDS.stoneSkin.name), { card: ref })] : []), s.choice('done', 'done', t.verbs.done)];
      }, turn(1, 8), (c, s) => {
        if (c.verb === 'discard') {
          dropCard(s, CARDS.stoneSkin);
          return false;
        }
        takeCard(s, CARDS.whettedEdge, 10);
        takeCard(s, CARDS.lastSpark, 11);
        return true;
      }, 'focus'),
      strike('sera', 'grubb', { attack: ['crit', 'hammer', 'sup1'], defence: ['shield'], counts: hammer, verdict: 'success' }, turn(3, 8)),
      (stage, question) => {
        const left = stage.view.fighters[stage.id('grubb')]!.hex!;
        return driveBack('sera', 'grubb', turn(3, 8), undefined, (s) => (s.view.lasting = [{ card: { seat: 0, slot: left, card: 0 }, until: '' }]))(stage, question);
      },
      press((s) => [s.choice('overrun', 'overrun', t.verbs.overrun), s.choice('stay', 'stay', t.verbs.stay)], turn(3, 8), (c, s) => {
        const left = s.view.lasting[0]?.card.slot;
        s.view.lasting = [];
        if (c.verb === 'overrun' && left !== undefined && !s.taken().has(left)) s.move(s.id('sera'), left);
      }, 'overrun', 'sera'),
    ],
  },
];

function near(stage: import('../rehearsal').Stage, hex: number): boolean {
  const from = stage.at(stage.view.fighters[stage.id('ilse')]!.hex!)!;
  const to = stage.at(hex)!;
  return Math.max(Math.abs(from.q - to.q), Math.abs(from.r - to.r), Math.abs(from.q + from.r - to.q - to.r)) === 1;
}
