// Games on the server that the page came from: plain questions over HTTP, tables over WebSockets.
import type { Problem } from '../protocol';
import { t } from '../texts';
import type { Host } from './channel';
import { Failure } from './failure';
import { openSocket } from './socket';

export function server(): Host {
  return { together: true, files: false, ask, open: openSocket, warm() {} };
}

async function ask(path: string, body?: unknown): Promise<unknown> {
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
  return json;
}
