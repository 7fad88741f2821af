// Whose turn it is, told where nobody looks at the table: in the title and the icon of the tab, and by a notification
// where that was asked for by a click.
import type { GameSummary } from '../protocol';
import { api } from '../net/api';
import { host } from '../net/host';
import { t } from '../texts';
import { to } from './base';
import { player } from './player.svelte';
import { prefs } from './prefs.svelte';
import { router } from './router.svelte';

/** How often games that are not on the screen are asked for. */
const LOOK = 20_000;

const asked = (): NotificationPermission => (typeof Notification === 'undefined' ? 'denied' : Notification.permission);

class Turns {
  /** Games with one's name at them that wait for nobody else. */
  waiting = $state.raw<GameSummary[]>([]);
  /** The game on the screen, if it waits for whoever sits here, and whom it is against. */
  #here = $state.raw<{ game: string; others: string } | null>(null);
  allowed = $state(asked());
  /** Turns that were told and not yet looked at. */
  #told = new Map<string, Notification | null>();

  /** Looks for games that wait, now and then. */
  start() {
    if (!host.together) return;
    const look = () => void this.#look();
    look();
    setInterval(look, LOOK);
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) return;
      this.#seen();
      look();
    });
  }
  async #look() {
    if (!player.key) {
      this.waiting = [];
      return;
    }
    const found = await api.turns().catch(() => null);
    if (!found) return;
    this.waiting = found;
    const ids = new Set(found.map((game) => game.id));
    for (const game of this.#told.keys()) if (!ids.has(game) && game !== this.#here?.game) this.#forget(game);
    for (const game of found) if (game.id !== this.#here?.game) this.#tell(game.id, others(game));
  }

  /** What the table on the screen says. */
  at(game: string, mine: boolean, against: string) {
    if (mine === (this.#here?.game === game)) return;
    this.#here = mine ? { game, others: against } : null;
    if (mine) this.#tell(game, against);
    else this.#forget(game);
  }
  /** There is no table on the screen any more. */
  left() {
    this.#here = null;
  }
  get here(): boolean {
    return this.#here !== null;
  }
  /** What the title of the tab begins with. */
  mark = $derived.by(() => {
    if (this.#here) return t.being.turn.yours;
    return this.waiting.length > 0 ? t.being.turn.count(this.waiting.length) : '';
  });

  /** Whoever clicks this wants to be told; the browser asks once more. */
  async allow(on: boolean) {
    if (on && asked() === 'default') await Notification.requestPermission();
    this.allowed = asked();
    prefs.setNotify(on && this.allowed === 'granted');
  }

  #tell(game: string, against: string) {
    if (!document.hidden || this.#told.has(game) || !prefs.notify || asked() !== 'granted') return;
    try {
      const note = new Notification(t.being.turn.told(against), { body: t.being.turn.toldText, tag: game, icon: to('/icon-turn.svg') });
      note.onclick = () => {
        window.focus();
        router.go(`/game/${game}`);
        note.close();
      };
      this.#told.set(game, note);
    } catch {
      // Some browsers show notifications only for pages that are installed; the title still tells.
      this.#told.set(game, null);
    }
  }
  #forget(game: string) {
    this.#told.get(game)?.close();
    this.#told.delete(game);
  }
  #seen() {
    for (const game of [...this.#told.keys()]) this.#forget(game);
  }
}

/** Everybody at a game but whoever decides. */
const others = (game: GameSummary) => game.seats.filter((_, seat) => seat !== game.decides).map((seat) => seat.name).join(', ');

export const turns = new Turns();
