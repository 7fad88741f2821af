// What did not change between two answers stays the same object, so that only what did is drawn again.

/** `next` with every part that equals the same part of `before` replaced by it. */
export function share<T>(before: unknown, next: T): T {
  if (before === next || typeof before !== 'object' || typeof next !== 'object' || before === null || next === null) return next;
  if (Array.isArray(next)) {
    if (!Array.isArray(before)) return next;
    let same = before.length === next.length;
    for (let i = 0; i < next.length; i++) {
      next[i] = share(before[i], next[i]);
      same &&= next[i] === before[i];
    }
    return same ? (before as T) : next;
  }
  if (Array.isArray(before)) return next;
  const old = before as Record<string, unknown>;
  const fresh = next as Record<string, unknown>;
  const keys = Object.keys(fresh);
  let same = keys.length === Object.keys(old).length;
  for (const key of keys) {
    fresh[key] = share(old[key], fresh[key]);
    same &&= key in old && fresh[key] === old[key];
  }
  return same ? (before as T) : next;
}
