// What a table talks through: a WebSocket, or the questions of a lesson or a puzzle.
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
