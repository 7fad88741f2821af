// What the decision bar says and which buttons it shows, from what has been picked so far.
import { faceName } from '../lib/faces.svelte';
import type { IconName } from '../icons/drawings';
import type { Choice, Strike, Verb } from '../protocol';
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
  /** Picks a fighter. */
  fighter?: number;
  /** Greyed: this is asked of the server. */
  whyNot?: string;
  pressed?: boolean;
  main?: boolean;
  quiet?: boolean;
  /** What it does, in the words of the card or ability. */
  says?: string;
  /** What it spends. */
  cost?: string;
  /** Why it would change nothing. */
  vain?: string;
  /** The attack that a Charge is made for. */
  strike?: Strike;
};

const verbIcons: Partial<Record<Verb, IconName>> = {
  move: 'move', charge: 'charged', attack: 'swords', guard: 'guarded', draw: 'deck', focus: 'hand', delve: 'treasure',
  play: 'ploy', upgrade: 'upgrade', react: 'surge', score: 'glory', deploy: 'flag', 'drive-back': 'moved',
  'stand-fast': 'guarded', overrun: 'charged',
};
const fighterVerbs: Verb[] = ['move', 'charge', 'attack', 'guard'];
const quietVerbs = new Set<Verb>(['pass', 'done', 'stay', 'no-token']);

/** Whether an option passes, finishes or stays: what ends a question without doing anything. */
export const isEnd = (o: Option) => o.choice !== undefined && quietVerbs.has(o.choice.verb) && o.says === undefined;

/** At most so many choices become buttons of their own; more are picked on the board. */
const FEW = 8;

function buttonOf(session: Session, choice: Choice): Option {
  const { vain, cost } = choice;
  return { key: choice.id, label: labelOf(session, choice), icon: verbIcons[choice.verb], choice, quiet: quietVerbs.has(choice.verb) || vain !== undefined, says: wordsOf(session, choice), cost, vain };
}

/** What a choice does in the words of the card, the ability or the weapon. */
function wordsOf(session: Session, c: Choice): string | undefined {
  if (c.says) return c.says.join(' ');
  if (c.verb === 'ability' && c.word) return meaning(session, c.word);
  if (['play', 'react', 'use', 'action', 'upgrade', 'card'].includes(c.verb)) return session.face(c.card)?.text.join(' ');
  return undefined;
}

/** The glossary's words for a keyword. */
export function meaning(session: Session, word: string): string | undefined {
  return session.content?.glossary.find(([title]) => title.toLowerCase() === word.toLowerCase())?.[1];
}

/** What needs no words comes first, what would change nothing after what would; a text that the one before has said already is not said again. */
function tidied(options: Option[]): Option[] {
  const order = (o: Option) => (o.says ? 1 : 0) + (o.vain ? 2 : 0) + (o.choice && quietVerbs.has(o.choice.verb) ? 4 : 0);
  const sorted = options.map((o, i) => ({ o, i })).sort((a, b) => order(a.o) - order(b.o) || a.i - b.i).map(({ o }) => o);
  return sorted.map((o, i) => (i > 0 && o.says && o.says === sorted[i - 1]!.says ? { ...o, says: undefined } : o));
}

/** A way to charge an enemy, with what it promises. */
function strikeButton(session: Session, picker: Picker, strike: Strike, whole: boolean): Option | undefined {
  const choice = picker.chargeTo(strike.hex);
  if (!choice) return undefined;
  const weapon = session.fighter(choice.fighter!)?.now.weapons.find((w) => w.ix === strike.weapon)?.name ?? '';
  const [who, hex] = [session.fighterName(strike.target), session.hexName(strike.hex)];
  const through = choice.via?.length ? t.help.through(choice.via.map((h) => session.hexName(h)).join(', ')) : undefined;
  const cost = [strike.cost, choice.cost !== strike.cost ? choice.cost : undefined, through].filter(Boolean).join('; ');
  return { key: `strike-${strike.target}-${strike.hex}`, label: whole ? t.help.chargeNow(who, hex, weapon) : t.help.chargeFrom(who, hex), icon: 'charged', choice, strike, cost: cost || undefined };
}

export function optionsFor(session: Session, picker: Picker): Option[] {
  const options = tidied(offered(session, picker));
  // Whatever is being looked at, what can be passed can be passed.
  if (!session.deciding || session.view?.decision?.kind === 'activation' || options.some((o) => o.choice?.verb === 'pass')) return options;
  return [...options, ...picker.list.filter((c) => c.verb === 'pass').map((c) => buttonOf(session, c))];
}

