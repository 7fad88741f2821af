// Games on the server that the page came from: plain questions over HTTP, tables over WebSockets.
import type { Problem } from '../protocol';
import { t } from '../texts';
import type { Host } from './channel';
import { Failure } from './failure';
import { openSocket } from './socket';

export function server(): Host {
  return { together: true, files: false, ask: async (path, body) => JSON.parse(await fetched(path, body)) as unknown, file: fetched, open: openSocket, warm() {} };
}

/** The text of an answer, which is JSON if it comes from the server at all. */
async function fetched(path: string, body?: unknown): Promise<string> {
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, body === undefined ? {} : {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
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
