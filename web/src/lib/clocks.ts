// The clocks that a game can be made with: for an evening at the table, and for a move now and then over days.
import type { ClockRules } from '../protocol';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const clocks = {
  none: null,
  quick: { bank: 20 * MINUTE, increment: 15, away: 10 * MINUTE },
  calm: { bank: 45 * MINUTE, increment: 30, away: 30 * MINUTE },
  daily: { bank: DAY, increment: 0, away: DAY },
  slow: { bank: DAY, increment: 0, away: 7 * DAY },
} satisfies Record<string, ClockRules | null>;

export type ClockName = keyof typeof clocks;

/** The clocks that tournaments offer. */
export const cupClocks = ['quick', 'calm', 'slow'] as const satisfies ClockName[];

/** Which of them these are, if they are any of them. */
export function clockName(rules: ClockRules | null): ClockName | null {
  const same = (other: ClockRules | null) => other?.bank === rules?.bank && other?.increment === rules?.increment && other?.away === rules?.away;
  return (Object.keys(clocks) as ClockName[]).find((name) => same(clocks[name])) ?? null;
}

/** A time as a clock shows it: `0:42`, `19:30`, `1:05:00`; from a day on in days and hours, by `words`. */
export function clockText(millis: number, words: { days: (days: number, hours: number) => string }): string {
  const seconds = Math.floor(Math.max(0, millis) / 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  if (seconds >= DAY) return words.days(Math.floor(seconds / DAY), Math.floor((seconds % DAY) / HOUR));
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE)];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % MINUTE)}` : `${minutes}:${two(seconds % MINUTE)}`;
}
