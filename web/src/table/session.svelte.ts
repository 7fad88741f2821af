// A table as this client sees it: the last state the server sent, and questions to it. Nothing here guesses.
import type { Channel, Link, Opener } from '../net/channel';
import type {
  Board, CardFace, CardRef, Choice, Choices, ClientMessage, Content, Fighter, FighterCard, GameView, Hex, LogLine,
  Hint, Odds, Player, Problem, Refusal, Saying, ServerMessage, Settings, Strike, Table, Words,
} from '../protocol';
import { useFaces } from '../lib/faces.svelte';
import { share } from '../lib/share';
import { t } from '../texts';
import { retold } from '../texts/told';
import { fieldsOf } from '../figures/fields';
import { traitsOf, type Traits } from '../figures/traits';
import { covered } from './cover';
import { emblemsOf, shortName } from './emblem';

export type UndoQuestion = { seat: number };

export class Session {
  link = $state<Link>('connecting');
  table = $state.raw<Table | null>(null);
  /** The last state the server sent. */
  #sent = $state.raw<GameView | null>(null);
  /** On one screen: the seat whose cards lie open, and the cards it was last seen with. */
  opened = $state.raw<number | null>(null);
  #kept: Player | undefined;
  board = $state.raw<Board>({ hexes: [], names: [] });
  log = $state.raw<LogLine[]>([]);
  /** Lines that came with the last message, to be shown as they happen. */
  news = $state.raw<{ lines: LogLine[]; from: GameView | null }>({ lines: [], from: null });
  choices = $state.raw<Choices | null>(null);
  seats = $state.raw<number[]>([]);
  settings = $state<Settings>({ reactions: 'when-able', power_steps: 'when-able', until_my_turn: false, talk: false, muted: [false, false, false, false] });
  /** What was said at the table, and what came last since it is on the screen. */
  said = $state.raw<Saying[]>([]);
  heard = $state.raw<Saying | null>(null);
  /** With whom one may speak in one's own words, by seat. */
  talksWith = $state.raw<boolean[]>([]);
  problem = $state.raw<Problem | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  waiting = $state(false);
  undoAsked = $state.raw<UndoQuestion | null>(null);
  undoNote = $state<string | null>(null);
  drawOffer = $state.raw<number | null>(null);
  thinking = $state.raw<{ seat: number; progress: number } | null>(null);
  /** Opponents that play at a lower level than their own because the server is full, and at which. */
  lowered = $state.raw<Record<number, string>>({});
  connected = $state.raw<boolean[]>([]);
  spectators = $state(0);
  next = $state.raw<{ game: string; token: string | null; wanted_by: number[] } | null>(null);
  odds = $state<Record<string, Odds>>({});
  content = $state.raw<Content | null>(null);
  /** What each fighter could attack at the end of each Charge, as far as it was asked. */
  strikes = $state<Record<number, Strike[]>>({});
  /** What somebody who knows the game would do here; null while nobody asked, a list once it is known. */
  hints = $state.raw<{ waiting: boolean; list: Hint[] } | null>(null);
  /** The attack a Charge was made for. */
  #aim: { fighter: number; target: number; weapon: number } | null = null;

  /** A pass that should have been made for us by now was not. */
  #late = $state(false);
  #lateTimer: ReturnType<typeof setTimeout> | undefined;

  #channel: Channel;
  #asked = new Set<string>();

  /** Answers that came while the last one was not on the screen yet: they are drawn together with the next picture. */
  #held: ServerMessage[] = [];
  #drawing = false;

