// Links to give away: they begin with the address that the server was told people reach it at, or else with the page's own.
import { api } from '../net/api';
import { host } from '../net/host';
import { to } from './base';

class Reach {
  #told = $state.raw<string | null>(null);
  #asked = false;

  /** The whole address of a page by its name, which begins with a slash. */
  link(page: string): string {
    if (!this.#asked && host.together) {
      this.#asked = true;
      void api.here().then(({ public_url }) => (this.#told = public_url), () => (this.#asked = false));
    }
    return (this.#told ?? location.origin) + to(page);
  }
}

export const reach = new Reach();

/** Whether a link can be opened on this machine alone. */
export function onlyHere(link: string): boolean {
  try {
    return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\])$/.test(new URL(link).hostname);
  } catch {
    return false;
  }
}
