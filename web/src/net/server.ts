// Games on the server that the page came from: plain questions over HTTP, tables over WebSockets.
import type { Problem } from '../protocol';
import { player } from '../lib/player.svelte';
import { t } from '../texts';
import type { Host } from './channel';
import { Failure } from './failure';
import { openSocket } from './socket';

export function server(): Host {
  return { together: true, files: false, ask: async (path, body) => JSON.parse(await fetched(path, body)) as unknown, file: fetched, open: openSocket, warm() {} };
}

/** Whether it matters who asks: the key is sent nowhere else. */
function provable(path: string, body: unknown): boolean {
  return path.startsWith('players/me') || (body !== undefined && /^(games(\/[^/]+\/(join|seat))?|ladders.*|matches.*|tournaments.*)$/.test(path));
}

/** The text of an answer, which is JSON if it comes from the server at all. */
async function fetched(path: string, body?: unknown): Promise<string> {
  let answer: Response;
  try {
    const proof: Record<string, string> = player.key && provable(path, body) ? { authorization: `Bearer ${player.key}` } : {};
    answer = await fetch(`/api/${path}`, body === undefined ? { headers: proof } : {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...proof },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Failure({ code: 'internal', message: t.pages.error.offline, rule: null });
  }
  const text = await answer.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Failure({ code: answer.status === 404 ? 'not-found' : 'internal', message: t.pages.error.offline, rule: null });
  }
  if (!answer.ok) throw new Failure(json as Problem);
  return text;
}
