// The worker: the engine, the tables that are open, and when opponents move. What happens is kept before it is shown.
import type { ClientMessage, GameSummary, Problem, ServerMessage, Ticket } from '../../protocol';
import { find, keep, read, type Kept } from './games';
import type { FromWorker, ToWorker } from './talk';

/** What the engine offers: `Page` in crates/page, of which wasm-bindgen writes the JavaScript. */
type Page = {
  ask(path: string, body?: string): string;
  make(id: string, game: string, seed: Uint8Array): void;
  open(kept: string): void;
  has(id: string): boolean;
  close(id: string): void;
  hear(id: string, message: string, next: string): void;
  go_on(id: string, think: number): void;
  turn(id: string, made: number, now: number): string;
  look(kept: string): void;
  tell(what: string): string;
  branch(id: string, wish: string, seed: Uint8Array): void;
  read_file(id: string, text: string, level: string | undefined, seed: Uint8Array): string;
};
type Engine = { default(options: { module_or_path: string }): Promise<unknown>; Page: new () => Page };
type Turn = {
  plan: string; engine: string; content: string;
  entries: [number, string][]; positions: [number, string][];
  summary: GameSummary; said: ServerMessage[]; ticket: Ticket;
  due: 'nothing' | 'person' | 'pass' | 'opponent'; seat: number | null; level: string | null; window: boolean;
};

/** The shortest time between two choices of an opponent, so that people can follow. */
const PACE = 350;
/** The longest an opponent thinks. */
const THINK = 1000;

let begin: (page: Promise<Page>) => void;
let page: Promise<Page> = new Promise((done) => (begin = done));
let pace = PACE;
let seeded: number | null = null;
let made = 0;
/** Which game a line is about. */
const lines = new Map<number, string>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();

const post = (message: FromWorker) => postMessage(message);
const now = () => Math.floor(Date.now() / 1000);
/** A problem that the page has words for. */
const oops = (code: Problem['code'], message = ''): Problem => ({ code, message, rule: null });

function problemOf(error: unknown): Problem {
  if (typeof error === 'string') return JSON.parse(error) as Problem;
  // What the browser could not keep.
  if (error instanceof DOMException) return oops('unavailable');
  if (error instanceof Error) return oops('internal', error.message);
  return error as Problem;
}

function gameId(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => letters[byte & 31]).join('');
}
function seed(): Uint8Array {
  if (seeded === null) return crypto.getRandomValues(new Uint8Array(32));
  return new Uint8Array(32).fill((seeded + made++) & 255);
}

async function load(engine: string): Promise<Page> {
  const code = (await import(/* @vite-ignore */ `${engine}/gloryhex.js`)) as Engine;
  await code.default({ module_or_path: `${engine}/gloryhex_bg.wasm` });
  return new code.Page();
}

/** Opens a game if it is not open. */
async function open(id: string): Promise<void> {
  const engine = await page;
  if (engine.has(id)) return;
  const kept = await read(id);
  if (!kept) throw oops('not-found');
  if (!engine.has(id)) engine.open(JSON.stringify(kept));
}

/** Keeps what has come about at a table, shows it, and has the table go on. */
async function settle(id: string, only?: number): Promise<Turn> {
  const known = await find(id);
  const turn = JSON.parse((await page).turn(id, known?.made ?? now(), now())) as Turn;
  const game: Kept = {
    id, plan: turn.plan, summary: turn.summary, made: known?.made ?? now(),
    engine: known?.engine ?? turn.engine, content: known?.content ?? turn.content,
  };
  if (!known || turn.entries.length > 0) await keep(game, turn.entries, turn.positions);
  for (const [line, about] of lines) {
    if (about === id && (only === undefined || only === line)) for (const message of turn.said) post({ say: 'message', line, message });
  }
  later(id, turn);
  return turn;
}

/** Whatever is due without a person happens in a while, as long as somebody looks. */
function later(id: string, turn: Turn) {
  clearTimeout(timers.get(id));
  if (turn.due !== 'pass' && turn.due !== 'opponent') return;
  const wait = turn.due === 'pass' ? 0 : turn.window ? pace / 5 : pace;
  timers.set(id, setTimeout(() => inTurn(async () => {
    if (![...lines.values()].includes(id)) return;
    for (const [line, about] of lines) {
      if (about === id && turn.due === 'opponent' && !turn.window) post({ say: 'message', line, message: { type: 'thinking', seat: turn.seat!, progress: 0 } });
    }
    (await page).go_on(id, THINK);
    await settle(id);
  }), wait));
}

