// What the decision bar says and which buttons it shows, from what has been picked so far.
import type { IconName } from '../icons/drawings';
import type { Choice, Verb } from '../protocol';
import { t } from '../texts';
import { cardKey, slugOf, type Picker } from './picker.svelte';
import type { Session } from './session.svelte';

export type Option = {
  key: string;
  label: string;
  icon?: IconName;
  /** Made at once. */
  choice?: Choice;
  /** Narrows what is picked. */
  verb?: Verb;
  /** Greyed: this is asked of the server. */
  whyNot?: string;
  pressed?: boolean;
  main?: boolean;
  quiet?: boolean;
};

const verbIcons: Partial<Record<Verb, IconName>> = {
  move: 'move', charge: 'charged', attack: 'swords', guard: 'guarded', draw: 'deck', focus: 'hand', delve: 'treasure',
  play: 'ploy', upgrade: 'upgrade', react: 'surge', score: 'glory', deploy: 'flag', 'drive-back': 'moved',
  'stand-fast': 'guarded', overrun: 'charged',
};
const fighterVerbs: Verb[] = ['move', 'charge', 'attack', 'guard'];
const quietVerbs = new Set<Verb>(['pass', 'done', 'stay', 'no-token']);

/** At most so many choices become buttons of their own; more are picked on the board. */
const FEW = 8;

function button(choice: Choice): Option {
  return { key: choice.id, label: choice.label, icon: verbIcons[choice.verb], choice, quiet: quietVerbs.has(choice.verb) };
}

export function optionsFor(session: Session, picker: Picker): Option[] {
  const list = picker.list;
  const picked = picker.picked;
  const matches = picker.matches;
  if (!session.deciding) return [];
  if (picked.fighter === undefined && picked.card === undefined) {
    if (picked.hex !== undefined || picked.target !== undefined || picked.feature !== undefined) return matches.slice(0, FEW).map(button);
    if (list.length <= FEW && session.view?.decision?.kind !== 'activation') return list.map(button);
    return list.filter((c) => c.fighter === undefined && c.hex === undefined && c.card === undefined && c.target === undefined && c.feature === undefined).map(button);
  }
  const verbs = [...new Set(matches.map((c) => c.verb))];
  if (picked.verb !== undefined || picked.hex !== undefined || picked.target !== undefined) {
    const narrowed = matches.length <= FEW ? matches.map(button) : [];
    return [...said(verbs.length > 0 ? verbs : [picked.verb!], picker), ...narrowed];
  }
  const options: Option[] = [];
  for (const verb of verbs) {
    const some = matches.filter((c) => c.verb === verb);
    const direct = some.length === 1 || ['action', 'use', 'play', 'react', 'ability'].includes(verb);
    if (direct && some.length <= FEW) options.push(...some.map(button));
    else options.push({ key: verb, label: t.verbs[verb], icon: verbIcons[verb], verb });
  }
  return [...options, ...greyed(session, picker, verbs)];
}

/** The verb that was picked, shown as a pressed button that lets go of it again. */
function said(verbs: Verb[], picker: Picker): Option[] {
  const verb = picker.picked.verb;
  if (verb === undefined || !verbs.includes(verb)) return [];
  return [{ key: `said-${verb}`, label: t.verbs[verb], icon: verbIcons[verb], verb, pressed: true }];
}

/** What a fighter or card cannot do now, so that it can be asked why. */
function greyed(session: Session, picker: Picker, verbs: Verb[]): Option[] {
  const { fighter, card } = picker.picked;
  if (fighter !== undefined && session.view?.decision?.kind === 'activation') {
    const face = session.fighterCard(fighter);
    if (!face || face.seat !== session.home) return [];
    return fighterVerbs.filter((v) => !verbs.includes(v)).map((verb) => ({
      key: `no-${verb}`, label: t.verbs[verb], icon: verbIcons[verb], whyNot: question(session, verb, fighter, face.slug),
    }));
  }
  if (card !== undefined && verbs.length === 0) {
    const player = session.view?.players[session.home];
    const ref = [...(player?.power_hand.cards ?? []), ...(player?.objective_hand.cards ?? [])].find((c) => cardKey(c) === card);
    const face = session.face(ref);
    if (!face) return [];
    if (face.kind === 'objective') return [{ key: 'no-score', label: t.verbs.score, icon: 'glory', whyNot: `score "${face.name}"` }];
    const first = session.view?.fighters.find((f) => session.fighterCard(f.id)?.seat === session.home && !f.out);
    const slug = first ? session.fighterCard(first.id)!.slug : '';
    return face.kind === 'upgrade'
      ? [{ key: 'no-upgrade', label: t.verbs.upgrade, icon: 'upgrade', whyNot: `upgrade "${face.name}" ${slug}` }]
      : [{ key: 'no-play', label: t.verbs.play, icon: 'ploy', whyNot: `play "${face.name}"` }];
  }
  return [];
}

function question(session: Session, verb: Verb, fighter: number, slug: string): string {
  if (verb === 'guard') return `guard ${slug}`;
  const here = session.fighter(fighter)?.hex ?? -1;
  if (verb === 'attack') {
    const enemy = session.table?.fighters.find((f) => f.seat !== session.home && session.fighter(f.id)?.hex !== null && !session.fighter(f.id)?.out);
    const weapon = session.fighter(fighter)?.now.weapons[0]?.name ?? '';
    return `attack ${slug} ${enemy?.slug ?? ''} ${slugOf(weapon)}`;
  }
  const from = session.hexes.get(here);
  const near = session.board.hexes.find((h) => from && Math.abs(h.q - from.q) + Math.abs(h.r - from.r) === 1 && !session.standing.has(h.id));
  return `${verb} ${slug} ${near?.name ?? from?.name ?? ''}`;
}

/** The sentence in the bar. */
export function questionFor(session: Session, picker: Picker): string {
  const decision = session.view?.decision;
  if (session.view?.ending) return session.view.ending.text;
  if (!session.deciding) {
    if (session.thinking) return t.bar.thinking(session.seatName(session.thinking.seat));
    if (decision) return session.watching ? decision.text : t.bar.waitingFor(session.seatName(decision.seat));
    return session.watching ? t.bar.watching : t.bar.nobody;
  }
  const p = picker.picked;
  const left = picker.matches;
  if (p.hex !== undefined || p.target !== undefined) return t.bar.which;
  if (p.verb !== undefined && left.length > 1) {
    const verb = t.verbs[p.verb];
    return left.every((c) => c.hex !== undefined) ? t.bar.pickHex(verb) : left.some((c) => c.target !== undefined || c.fighter !== undefined) ? t.bar.pickTarget(verb) : t.bar.which;
  }
  if (p.fighter !== undefined) return t.bar.chosen(session.fighterName(p.fighter));
  return decision?.text ?? '';
}
