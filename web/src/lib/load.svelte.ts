// Something that is fetched: there, on its way, or failed.
import { Failure } from '../net/api';
import type { Problem } from '../protocol';

export class Load<T> {
  value = $state.raw<T | null>(null);
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  #turn = 0;

  async from(fetching: Promise<T>): Promise<T | null> {
    const turn = ++this.#turn;
    this.busy = true;
    try {
      const value = await fetching;
      if (turn !== this.#turn) return null;
      this.value = value;
      this.problem = null;
      return value;
    } catch (error) {
      if (turn === this.#turn) {
        this.problem = error instanceof Failure ? error.problem : { code: 'internal', message: String(error), rule: null };
      }
      return null;
    } finally {
      if (turn === this.#turn) this.busy = false;
    }
  }
}
