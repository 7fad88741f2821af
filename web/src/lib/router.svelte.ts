// Pages by address, without a page load in between.
import { base, pageAt, to } from './base';
import { parse, type Route } from './route';

export type { Route };

class Router {
  route = $state.raw<Route>(parse(pageAt(location.pathname)));
  path = $state(location.pathname);
  /** Grows with every change of address, the part after `#` included. */
  visit = $state(0);

  constructor() {
    addEventListener('popstate', () => this.#read());
    addEventListener('hashchange', () => this.visit++);
    document.addEventListener('click', (event) => this.#click(event));
  }
  /** Goes to a page by its name, which begins with a slash. */
  go(page: string, replace = false) {
    this.#open(to(page), replace);
  }
  #open(address: string, replace = false) {
    history[replace ? 'replaceState' : 'pushState'](null, '', address);
    this.#read();
    if (!location.hash) scrollTo(0, 0);
  }
  #read() {
    this.path = location.pathname;
    this.route = parse(pageAt(location.pathname));
    this.visit++;
  }
  #click(event: MouseEvent) {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin || !link.pathname.startsWith(base) || link.pathname.startsWith('/api/')) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    this.#open(link.href);
  }
}

export const router = new Router();
