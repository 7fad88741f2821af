// Pages by address, without a page load in between.
export type Route =
  | { page: 'start' }
  | { page: 'game'; id: string }
  | { page: 'join'; id: string }
  | { page: 'replay'; id: string }
  | { page: 'decks'; edition: string | null }
  | { page: 'rules'; edition: string | null }
  | { page: 'learn' }
  | { page: 'lesson'; id: string }
  | { page: 'demo' }
  | { page: 'not-found' };

export function parse(path: string, search: string): Route {
  if (path === '/' && new URLSearchParams(search).has('demo')) return { page: 'demo' };
  const [first = '', second, third] = path.split('/').filter(Boolean).map(decodeURIComponent);
  if (third !== undefined) return { page: 'not-found' };
  if (first === '' || (first === 'lobby' && !second)) return { page: 'start' };
  if (second !== undefined && (first === 'game' || first === 'join' || first === 'replay')) return { page: first, id: second };
  if (first === 'decks' || first === 'rules') return { page: first, edition: second ?? null };
  if (first === 'learn') return second === undefined ? { page: 'learn' } : { page: 'lesson', id: second };
  return { page: 'not-found' };
}

class Router {
  route = $state.raw<Route>(parse(location.pathname, location.search));
  path = $state(location.pathname);
  /** Grows with every change of address, the part after `#` included. */
  visit = $state(0);

  constructor() {
    addEventListener('popstate', () => this.#read());
    addEventListener('hashchange', () => this.visit++);
    document.addEventListener('click', (event) => this.#click(event));
  }
  go(address: string, replace = false) {
    history[replace ? 'replaceState' : 'pushState'](null, '', address);
    this.#read();
    if (!location.hash) scrollTo(0, 0);
  }
  #read() {
    this.path = location.pathname;
    this.route = parse(location.pathname, location.search);
    this.visit++;
  }
  #click(event: MouseEvent) {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin || link.pathname.startsWith('/api/')) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    this.go(link.href);
  }
}

export const router = new Router();
