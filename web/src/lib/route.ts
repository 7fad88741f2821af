// Which page an address means.
export type Route =
  | { page: 'start' }
  | { page: 'game'; id: string }
  | { page: 'join'; id: string }
  | { page: 'replay'; id: string }
  | { page: 'match'; id: string }
  | { page: 'decks'; edition: string | null }
  | { page: 'rules'; edition: string | null }
  | { page: 'learn' }
  | { page: 'lesson'; id: string }
  | { page: 'puzzles'; edition: string | null }
  | { page: 'puzzle'; edition: string; id: string }
  | { page: 'maker'; edition: string }
  | { page: 'you' }
  | { page: 'player'; name: string }
  | { page: 'ladders' }
  | { page: 'ladder'; id: string }
  | { page: 'tournaments' }
  | { page: 'tournament'; id: string }
  | { page: 'wall'; id: string }
  | { page: 'not-found' };

export function parse(path: string): Route {
  const [first = '', second, third, fourth] = path.split('/').filter(Boolean).map(decodeURIComponent);
  if (first === 'puzzles' && second !== undefined && third !== undefined && fourth === undefined) return third === 'make' ? { page: 'maker', edition: second } : { page: 'puzzle', edition: second, id: third };
  if (first === 'tournaments' && second !== undefined && third === 'wall' && fourth === undefined) return { page: 'wall', id: second };
  if (third !== undefined) return { page: 'not-found' };
  if (first === '' || ((first === 'lobby' || first === 'index.html') && !second)) return { page: 'start' };
  if (second !== undefined && (first === 'game' || first === 'join' || first === 'replay' || first === 'match')) return { page: first, id: second };
  if (first === 'decks' || first === 'rules') return { page: first, edition: second ?? null };
  if (first === 'puzzles') return { page: 'puzzles', edition: second ?? null };
  if (first === 'tournaments') return second === undefined ? { page: 'tournaments' } : { page: 'tournament', id: second };
  if (first === 'ladders') return second === undefined ? { page: 'ladders' } : { page: 'ladder', id: second };
  if (first === 'you' && second === undefined) return { page: 'you' };
  if (first === 'player' && second !== undefined) return { page: 'player', name: second };
  if (first === 'learn') return second === undefined ? { page: 'learn' } : { page: 'lesson', id: second };
  return { page: 'not-found' };
}
