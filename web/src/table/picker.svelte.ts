// From clicks to one choice: every click narrows the list the server offered, and when a click leaves
// exactly one choice and that choice is fully said, it is made.
import type { CardRef, Choice, LogLine, Strike, Verb } from '../protocol';
import { first, jointsOf } from './joints';
import type { Session } from './session.svelte';

export type Picked = {
  fighter?: number;
  verb?: Verb;
  hex?: number;
  target?: number;
  card?: string;
  feature?: number;
  /** The enemy a Charge is to end with an attack on. */
  aim?: number;
};

/** Verbs that must be said with a button, because a fighter or card alone may mean several things. */
const spoken = new Set<Verb>([
  'guard', 'delve', 'action', 'play', 'react', 'use', 'score', 'discard', 'exchange', 'pass', 'draw', 'focus', 'done',
  'stay', 'overrun', 'stand-fast', 'ability', 'reroll', 'name', 'option', 'confirm', 'mulligan', 'no-token', 'seat', 'board',
  'join', 'territory', 'die',
]);

export function cardKey(ref: CardRef): string {
  return `${ref.seat}:${ref.slot}`;
}

export class Picker {
  picked = $state<Picked>({});
  /** What the pointer or the keyboard rests on. */
  over = $state<{ hex?: number; choice?: string } | null>(null);

  /** The way of laying a board that is looked at. */
  laying = $state<string | null>(null);

  /** Hexes shown for a moment because somebody asked where something happened. */
  flash = $state.raw<number[]>([]);
  #flashing: ReturnType<typeof setTimeout> | undefined;

  constructor(private session: Session) {}