  constructor(open: Opener, content?: (edition: string) => Promise<Content>) {
    this.#channel = open({
      message: (message) => {
        this.#hear(message);
        if (message.type === 'welcome' && content && !this.content) {
          void content(message.table.edition).then((c) => {
            this.content = c;
            useFaces(c);
          }, () => undefined);
        }
      },
      link: (link) => (this.link = link),
      lastSeen: () => this.view?.at ?? null,
    });
  }

  close() {
    clearTimeout(this.#lateTimer);
    this.#channel.close();
  }

  send(message: ClientMessage) {
    this.#channel.send(message);
  }

  choose(choice: Choice) {
    if (!this.view || this.waiting) return;
    this.waiting = true;
    this.refusal = null;
    this.problem = null;
    this.undoNote = null;
    const seat = this.seats.length > 1 ? (this.view.decision?.seat ?? null) : null;
    this.send({ type: 'choose', at: this.view.at, choice: choice.id, seat });
  }

  whyNot(choice: string) {
    this.send({ type: 'why-not', choice });
  }

  askOdds(choice: string) {
    if (this.odds[choice] || this.#asked.has(choice)) return;
    this.#asked.add(choice);
    this.send({ type: 'odds', choice });
  }

  askStrikes(fighter: number) {
    const key = `strikes ${fighter}`;
    if (!this.view || this.#asked.has(key)) return;
    this.#asked.add(key);
    this.send({ type: 'strikes', at: this.view.at, fighter });
  }

  askHint() {
    if (!this.view || this.hints?.waiting) return;
    this.hints = { waiting: true, list: [] };
    this.send({ type: 'hint', at: this.view.at });
  }

  /** Makes a Charge, and the attack it is made for once that is asked. */
  charge(choice: Choice, strike: Strike) {
    this.choose(choice);
    this.#aim = { fighter: choice.fighter!, target: strike.target, weapon: strike.weapon };
  }

  /** The attack a Charge was made for needs no second click. */
  #followUp() {
    const aim = this.#aim;
    if (!aim || !this.#ours) return;
    const kind = this.view?.decision?.kind;
    if (kind === 'reaction' || kind === 'target') return;
    this.#aim = null;
    const attack = this.choices?.list.find((c) => c.verb === 'attack' && c.fighter === aim.fighter && c.target === aim.target && c.weapon === aim.weapon);
    if (kind === 'attack-target' && attack) this.choose(attack);
  }

  undo() {
    const back = this.view?.take_back;
    if (back?.leave === 'never') this.undoNote = back.why;
    else if (this.view) this.send({ type: 'undo', at: this.view.at });
  }

  say(words: Words) {
    this.send({ type: 'say', words });
  }

  setSettings(settings: Settings) {
    this.settings = settings;
    this.send({ type: 'settings', settings });
  }

  #hear(message: ServerMessage) {
    if (message.type === 'update' && this.#drawing) {
      this.#held.push(message);
      return;
    }
    this.#release();
    this.#take(message);
    if (message.type !== 'update' || this.#drawing || document.hidden) return;
    this.#drawing = true;
    const drawn = () => {
      this.#drawing = false;
      this.#release();
    };
    // Pictures stop when the tab is put away; what is held does not wait for that.
    const timer = setTimeout(drawn, 250);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      drawn();
    });
  }

  #release() {
    const held = this.#held;
    this.#held = [];
    held.forEach((message, i) => this.#take(message, i > 0));
  }

  /** `joined`: what it tells is news together with what was told just before. */
  #take(heard: ServerMessage, joined = false) {
    if (heard.type === 'update' && this.view && heard.view.at < this.view.at) return;
    // What a message says in words names what came with it.
    if (heard.type === 'welcome') this.table = heard.table;
    if ((heard.type === 'welcome' || heard.type === 'update') && heard.board) this.board = heard.board;
    const message = retold(t.told, heard, this);
    switch (message.type) {
      case 'welcome':
        this.seats = message.seats;
        this.lowered = {};
        this.log = message.whole ? message.log : [...this.log, ...message.log];
        this.settings = message.settings;
        this.said = [];
        this.talksWith = [];
        this.problem = null;
        this.#show(message.view, message.choices, []);
        break;
      case 'update': {
        const forget = message.forget_after;
        const kept = forget === null ? this.log : this.log.filter((line) => line.at <= forget);
        this.log = [...kept, ...message.log];
        this.#show(message.view, message.choices, message.log, joined);
        break;
      }
      case 'accepted':
        // The state that it led to came before, or comes right after: that settles it.
        break;
      case 'refused':
        this.waiting = false;
        this.refusal = message.refusal;
        break;
      case 'allowed':
        break;
      case 'odds':
        this.odds[message.choice] = message.odds;
        break;
      case 'strikes':
        if (message.at === this.view?.at) this.strikes[message.fighter] = message.list;
        break;
      case 'hints':
        if (message.at === this.view?.at) this.hints = { waiting: false, list: message.list };
        break;
      case 'undo-asked':
        if (this.seats.includes(message.seat)) this.undoNote = t.bar.undoWaits;
        else this.undoAsked = { seat: message.seat };
        break;
      case 'undo-answered':
        this.undoAsked = null;
        this.undoNote = message.reason;
        break;
      case 'draw-offered':
        this.drawOffer = message.stands ? message.seat : null;
        if (!message.stands) this.undoNote = t.bar.drawRefused;
        else if (this.seats.includes(message.seat)) this.undoNote = t.bar.drawWaits;
        break;
      case 'over':
        if (this.#sent) this.#sent = { ...this.#sent, ending: message.ending };
        break;
      case 'next-game':
        this.next = message;
        break;
      case 'thinking':
        this.thinking = message;
        break;
      case 'lowered': {
        const { [message.seat]: _, ...others } = this.lowered;
        this.lowered = message.level === null ? others : { ...others, [message.seat]: message.level };
        break;
      }
      case 'presence':
        this.connected = message.connected;
        this.spectators = message.spectators;
        break;
      case 'said':
        this.said = message.whole ? message.list : [...this.said, ...message.list];
        if (!message.whole) this.heard = message.list.at(-1) ?? null;
        break;
      case 'talk':
        this.talksWith = message.with;
        break;
      case 'error':
        this.waiting = false;
        this.#aim = null;
        if (this.hints?.waiting) this.hints = null;
        this.problem = message.problem;
        break;
      case 'pong':
        break;
    }
  }

  #show(view: GameView, choices: Choices | null, lines: LogLine[], joined = false) {
    const before = this.view;
    this.#sent = this.#sent ? share(this.#sent, view) : view;
    this.choices = choices;
    this.#late = false;
    // Somebody else has something to decide: what lay open is turned face down before it is drawn.
    if (this.#ours && !this.passing && view.decision!.seat !== this.opened) this.opened = null;
    this.#keep();
    this.news = joined ? { lines: [...this.news.lines, ...lines], from: this.news.from } : { lines, from: before };
    this.waiting = false;
    this.refusal = null;
    this.thinking = null;
    this.odds = {};
    this.strikes = {};
    this.hints = null;
    this.#asked.clear();
    clearTimeout(this.#lateTimer);
    if (this.passing) this.#lateTimer = setTimeout(() => (this.#late = true), 4000);
    if (view.players.length > 0) this.connected = view.players.map((p) => p.connected);
    this.#followUp();
  }

  // What the components ask for.

  /** What may be drawn: all that was sent, or on a shared screen all that does not lie face down. */
  view = $derived.by(() => {
    const sent = this.#sent;
    if (!sent || !this.shared || this.opened === sent.viewer) return sent;
    return covered(sent, this.opened !== null && this.passing ? this.#kept : undefined);
  });

  /** Forgets the table, because another is going to be shown. */
  forget() {
    this.#sent = null;
  }

  /** The screen is in the hands of whoever decides: their cards may be seen. */
  open() {
    this.opened = this.home;
    this.#keep();
  }
  #keep() {
    if (this.opened === null) this.#kept = undefined;
    else if (this.#sent?.viewer === this.opened) this.#kept = this.#sent.players[this.opened];
  }

  /** Several people sit at this screen. */
  get shared(): boolean {
    return this.seats.length > 1;
  }
  /** The cards of whoever decides lie face down. */
  get closed(): boolean {
    return this.shared && this.opened !== this.home && !this.#sent?.ending;
  }
  /** What is asked shows cards: the screen has to change hands first. */
  get handover(): boolean {
    return this.closed && this.#ours && !this.passing && this.choices!.secret;
  }

  /** The seat whose side of the table we sit on; the first for spectators. */
  get home(): number {
    const deciding = this.#sent?.decision?.seat;
    if (this.shared && deciding !== undefined && this.seats.includes(deciding)) return this.passing && this.opened !== null ? this.opened : deciding;
    return (this.shared ? this.#sent?.viewer : undefined) ?? this.seats[0] ?? 0;
  }
  /** Sudden death: cards are neither played, drawn nor scored any more. */
  get cardless(): boolean {
    return this.table?.variant.includes('sudden-death') ?? false;
  }
  get watching(): boolean {
    return this.seats.length === 0;
  }
  get deciding(): boolean {
    return this.#ours && !this.passing && !this.handover;
  }
  get #ours(): boolean {
    const seat = this.#sent?.decision?.seat;
    return seat !== undefined && this.seats.includes(seat) && this.choices !== null;
  }
  /** Nothing but a pass is left, and the settings have it made for us. */
  get passing(): boolean {
    if (this.#late || !this.#ours || !this.choices!.list.every((c) => c.verb === 'pass' || c.vain) || this.choices!.list.every((c) => c.vain)) return false;
    const kind = this.#sent?.decision?.kind ?? '';
    if (kind === 'reaction') return this.settings.reactions !== 'ask' || this.settings.until_my_turn;
    return ['power-step', 'score', 'upgrade'].includes(kind) && this.settings.power_steps !== 'ask';
  }

  hexes = $derived(new Map<number, Hex>(this.board.hexes.map((hex) => [hex.id, hex])));
  cards = $derived(new Map<number, CardFace>((this.content?.cards ?? []).map((card) => [card.id, card])));
  #looks = $derived.by(() => {
    const looks = new Map<number, Traits>();
    for (const { seat, warband, alliance } of this.table?.seats ?? []) {
      const cards = this.table!.fighters.filter((f) => f.seat === seat);
      traitsOf(cards, alliance, warband).forEach((traits, i) => looks.set(cards[i]!.id, traits));
    }
    return looks;
  });
  #fields = $derived(fieldsOf((this.table?.seats ?? []).map((s) => s.warband)));
  #emblems = $derived(emblemsOf((this.table?.seats ?? []).map((s) => s.warband)));
  standing = $derived(
    new Map<number, Fighter>(
      (this.view?.fighters ?? []).filter((f) => f.hex !== null && !f.out).map((f) => [f.hex!, f]),
    ),
  );

  /** What happened and what was said, in one order. */
  journal = $derived.by<LogLine[]>(() => {
    if (this.said.length === 0) return this.log;
    const all = [...this.log];
    for (const saying of this.said) {
      let place = all.length;
      while (place > 0 && all[place - 1]!.at > saying.at) place--;
      all.splice(place, 0, { at: saying.at, kind: 'said', text: this.spoken(saying), rule: '', about: { seat: saying.seat } });
    }
    return all;
  });
  spoken(saying: Saying): string {
    const { words } = saying;
    return t.being.talk.line(this.seatName(saying.seat), 'phrase' in words ? t.being.talk.phrases[words.phrase] : words.text);
  }
  /** Whether anybody else would hear what is said here. */
  get company(): boolean {
    return !this.watching && !this.shared && (this.table?.seats ?? []).some((s) => s.kind.kind === 'human' && !this.seats.includes(s.seat));
  }

  fighterCard(id: number): FighterCard | undefined {
    return this.table?.fighters[id];
  }
  fighter(id: number): Fighter | undefined {
    return this.view?.fighters[id];
  }
  fighterName(id: number): string {
    return shortName(this.fighterCard(id)?.name ?? '');
  }
  /** What a fighter's figure is made of. */
  looks(id: number): Traits | undefined {
    return this.#looks.get(id);
  }
  /** How the ground of a warband's tokens is divided. */
  field(seat: number): string {
    return this.#fields[seat] ?? '';
  }
  emblem(seat: number) {
    return this.#emblems[seat] ?? 'e-star';
  }
  face(ref: CardRef | null | undefined): CardFace | undefined {
    return ref ? this.cards.get(ref.card) : undefined;
  }
  seatName(seat: number): string {
    return this.table?.seats[seat]?.name ?? '';
  }
  hexName(id: number): string {
    return this.hexes.get(id)?.name ?? '';
  }
}
