// Games in this browser: a worker holds the engine and keeps the games. It is started when it is first needed; what never
// changes (editions, cards, rules) is in files beside the page and needs none.
import type { ClientMessage, Problem } from '../../protocol';
import { t } from '../../texts';
import { to } from '../../lib/base';
import type { Channel, Host, Listener } from '../channel';
import { Failure } from '../failure';
import type { FromWorker, ToWorker } from './talk';

/** The folder of the engine on a site; its name changes with what is in it. */
const engine = new URL(to((import.meta.env.VITE_ENGINE as string | undefined) ?? '/'), location.href).href;

type Waiting = { done: (value: unknown) => void; failed: (failure: Failure) => void };

export function browser(): Host {
  const waiting = new Map<number, Waiting>();
  const lines = new Map<number, Listener>();
  let worker: Worker | undefined;
  let number = 0;

  function broken() {
    const problem: Problem = { code: 'internal', message: t.pages.site.engine, rule: null };
    for (const { failed } of waiting.values()) failed(new Failure(problem));
    for (const listener of lines.values()) listener.message({ type: 'error', problem });
    waiting.clear();
    worker?.terminate();
    worker = undefined;
  }
  function hear({ data }: MessageEvent<FromWorker>) {
    if (data.say === 'message') {
      const { message } = data;
      if (message.type === 'welcome') lines.get(data.line)?.link('live');
      lines.get(data.line)?.message(message.type === 'error' ? { ...message, problem: worded(message.problem) } : message);
      return;
    }
    const asked = waiting.get(data.number);
    waiting.delete(data.number);
    if (data.say === 'answer') asked?.done(data.value);
    else asked?.failed(new Failure(worded(data.problem)));
  }
  // As text, as over a wire: what the page works with need not be plain data.
  const say = (message: ToWorker) => worker?.postMessage(JSON.stringify(message));
  function post(message: ToWorker) {
    if (!worker) {
      worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
      worker.onmessage = hear;
      worker.onerror = broken;
      say({ do: 'begin', engine, pace: figure('gloryhex.pace'), seed: figure('gloryhex.seed') });
    }
    say(message);
  }
  async function ask(path: string, body?: unknown, asText = false): Promise<unknown> {
    if (/^(editions|content\/|rules\/)/.test(path)) return lasting(path);
    return new Promise((done, failed) => {
      waiting.set(++number, { done, failed });
      post({ do: 'ask', number, path, body, asText });
    });
  }
  function open(game: string, _token: string | null, listener: Listener): Channel {
    const line = ++number;
    lines.set(line, listener);
    listener.link('connecting');
    post({ do: 'open', line, game, lastSeen: listener.lastSeen() });
    return {
      send: (message: ClientMessage) => post({ do: 'say', line, message }),
      close() {
        lines.delete(line);
        post({ do: 'close', line });
        listener.link('closed');
      },
    };
  }
  return { together: false, files: true, ask: (path, body) => ask(path, body), file: (path) => ask(path, undefined, true) as Promise<string>, open, warm: () => void ask('ready').catch(() => undefined) };
}

/** A problem of the worker's own, which has no words there. */
function worded(problem: Problem): Problem {
  const s = t.pages.site;
  const words = { full: s.elsewhere, unavailable: s.noRoom } as Partial<Record<Problem['code'], string>>;
  return problem.message ? problem : { ...problem, message: words[problem.code] ?? s.missing };
}

/** Something that is the same as long as the site is. */
async function lasting(path: string): Promise<unknown> {
  try {
    const answer = await fetch(`${engine}/${path}.json`);
    if (answer.ok) return await answer.json();
    throw new Failure({ code: 'not-found', message: t.pages.error.offline, rule: null });
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure({ code: 'internal', message: t.pages.error.offline, rule: null });
  }
}

/** A figure that somebody has put into this browser: how long opponents wait, or what the dice follow from. */
function figure(key: string): number | null {
  try {
    const found = localStorage.getItem(key);
    return found === null ? null : Number(found);
  } catch {
    return null;
  }
}

