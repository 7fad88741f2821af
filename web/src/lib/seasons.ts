// Things that came out in seasons: grouped for lists.

/** The things by their seasons, both in the order in which they come. */
export function bySeason<T extends { season: string }>(things: T[]): [season: string, things: T[]][] {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const group = groups.get(thing.season);
    if (group) group.push(thing);
    else groups.set(thing.season, [thing]);
  }
  return [...groups];
}

/** One of several at random, and another one than last time where there is one. */
export function surprise<T>(from: T[], last: T | undefined, random: () => number = Math.random): T | undefined {
  const others = from.filter((thing) => thing !== last);
  const list = others.length > 0 ? others : from;
  return list[Math.floor(random() * list.length)];
}
