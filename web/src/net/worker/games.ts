// Games kept in this browser: how each was made, its entries one by one, and positions that another version could go on from.
import type { GameSummary } from '../../protocol';

export type Kept = { id: string; plan: string; engine: string; content: string; summary: GameSummary; made: number };
type Numbered = [number, string][];

const stores = ['games', 'entries', 'positions'] as const;

const opened: Promise<IDBDatabase> = new Promise((done, failed) => {
  const opening = indexedDB.open('gloryhex', 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('games', { keyPath: 'id' });
    opening.result.createObjectStore('entries');
    opening.result.createObjectStore('positions');
  };
  opening.onsuccess = () => done(opening.result);
  opening.onerror = () => failed(opening.error ?? new Error('indexedDB'));
});
opened.catch(() => undefined);

const asked = <T>(request: IDBRequest<T>) =>
  new Promise<T>((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error('indexedDB'));
  });
const all = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity]);

/** Keeps a game and what is new of it, all or nothing. */
export async function keep(game: Kept, entries: Numbered, positions: Numbered): Promise<void> {
  const work = (await opened).transaction(stores, 'readwrite', { durability: 'relaxed' });
  const done = new Promise<void>((done, failed) => {
    work.oncomplete = () => done();
    work.onabort = work.onerror = () => failed(work.error ?? new Error('indexedDB'));
  });
  work.objectStore('games').put(game);
  for (const [at, entry] of entries) work.objectStore('entries').put(entry, [game.id, at]);
  for (const [at, position] of positions) work.objectStore('positions').put(position, [game.id, at]);
  work.commit();
  return done;
}

/** A game at a glance. */
export async function find(id: string): Promise<Kept | undefined> {
  return asked((await opened).transaction('games').objectStore('games').get(id) as IDBRequest<Kept | undefined>);
}

/** A whole game, as the engine opens it. */
export async function read(id: string): Promise<object | undefined> {
  const work = (await opened).transaction(stores);
  const part = async (store: 'entries' | 'positions'): Promise<Numbered> => {
    const from = work.objectStore(store);
    const [keys, values] = await Promise.all([asked(from.getAllKeys(all(id))), asked(from.getAll(all(id)))]);
    return values.map((value, i) => [(keys[i] as [string, number])[1], value as string]);
  };
  const [game, entries, positions] = await Promise.all([asked(work.objectStore('games').get(id) as IDBRequest<Kept | undefined>), part('entries'), part('positions')]);
  // The newest position comes first.
  return game && { id, plan: game.plan, engine: game.engine, content: game.content, entries, positions: positions.reverse() };
}
