// What a table talks through, and where its game is kept: a server behind a WebSocket, or a worker of this browser with
// the engine in it. The questions of a lesson or a puzzle are one, too.
import type { ClientMessage, ServerMessage } from '../protocol';

export type Link = 'connecting' | 'live' | 'lost' | 'closed';

export interface Channel {
  send(message: ClientMessage): void;
  close(): void;
}

export interface Listener {
  message(message: ServerMessage): void;
  link(link: Link): void;
  /** The last position seen, to catch up from. */
  lastSeen(): number | null;
}

export type Opener = (listener: Listener) => Channel;

export interface Host {
  /** Whether people at other screens can play here, too. */
  readonly together: boolean;
  /** Whether games can be brought here, and taken away, as files. */
  readonly files: boolean;
  /** Answers by path: `editions`, `games/abc`, … What goes wrong is thrown as a `Failure`. */
  ask(path: string, body?: unknown): Promise<unknown>;
  /** A file by path, as it is: `games/abc/replay`. */
  file(path: string): Promise<string>;
  /** Sits down at a game, with the token that opens seats or without. */
  open(game: string, token: string | null, listener: Listener): Channel;
  /** Gets ready to be asked, while there is time. */
  warm(): void;
}
