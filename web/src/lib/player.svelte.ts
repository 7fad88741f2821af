// The name this browser can prove, and the key that does. Nobody has to have one.
import { prefs } from './prefs.svelte';

const KEY = 'gloryhex.player';

function stored(): { name: string; key: string } | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof found !== 'object' || found === null) return null;
    const { name, key } = found as { name?: unknown; key?: unknown };
    return typeof name === 'string' && typeof key === 'string' ? { name, key } : null;
  } catch {
    return null;
  }
}

class OwnName {
  #own = $state.raw(stored());

  get name(): string | null {
    return this.#own?.name ?? null;
  }
  get key(): string | null {
    return this.#own?.key ?? null;
  }
  keep(name: string, key: string) {
    this.#own = { name, key };
    prefs.setName(name);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#own));
    } catch {
      // Without storage the name lasts as long as the page; the recovery phrase brings it back.
    }
  }
  /** This browser no longer proves the name; it still exists. */
  leave() {
    this.#own = null;
    try {
      localStorage.removeItem(KEY);
    } catch {
      // There was nothing to remove.
    }
  }
}

export const player = new OwnName();
