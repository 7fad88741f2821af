// A table without a server: a lesson's script answers instead. Only what lessons show is possible here; the
// rules of the game live in the server.
import type { Channel, Listener } from '../net/channel';
import type {
  Board, CardFace, CardRef, Choice, ClientMessage, Content, Decision, Dice, Fighter, FighterCard, GameView, Hex, LogLine, Mention,
  Odds, Player, Table, Verb,
} from '../protocol';
import { distance, walk } from './field';
import { t } from '../texts';

export type Cast = { card: Omit<FighterCard, 'id'>; hex: string | null; damage?: number; tokens?: string[]; inspired?: boolean };
export type Opening = {
  table: Omit<Table, 'fighters' | 'deck'>;
  board: Board;
  cast: Cast[];
  features?: { hex: string; number: number; numbered: boolean; side: string }[];
  cards: CardFace[];
  glossary?: [string, string][];
  hands?: { power: number[]; objectives: number[] };
  glory?: number[];
  round?: number;
};

/** What a script can do with the table. */
export class Stage {
  table: Table;
  view: GameView;
  log: LogLine[] = [];
  fresh: LogLine[] = [];

  constructor(readonly opening: Opening) {
    const fighters = opening.cast.map((c, id) => ({ ...c.card, id }));
    this.table = { ...opening.table, fighters, deck: [] };
    const ref = (card: number, i: number, base: number): CardRef => ({ seat: 0, slot: base + i, card });
    const pile = (cards: CardRef[] = []) => ({ count: cards.length, cards });
    const players: Player[] = opening.table.seats.map(({ seat }) => ({
      seat,
      glory: opening.glory?.[seat] ?? 0,
      spent: 0,
      gauges: [],
      power_hand: seat === 0 ? pile(opening.hands?.power.map((c, i) => ref(c, i, 0))) : { count: 5, cards: [] },
      met: [],
      objective_hand: seat === 0 ? pile(opening.hands?.objectives.map((c, i) => ref(c, i, 64))) : { count: 3, cards: [] },
      power_deck: { count: 15, cards: [] },
      objective_deck: { count: 9, cards: [] },
      power_discard: pile(),
      objective_discard: pile(),
      scored: pile(),
      active: pile(),
      connected: true,
      clock: null,
    }));
    const standing: Fighter[] = opening.cast.map((c, id) => ({
      id,
      hex: c.hex === null ? null : this.hex(c.hex).id,
      damage: c.damage ?? 0,
      tokens: c.tokens ?? [],
      inspired: c.inspired ?? false,
      out: false,
      vulnerable: false,
      upgrades: [],
      now: c.card.sides[c.inspired ? 1 : 0],
    }));
    this.view = {
      at: 1,
      viewer: 0,
      tracker: { round: opening.round ?? 1, phase: 'action', turn: 1, turns: 8, active: 0, first: 0, text: '' },
      decision: null,
      players,
      fighters: standing,
      features: (opening.features ?? []).map((f, id) => ({ id, hex: this.hex(f.hex).id, number: f.number, numbered: f.numbered, side: f.side })),
      fight: null,
      lasting: [],
      ending: null,
    };
  }

  hex(name: string): Hex {
    return this.opening.board.hexes.find((h) => h.name === name)!;
  }
  at(id: number): Hex | undefined {
    return this.opening.board.hexes.find((h) => h.id === id);
  }
  id(slug: string): number {
    return this.table.fighters.findIndex((f) => f.slug === slug);
  }
  name(id: number): string {
    return this.table.fighters[id]!.name;
  }
  taken(): Set<number> {
    return new Set(this.view.fighters.flatMap((f) => (f.hex === null || f.out ? [] : [f.hex])));
  }
  say(kind: string, text: string, about: Mention = {}, rule = '') {
    this.fresh.push({ at: this.view.at + 1, kind, text, rule, about });
  }
  set(id: number, change: Partial<Fighter>) {
    this.view.fighters = this.view.fighters.map((f) => (f.id === id ? { ...f, ...change } : f));
  }
  player(seat: number, change: Partial<Player>) {
    this.view.players = this.view.players.map((p) => (p.seat === seat ? { ...p, ...change } : p));
  }
  move(id: number, hex: number, kind = 'moved') {
    this.say(kind, (kind === 'moved' ? t.stage.moved : t.stage.driven)(this.name(id), this.at(hex)!.name), { fighter: id, hex, from: this.view.fighters[id]!.hex ?? undefined, seat: this.table.fighters[id]!.seat });
    this.set(id, { hex });
  }
  hurt(id: number, amount: number, by: number) {
    const f = this.view.fighters[id]!;
    const damage = Math.min(f.now.wounds, f.damage + amount);
    this.say('damaged', t.stage.damaged(this.name(id), amount), { fighter: id, amount, seat: this.table.fighters[id]!.seat });
    this.set(id, { damage, vulnerable: f.now.wounds - damage === 1 });
    if (damage >= f.now.wounds) {
      this.set(id, { out: true, hex: null });
      this.say('taken-out', t.stage.out(this.name(id)), { fighter: id });
      this.glory(this.table.fighters[by]!.seat, 1);
    }
  }
  glory(seat: number, points: number) {
    this.player(seat, { glory: this.view.players[seat]!.glory + points });
    this.say('gained', t.stage.gained(this.table.seats[seat]!.name, points), { seat, amount: points });
  }
  roll(attacker: number, target: number, weapon: string, attack: string[], defence: string[], counts: [string[], string[]], verdict: string) {
    const dice = (id: number, die: string, faces: string[]): Dice => ({ seat: this.table.fighters[id]!.seat, die, faces });
    const a = dice(attacker, 'attack', attack);
    const d = dice(target, 'defence', defence);
    this.say('attacked', t.stage.attacked(this.name(attacker), this.name(target), weapon), { fighter: attacker, target, seat: a.seat });
    this.say('rolled', t.stage.rolled('attack', attack), { dice: a, seat: a.seat });
    this.say('rolled', t.stage.rolled('defence', defence), { dice: d, seat: d.seat });
    this.view.fight = { attacker, target, weapon, attack: a, defence: d, counts, verdict };
  }

