import { describe, expect, it } from 'vitest';
import { clockName, clocks, clockText } from './clocks';

const words = { days: (days: number, hours: number) => `${days} d ${hours} h` };

describe('clocks', () => {
  it.each([
    [0, '0:00'], [-5, '0:00'], [999, '0:00'], [42_000, '0:42'], [1_170_000, '19:30'], [3_599_999, '59:59'], [3_600_000, '1:00:00'],
    [86_399_000, '23:59:59'], [86_400_000, '1 d 0 h'], [97_200_000, '1 d 3 h'], [604_800_000, '7 d 0 h'],
  ])('%s ms are %s', (millis, text) => expect(clockText(millis, words)).toBe(text));
  it('are known by what they are', () => {
    for (const [name, clock] of Object.entries(clocks)) expect(clockName(clock && { ...clock })).toBe(name);
    expect(clockName({ bank: 60, increment: 0, away: 60 })).toBe(null);
  });
  it('are none that a server would refuse', () => {
    for (const clock of Object.values(clocks)) {
      if (clock === null) continue;
      expect(clock.bank).toBeGreaterThan(0);
      for (const seconds of Object.values(clock)) expect(seconds).toBeLessThanOrEqual(7 * 24 * 3600);
    }
  });
});
