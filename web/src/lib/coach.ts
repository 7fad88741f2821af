// Which games are played with a coach at one's side, in this browser.
const key = (game: string) => `gloryhex.coach.${game}`;

export function hasCoach(game: string): boolean {
  try {
    return localStorage.getItem(key(game)) !== null;
  } catch {
    return false;
  }
}

export function keepCoach(game: string, on: boolean) {
  try {
    if (on) localStorage.setItem(key(game), 'on');
    else localStorage.removeItem(key(game));
  } catch {
    // Without storage the coach does not come.
  }
}