  /** Shows where a line of the log happened. */
  show(line: LogLine) {
    const { hex, from, fighter, target } = line.about;
    const at = (id: number | undefined) => (id === undefined ? undefined : this.session.fighter(id)?.hex);
    const places = hex !== undefined || from !== undefined ? [hex, from] : [at(fighter), at(target)];
    this.flash = places.filter((h) => h !== undefined && h !== null);
    clearTimeout(this.#flashing);
    this.#flashing = setTimeout(() => (this.flash = []), 1800);
  }

  get list(): Choice[] {
    if (!this.session.deciding) return [];
    const all = this.session.choices?.list ?? [];
    // An objective is swapped from a hand that lies open.
    return this.session.closed ? all.filter((c) => c.verb !== 'exchange') : all;
  }

  joints = $derived(jointsOf(this.list));
  joint = $derived(this.joints.find((c) => c.id === this.laying) ?? first(this.joints));

  matches = $derived.by(() => this.list.filter((c) => this.#fits(c, this.picked)));

  /** The fighter whose turn it is to act without being picked: the one a decision is about. */
  actor = $derived.by(() => {
    if (this.picked.fighter !== undefined) return this.picked.fighter;
    const about = this.session.view?.decision?.fighter ?? undefined;
    if (about !== undefined && this.list.some((c) => c.fighter === about)) return about;
    if (this.session.view?.decision?.kind === 'activation') return undefined;
    const attackers = new Set(this.list.flatMap((c) => (c.target !== undefined && c.fighter !== undefined ? [c.fighter] : [])));
    return attackers.size === 1 ? [...attackers][0] : undefined;
  });

  /** Hexes that can be picked now, and what for. */
  reach = $derived.by(() => {
    const marks = new Map<number, Set<Verb>>();
    const add = (hex: number | null | undefined, verb: Verb) => {
      if (hex === null || hex === undefined) return;
      marks.set(hex, (marks.get(hex) ?? new Set()).add(verb));
    };
    const fighterAt = (id: number) => this.session.fighter(id)?.hex;
    const { aim, hex: _, ...rest } = this.picked;
    for (const c of aim === undefined ? this.matches : this.list.filter((c) => this.#fits(c, rest))) {
      if (c.verb === 'hex' || c.hex !== undefined) {
        if (this.#hexShown(c)) add(c.hex, c.verb);
      } else if (c.target !== undefined) {
        if (this.#aims(c)) add(fighterAt(c.target), c.verb);
      } else if (c.feature !== undefined) {
        add(this.session.view?.features.find((f) => f.id === c.feature)?.hex, c.verb);
      } else if (c.verb === 'fighter' && c.fighter !== undefined) {
        add(fighterAt(c.fighter), c.verb);
      } else if (c.verb === 'upgrade' && c.fighter !== undefined && this.picked.card !== undefined) {
        add(fighterAt(c.fighter), c.verb);
      }
    }
    if (this.charging !== undefined) for (const strike of this.strikes) add(fighterAt(strike.target), 'charge');
    return marks;
  });

  /** The fighter who is to charge, once that is said. */
  charging = $derived.by(() => (this.picked.verb === 'charge' && this.picked.card === undefined ? this.picked.fighter : undefined));

  /** What the fighter who is to charge could attack, from the hexes that are offered. */
  strikes = $derived.by<Strike[]>(() => {
    if (this.charging === undefined) return [];
    const hexes = new Set(this.list.flatMap((c) => (c.verb === 'charge' && c.fighter === this.charging && c.hex !== undefined ? [c.hex] : [])));
    return (this.session.strikes[this.charging] ?? []).filter((s) => hexes.has(s.hex));
  });

  /** The best way to charge each enemy, best first. */
  best = $derived.by<Strike[]>(() => {
    const found = new Map<number, Strike>();
    for (const strike of this.strikes) {
      const other = found.get(strike.target);
      if (!other || this.#worth(strike) > this.#worth(other)) found.set(strike.target, strike);
    }
    return [...found.values()].sort((a, b) => this.#worth(b) - this.#worth(a));
  });

  /** The charge that waits to be confirmed. */
  aimed = $derived.by<{ strike: Strike; choice: Choice } | undefined>(() => {
    const { aim, hex } = this.picked;
    const strike = aim === undefined ? undefined : this.strikes.find((s) => s.target === aim && s.hex === hex);
    const choice = strike && this.chargeTo(strike.hex);
    return strike && choice ? { strike, choice } : undefined;
  });

  /** The charge that ends in a hex by the way with the fewest hazards. */
  chargeTo(hex: number): Choice | undefined {
    const ways = this.list.filter((c) => c.verb === 'charge' && c.fighter === this.charging && c.hex === hex);
    return ways.sort((a, b) => (a.via?.length ?? 0) - (b.via?.length ?? 0))[0];
  }

  /** What speaks for a charge: that it takes out, that it hits, that nothing is spent and no hazard entered. */
  #worth(strike: Strike): number {
    const way = this.chargeTo(strike.hex);
    const risk = (way?.via?.length ?? 0) + (this.session.hexes.get(strike.hex)?.kinds.some((k) => k === 'lethal' || k === 'stagger' || k === 'trap') ? 1 : 0);
    return 2 * strike.odds.takes_out + strike.odds.success - (strike.cost || way?.cost ? 4 : 0) - risk;
  }

  /** Fighters that can be picked first: ours that have something to do. */
  able = $derived.by(() => {
    const ids = new Set<number>();
    for (const c of this.list) if (c.fighter !== undefined && c.verb !== 'fighter') ids.add(c.fighter);
    return ids;
  });

  /** Where the target of the attack that is looked at could be driven. */
  pushTo = $derived.by(() => {
    const id = this.over?.choice;
    if (!id) return [];
    return (this.session.choices?.list.find((c) => c.id === id)?.odds ?? this.session.odds[id])?.drive_back ?? [];
  });

  /** Cards that can be picked now. */
  playable = $derived.by(() => new Set(this.list.flatMap((c) => (c.card ? [cardKey(c.card)] : []))));

  clear() {
    this.picked = {};
    this.session.refusal = null;
  }

  /** A new question, with the fighter it is about picked, if it is about one. */
  begin(fighter: number | undefined) {
    const said = Object.entries(this.picked).filter(([, value]) => value !== undefined);
    const same = fighter === undefined ? said.length === 0 : said.length === 1 && this.picked.fighter === fighter;
    if (!same) this.picked = fighter === undefined ? {} : { fighter };
    this.laying = null;
  }

  /** Goes one click back. */
  back() {
    const p = this.picked;
    if (p.hex !== undefined || p.target !== undefined || p.feature !== undefined || p.aim !== undefined) {
      this.picked = { fighter: p.fighter, verb: p.verb, card: p.card };
    } else if (p.verb !== undefined) this.picked = { fighter: p.fighter, card: p.card };
    else this.clear();
    this.session.refusal = null;
  }

  clickHex(hex: number) {
    this.session.refusal = null;
    const here = this.session.standing.get(hex);
    // Another hex may be picked while a charge waits to be confirmed.
    const before = this.picked.aim === undefined ? this.picked : { ...this.picked, hex: undefined, aim: undefined };
    const withHex = this.list.filter((c) => this.#fits(c, before) && c.hex === hex);
    if (this.picked.aim !== undefined && here) {
      this.clickFighter(here.id);
      return;
    }
    if (this.strikes.some((s) => s.hex === hex && s.target === this.picked.aim)) {
      this.picked = { ...this.picked, hex };
      return;
    }
    if (withHex.length > 0 && (!here || this.actor !== here.id || this.picked.verb)) {
      this.#narrow({ ...this.picked, aim: undefined, hex });
      return;
    }
    if (here) {
      this.clickFighter(here.id);
      return;
    }
    const feature = this.session.view?.features.find((f) => f.hex === hex);
    if (feature && this.matches.some((c) => c.verb === 'feature' && c.feature === feature.id)) {
      this.#narrow({ ...this.picked, feature: feature.id });
      return;
    }
    this.#askWhyNot(hex);
  }

  clickFighter(id: number) {
    this.session.refusal = null;
    const strike = this.charging === undefined ? undefined : this.best.find((s) => s.target === id);
    if (strike) {
      this.picked = { fighter: this.charging, verb: 'charge', hex: strike.hex, aim: id };
      return;
    }
    if (this.matches.some((c) => c.target === id && this.#aims(c))) {
      this.#narrow({ ...this.picked, target: id });
      return;
    }
    if (this.picked.card !== undefined && this.matches.some((c) => c.fighter === id)) {
      this.#narrow({ ...this.picked, fighter: id });
      return;
    }
    if (this.picked.fighter === id && this.picked.card === undefined) {
      this.clear();
      return;
    }
    const attacker = this.picked.fighter;
    const enemy = this.session.fighterCard(id)?.seat !== this.session.home;
    if (attacker !== undefined && enemy && this.session.deciding && this.able.has(attacker)) {
      const slug = this.session.fighterCard(attacker)?.slug;
      const weapon = this.session.fighter(attacker)?.now.weapons[0]?.name;
      if (slug && weapon) this.session.whyNot(`attack ${slug} ${this.session.fighterCard(id)?.slug} ${slugOf(weapon)}`);
    }
    this.#narrow({ fighter: id });
  }

  clickCard(ref: CardRef) {
    this.session.refusal = null;
    const card = cardKey(ref);
    if (this.picked.card === card) {
      this.clear();
      return;
    }
    this.#narrow({ card });
  }

  /** A button of the decision bar: a verb of the fighter or card that is picked. */
  say(verb: Verb) {
    this.session.refusal = null;
    if (this.picked.verb === verb) {
      this.picked = { ...this.picked, verb: undefined };
      return;
    }
    this.#narrow({ ...this.picked, verb });
  }

  choose(choice: Choice) {
    this.picked = {};
    this.session.choose(choice);
  }

  /** A Charge for the sake of an attack, which follows by itself. */
  charge(choice: Choice, strike: Strike) {
    this.picked = {};
    this.session.charge(choice, strike);
  }

  #narrow(next: Picked) {
    const left = this.list.filter((c) => this.#fits(c, next));
    const only = left.length === 1 ? left[0]! : undefined;
    if (only && this.#fullySaid(only, next)) this.choose(only);
    else this.picked = next;
  }

  /** Whether it is clear who would aim at the target of a choice. */
  #aims(c: Choice): boolean {
    return c.fighter === undefined || this.picked.card !== undefined || this.actor === c.fighter;
  }

  #fits(c: Choice, p: Picked): boolean {
    if (p.fighter !== undefined && c.fighter !== p.fighter) return false;
    if (p.verb !== undefined && c.verb !== p.verb) return false;
    if (p.hex !== undefined && c.hex !== p.hex) return false;
    if (p.target !== undefined && c.target !== p.target) return false;
    if (p.feature !== undefined && c.feature !== p.feature) return false;
    if (p.card !== undefined && (!c.card || cardKey(c.card) !== p.card)) return false;
    return true;
  }

  #fullySaid(c: Choice, p: Picked): boolean {
    const placed = c.hex !== undefined || c.target !== undefined || c.verb === 'feature';
    if (c.hex !== undefined && p.hex === undefined) return false;
    if (c.target !== undefined && p.target === undefined) return false;
    if (c.verb === 'feature' && p.feature === undefined) return false;
    if (c.verb === 'upgrade') return p.card !== undefined && (p.fighter !== undefined || p.target !== undefined);
    if (!placed && spoken.has(c.verb)) return p.verb === c.verb;
    return true;
  }

  /** Hexes of Deploy and the like show only once it is clear who it is for, unless only one could be meant. */
  #hexShown(c: Choice): boolean {
    if (c.fighter === undefined || this.picked.fighter === c.fighter || this.actor === c.fighter) return true;
    if (c.verb === 'move' || c.verb === 'charge') return false;
    return this.picked.fighter === undefined && c.verb !== 'deploy';
  }

  #askWhyNot(hex: number) {
    const fighter = this.picked.fighter;
    if (fighter === undefined || !this.session.deciding) return;
    const card = this.session.fighterCard(fighter);
    if (!card || card.seat !== this.session.home) return;
    const verb = this.picked.verb === 'charge' ? 'charge' : this.list.some((c) => c.verb === 'deploy') ? 'deploy' : 'move';
    this.session.whyNot(`${verb} ${card.slug} ${this.session.hexName(hex)}`);
  }
}

export function slugOf(name: string): string {
  return name.toLowerCase().replace(/['’]/g, '').replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
}
