// Clocks in words.
import type { ClockRules } from '../protocol';
import { t } from '../texts';
import { clockName, clockText } from './clocks';

/** As a form calls them, or by their times. */
export function clockTold(rules: ClockRules | null): string {
  const name = clockName(rules);
  if (rules === null || name === 'none') return t.pages.start.noClock;
  return name ? t.pages.start.clocks[name] : t.tournaments.clockOther(clockText(rules.bank * 1000, t.being.clock), rules.increment);
}
