// The seats this browser may play, by game.
import { reach } from './reach.svelte';

export function tokenOf(game: string): string | null {
  try {
    return localStorage.getItem(`gloryhex.seat.${game}`);
  } catch {
    return null;
  }
}

/** The seats this browser may play at a game, as bits: what its token claims. */
export function seatsAt(game: string): number {
  const claim = /^p([0-9a-f]+)\./.exec(tokenOf(game) ?? '');
  return claim ? parseInt(claim[1]!, 16) : 0;
}

/** The side of a match that an invitation is to: what it claims. */
export function sideOf(invite: string): 0 | 1 | null {
  const claim = /^i([12])\./.exec(invite);
  return claim ? (claim[1] === '1' ? 0 : 1) : null;
}

export function keepToken(game: string, token: string) {
  try {
    localStorage.setItem(`gloryhex.seat.${game}`, token);
  } catch {
    // Without storage the seat lasts as long as the page; the private link still opens it.
  }
}

/** Games this browser has a seat in, newest last. */
export function knownGames(): string[] {
  try {
    return Object.keys(localStorage).filter((k) => k.startsWith('gloryhex.seat.')).map((k) => k.slice('gloryhex.seat.'.length));
  } catch {
    return [];
  }
}

/** The side of a match that this browser plays. */
export function matchToken(match: string): string | null {
  return kept(`gloryhex.match.${match}`);
}

export function keepMatch(match: string, token: string, invite: string | null = null) {
  try {
    localStorage.setItem(`gloryhex.match.${match}`, token);
    if (invite) localStorage.setItem(`gloryhex.matchinvite.${match}`, invite);
  } catch {
    // Without storage only a name opens the match again.
  }
}

/** The invitation to the other side of a match that this browser made. */
export function matchInvite(match: string): string | null {
  return kept(`gloryhex.matchinvite.${match}`);
}

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function forgetGame(game: string) {
  try {
    localStorage.removeItem(`gloryhex.seat.${game}`);
  } catch {
    // Nothing to forget.
  }
}

export function watchLink(game: string): string {
  return reach.link(`/game/${game}`);
}

/** The private link that opens one's seat on another device; the token stays behind the `#` and off the wire. */
export function seatLink(game: string): string | null {
  const token = tokenOf(game);
  return token ? reach.link(`/game/${game}#seat=${token}`) : null;
}

/** Invitations to a game this browser made. */
export function keepInvites(game: string, invites: string[]) {
  try {
    localStorage.setItem(`gloryhex.invites.${game}`, JSON.stringify(invites));
  } catch {
    // The open link of the game still works where it is public.
  }
}

export function invitesOf(game: string): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(`gloryhex.invites.${game}`) ?? '[]');
    return Array.isArray(found) ? found.filter((x) => typeof x === 'string') : [];
  } catch {
    return [];
  }
}
