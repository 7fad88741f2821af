// Which page an address means.
export type Route =
  | { page: 'start' }
  | { page: 'game'; id: string }
  | { page: 'join'; id: string }
  | { page: 'replay'; id: string }
  | { page: 'decks'; edition: string | null }
  | { page: 'rules'; edition: string | null }
  | { page: 'learn' }
  | { page: 'lesson'; id: string }
  | { page: 'puzzles'; edition: string | null }
  | { page: 'puzzle'; edition: string; id: string }
  | { page: 'maker'; edition: string }
  | { page: 'not-found' };

export function parse(path: string): Route {
  const [first = '', second, third, fourth] = path.split('/').filter(Boolean).map(decodeURIComponent);
  if (first === 'puzzles' && second !== undefined && third !== undefined && fourth === undefined) return third === 'make' ? { page: 'maker', edition: second } : { page: 'puzzle', edition: second, id: third };
  if (third !== undefined) return { page: 'not-found' };
  if (first === '' || ((first === 'lobby' || first === 'index.html') && !second)) return { page: 'start' };
  if (second !== undefined && (first === 'game' || first === 'join' || first === 'replay')) return { page: first, id: second };
  if (first === 'decks' || first === 'rules') return { page: first, edition: second ?? null };
  if (first === 'puzzles') return { page: 'puzzles', edition: second ?? null };
  if (first === 'learn') return second === undefined ? { page: 'learn' } : { page: 'lesson', id: second };
  return { page: 'not-found' };
}
