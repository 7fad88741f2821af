// Up to where somebody has looked at each game in this browser.
const key = (game: string) => `gloryhex.seen.${game}`;

export function seenUpTo(game: string): number | null {
  try {
    const found = localStorage.getItem(key(game));
    const at = found === null ? NaN : Number(found);
    return Number.isInteger(at) ? at : null;
  } catch {
    return null;
  }
}

export function keepSeen(game: string, at: number) {
  try {
    localStorage.setItem(key(game), String(at));
  } catch {
    // Without storage nobody is told what happened meanwhile.
  }
}

export function forgetSeen(game: string) {
  try {
    localStorage.removeItem(key(game));
  } catch {
    // There was nothing to remove.
  }
}