function offered(session: Session, picker: Picker): Option[] {
  const button = (choice: Choice) => buttonOf(session, choice);
  const list = picker.list;
  const picked = picker.picked;
  const matches = picker.matches;
  if (!session.deciding) return [];
  if (list.some((c) => c.verb === 'deploy')) return deploying(session, picker);
  if (picker.joint) return [{ key: 'lay', label: t.join.lay, icon: 'check', choice: picker.joint }];
  if (picked.fighter === undefined && picked.card === undefined) {
    if (picked.hex !== undefined || picked.target !== undefined || picked.feature !== undefined) return matches.slice(0, FEW).map(button);
    if (list.length <= FEW && session.view?.decision?.kind !== 'activation') return list.map(button);
    return list.filter((c) => loose(session, c)).map(button);
  }
  const verbs = [...new Set(matches.map((c) => c.verb))];
  if (picker.aimed) {
    const confirm = strikeButton(session, picker, picker.aimed.strike, true);
    return [...said(['charge'], picker), ...(confirm ? [confirm] : [])];
  }
  if (picker.charging !== undefined && picked.hex === undefined) {
    const ways = picker.best.slice(0, 5).flatMap((strike) => strikeButton(session, picker, strike, false) ?? []);
    return [...said(['charge'], picker), ...ways];
  }
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

/** What lies nowhere a hand could reach: it needs a button. */
function loose(session: Session, c: Choice): boolean {
  if (c.verb === 'card' || c.verb === 'use') return !held(session).some((ref) => c.card && cardKey(ref) === cardKey(c.card));
  if (c.verb === 'fighter') return c.fighter !== undefined && session.fighter(c.fighter)?.hex == null;
  return c.fighter === undefined && c.hex === undefined && c.card === undefined && c.target === undefined && c.verb !== 'feature';
}

/** The cards in the hand of whoever sits here, as far as they lie open. */
export function held(session: Session) {
  const player = session.view?.players[session.home];
  return [...(player?.power_hand.cards ?? []), ...(player?.objective_hand.cards ?? [])];
}

/** What a button says: our own words where the choice is about something with a name. */
export function labelOf(session: Session, c: Choice): string {
  const card = session.face(c.card)?.name;
  const who = c.fighter === undefined ? undefined : session.fighterName(c.fighter);
  const l = t.labels;
  if (card) {
    if (c.verb === 'play') return l.play(card, who);
    if (c.verb === 'upgrade' && who) return l.upgrade(card, who);
    if (c.verb === 'score') return l.score(card, session.face(c.card)?.glory ?? null);
    if (c.verb === 'discard') return l.discard(card);
    if (c.verb === 'exchange') return l.exchange(card);
    if (c.verb === 'card') return card;
  }
  if (c.verb === 'ability' && c.word) return l.ability(c.word);
  if (c.verb === 'reroll' && c.word) return l.reroll(faceName(c.word));
  if (c.verb === 'attack' && c.target !== undefined && c.fighter !== undefined) {
    const weapon = session.fighter(c.fighter)?.now.weapons.find((w) => w.ix === c.weapon)?.name;
    if (weapon) return l.attack(session.fighterName(c.target), weapon);
  }
  if (c.verb === 'fighter' && who) return who;
  if (c.verb === 'guard') return t.verbs.guard;
  if (c.verb === 'delve') return t.verbs.delve;
  return c.label;
}

/** Who is still to be deployed, the one whose hexes are marked pressed. */
function deploying(session: Session, picker: Picker): Option[] {
  const ids = [...new Set(picker.list.flatMap((c) => (c.verb === 'deploy' && c.fighter !== undefined ? [c.fighter] : [])))];
  const others = picker.list.filter((c) => c.verb !== 'deploy').map((c) => buttonOf(session, c));
  return [...ids.map((id) => ({ key: `deploy-${id}`, label: session.fighterName(id), icon: 'flag' as const, fighter: id, pressed: picker.picked.fighter === id })), ...others];
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
    const ref = held(session).find((c) => cardKey(c) === card);
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
  if (session.passing) return t.bar.passing;
  if (!session.deciding) {
    const mind = session.thinking?.seat ?? (decision && session.table?.seats[decision.seat]?.kind.kind === 'opponent' ? decision.seat : undefined);
    if (mind !== undefined && !session.watching) return t.bar.thinking(session.seatName(mind));
    if (decision) return session.watching ? decision.text : t.bar.waitingFor(session.seatName(decision.seat));
    return session.watching ? t.bar.watching : t.bar.nobody;
  }
  const p = picker.picked;
  const left = picker.matches;
  if (picker.aimed) return t.help.chargeAsk(session.fighterName(picker.aimed.strike.target));
  if (picker.charging !== undefined && p.hex === undefined) return t.help.chargePick;
  if (p.hex !== undefined || p.target !== undefined) return t.bar.which;
  if (p.verb !== undefined && left.length > 1) {
    const verb = t.verbs[p.verb];
    return left.every((c) => c.hex !== undefined) ? t.bar.pickHex(verb) : left.some((c) => c.target !== undefined || c.fighter !== undefined) ? t.bar.pickTarget(verb) : t.bar.which;
  }
  const card = p.card === undefined ? undefined : session.face(held(session).find((ref) => cardKey(ref) === p.card));
  if (card) return left.length > 1 && left.every((c) => c.fighter !== undefined) ? t.bar.pickFor(card.name) : t.bar.chosenCard(card.name);
  // Whoever was picked by the question itself is already named in it.
  if (p.fighter !== undefined && (left.every((c) => c.verb === 'deploy') || decision?.fighter === p.fighter)) return decision?.text ?? '';
  if (p.fighter !== undefined) return t.bar.chosen(session.fighterName(p.fighter));
  if (decision?.kind === 'reaction' && picker.list.length > 0 && picker.list.every((c) => c.verb === 'react')) return `${decision.text.replace(/[,:;]? (react, )?or pass\.?$/i, '').replace(/[.:]?$/, '.')} ${t.help.mustReact}`;
  return decision?.text ?? '';
}
