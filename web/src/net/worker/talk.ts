// What a page and its worker say to one another.
import type { ClientMessage, Problem, ServerMessage } from '../../protocol';

export type ToWorker =
  | { do: 'begin'; engine: string; pace: number | null; seed: number | null }
  | { do: 'ask'; number: number; path: string; body?: unknown; asText?: boolean }
  | { do: 'open'; line: number; game: string; lastSeen: number | null }
  | { do: 'say'; line: number; message: ClientMessage }
  | { do: 'close'; line: number };

export type FromWorker =
  | { say: 'answer'; number: number; value: unknown }
  | { say: 'problem'; number: number; problem: Problem }
  | { say: 'message'; line: number; message: ServerMessage };