/** One thing after the other: what is kept of a game has an order. */
let last: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work);
  last = next.catch((error: unknown) => {
    // The engine stumbled and cannot go on: whoever started this worker hears of it and starts another.
    if (error instanceof WebAssembly.RuntimeError) return reportError(error);
    for (const line of lines.keys()) post({ say: 'message', line, message: { type: 'error', problem: problemOf(error) } });
  });
  return next;
}

async function say(line: number, message: ClientMessage) {
  const id = lines.get(line);
  if (id === undefined) return;
  await open(id);
  const next = gameId();
  (await page).hear(id, JSON.stringify(message), next);
  // The next game is kept before anybody is told of it.
  if ((await page).has(next)) await settle(next);
  await settle(id);
}

async function whole(id: string): Promise<Page> {
  const kept = await read(id);
  if (!kept) throw oops('not-found');
  const engine = await page;
  if (engine.has(id)) await settle(id);
  engine.look(JSON.stringify(kept));
  return engine;
}

/** Answers as a server would, by path. */
async function answer(path: string, body: unknown, asText = false): Promise<unknown> {
  const engine = await page;
  const [first, id, what, ...rest] = path.split('/');
  if (first === 'ready') return null;
  if (first === 'decks') {
    const query = JSON.stringify(Object.fromEntries(new URLSearchParams(path.split('?')[1])));
    return JSON.parse(engine.ask(`${path.split('?')[0]}?${query}`, JSON.stringify(body)));
  }
  if (first === 'files') {
    const { text, level } = body as { text: string; level: string | null };
    const kept = JSON.parse(engine.read_file(gameId(), text, level ?? undefined, seed())) as Kept & Pick<Turn, 'entries' | 'positions'>;
    engine.open(JSON.stringify(kept));
    const turn = JSON.parse(engine.turn(kept.id, now(), now())) as Turn;
    await keep({ id: kept.id, plan: kept.plan, engine: kept.engine, content: kept.content, summary: turn.summary, made: now() }, kept.entries, kept.positions);
    return turn.ticket;
  }
  if (first !== 'games') return JSON.parse(engine.ask(path, body === undefined ? undefined : JSON.stringify(body)));
  if (id === undefined && body === undefined) return [];
  if (id === undefined) {
    const game = gameId();
    engine.make(game, JSON.stringify(body), seed());
    return (await settle(game)).ticket;
  }
  const game = decodeURIComponent(id);
  if (what === undefined) {
    const known = await find(game);
    if (!known) throw oops('not-found');
    return known.summary;
  }
  if (what === 'join') throw oops('full');
  if (what === 'continue') {
    const next = gameId();
    (await whole(game)).branch(next, JSON.stringify(body), seed());
    return (await settle(next)).ticket;
  }
  const told = (await whole(game)).tell([what, ...rest].join('/'));
  return asText ? told : JSON.parse(told);
}

onmessage = (event: MessageEvent<string>) => {
  const data = JSON.parse(event.data) as ToWorker;
  switch (data.do) {
    case 'begin':
      pace = data.pace ?? PACE;
      seeded = data.seed;
      begin(load(data.engine));
      break;
    case 'ask':
      inTurn(() => answer(data.path, data.body, data.asText)).then(
        (value) => post({ say: 'answer', number: data.number, value }),
        (error: unknown) => post({ say: 'problem', number: data.number, problem: problemOf(error) }),
      );
      break;
    case 'open':
      lines.set(data.line, data.game);
      inTurn(async () => {
        await open(data.game);
        (await page).hear(data.game, JSON.stringify({ type: 'hello', game: data.game, token: null, last_seen: data.lastSeen, version: 0 }), '');
        await settle(data.game, data.line);
      }).catch(() => undefined);
      break;
    case 'say':
      inTurn(() => say(data.line, data.message)).catch(() => undefined);
      break;
    case 'close':
      lines.delete(data.line);
      break;
  }
};

export {};
