// The table of a lesson or a puzzle: each message is a question of its own, which says how far one has come, and what a
// table would have sent comes back as its answer.
import { VERSION, type ClientMessage, type SceneAnswer, type SceneAsk } from '../protocol';
import { Failure } from './api';
import type { Opener } from './channel';

/** `done` steps are behind us; `heard` is told of every answer before it is shown; `file` is a puzzle of one's own. */
export function openScene(ask: (said: SceneAsk) => Promise<SceneAnswer>, heard: (answer: SceneAnswer) => void, file: string | null = null): Opener {
  return (listener) => {
    let done = 0;
    let closed = false;
    // One question at a time, so that answers come in the order of what was asked.
    let last: Promise<void> = Promise.resolve();
    const say = (message: ClientMessage) => {
      last = last.then(async () => {
        if (closed) return;
        try {
          const answer = await ask({ done, file, message });
          if (closed) return;
          done = answer.done;
          listener.link('live');
          heard(answer);
          answer.messages.forEach((each) => listener.message(each));
        } catch (error) {
          if (closed) return;
          const problem = error instanceof Failure ? error.problem : { code: 'internal' as const, message: String(error), rule: null };
          listener.message({ type: 'error', problem });
        }
      });
    };
    say({ type: 'hello', game: '', token: null, last_seen: null, version: VERSION });
    return { send: say, close: () => { closed = true; } };
  };
}