  // Choices as the server would offer them.
  moves(slug: string, verb: 'move' | 'charge' = 'move'): Choice[] {
    const id = this.id(slug);
    const f = this.view.fighters[id]!;
    if (f.hex === null) return [];
    const enemies = this.view.fighters.filter((e) => !e.out && e.hex !== null && this.table.fighters[e.id]!.seat !== this.table.fighters[id]!.seat).map((e) => this.at(e.hex!)!);
    const reach = Math.max(...f.now.weapons.map((w) => w.range));
    return [...walk(this.opening.board, f.hex, f.now.movement, this.taken()).keys()]
      .filter((h) => h !== f.hex)
      .filter((h) => verb === 'move' || enemies.some((e) => distance(e, this.at(h)!) <= reach))
      .map((h) => this.choice(verb, `${verb} ${slug} ${this.at(h)!.name}`, t.stage[verb](this.at(h)!.name), { fighter: id, hex: h }));
  }
  attacks(slug: string): Choice[] {
    const id = this.id(slug);
    const f = this.view.fighters[id]!;
    if (f.hex === null) return [];
    const seat = this.table.fighters[id]!.seat;
    return this.view.fighters
      .filter((e) => !e.out && e.hex !== null && this.table.fighters[e.id]!.seat !== seat)
      .flatMap((e) => f.now.weapons.filter((w) => distance(this.at(f.hex!)!, this.at(e.hex!)!) <= w.range).map((w) =>
        this.choice('attack', `attack ${slug} ${this.table.fighters[e.id]!.slug} ${w.name.toLowerCase()}`, t.stage.attack(w.name, this.name(e.id)), { fighter: id, target: e.id, weapon: w.ix })));
  }
  choice(verb: Verb, id: string, label: string, more: Partial<Choice> = {}): Choice {
    return { id, verb, label, ...more };
  }
}

export type Scene = {
  tracker: string;
  decision: Decision;
  choices: Choice[];
  /** What happens; true when the scene is over and the next one begins. */
  made: (choice: Choice, stage: Stage) => boolean;
  odds?: (choice: string) => Odds | null;
  /** Why something is not offered: rule title, rule in our words, remedy. */
  refuse?: (choice: string) => { title: string; text: string; remedy: string; rule: string };
};

export type Script = (stage: Stage, index: number) => Scene | null;

/** Opens a rehearsed table. `onscene` hears which scene plays, -1 for the end. */
export function rehearse(stage: Stage, script: Script, onscene: (index: number) => void) {
  let index = 0;
  let scene: Scene | null = script(stage, 0);
  return (listener: Listener): Channel => {
    const soon = (f: () => void, ms = 20) => setTimeout(f, ms);
    const setUp = () => {
      stage.view = { ...stage.view, decision: scene?.decision ?? null, tracker: { ...stage.view.tracker, text: scene?.tracker ?? stage.view.tracker.text } };
    };
    const choices = () => (scene ? { list: scene.choices, undo_free: false, secret: false } : null);
    soon(() => {
      setUp();
      listener.link('live');
      listener.message({ type: 'welcome', table: stage.table, seats: [0], board: stage.opening.board, view: stage.view, log: stage.fresh, whole: true, choices: choices(), settings: { reactions: 'when-able', power_steps: 'when-able', until_my_turn: false } });
      stage.fresh = [];
      onscene(index);
    });
    return {
      close() {},
      send(message: ClientMessage) {
        if (message.type === 'choose') {
          const choice = scene?.choices.find((c) => c.id === message.choice);
          if (!choice || !scene) return;
          const fightBefore = stage.view.fight;
          const done = scene.made(choice, stage);
          if (stage.view.fight === fightBefore) stage.view.fight = null;
          stage.view = { ...stage.view, at: stage.view.at + 1 };
          if (done) {
            index += 1;
            scene = script(stage, index);
          } else scene = script(stage, index);
          setUp();
          const log = stage.fresh;
          stage.fresh = [];
          soon(() => {
            listener.message({ type: 'update', view: stage.view, log, forget_after: null, board: null, choices: choices() });
            onscene(scene ? index : -1);
          });
        } else if (message.type === 'odds') {
          const odds = scene?.odds?.(message.choice);
          if (odds) soon(() => listener.message({ type: 'odds', choice: message.choice, odds }));
        } else if (message.type === 'why-not') {
          const why = scene?.refuse?.(message.choice);
          if (why) soon(() => listener.message({ type: 'refused', refusal: { choice: message.choice, page: '', ...why } }));
        }
      },
    };
  };
}

export function contentOf(opening: Opening): Content {
  return { edition: opening.table.edition, cards: opening.cards, warbands: [], decks: [], boards: [], glossary: opening.glossary ?? [] };
}
