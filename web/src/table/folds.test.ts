import { describe, expect, it } from 'vitest';
import type { LogLine, Mention } from '../protocol';
import { folds, inOneLine } from './folds';

const line = (kind: string, text: string, about: Mention = {}): LogLine => ({ at: 1, kind, text, rule: '', about });
const card = (slot: number, seat = 0) => ({ card: { seat, slot, card: slot } });
const dice = { dice: { seat: 0, die: 'attack', faces: ['hammer'] } };
const spans = (lines: LogLine[]) => [...new Set(folds(lines).values())];

const sidestep = [
  line('card-played', 'Ada plays Sidestep.', card(3)),
  line('pushed', 'Garrek is pushed from f1 to e1.'),
  line('card-discarded', 'Ada discards Sidestep.', card(3)),
];

describe('a ploy', () => {
  it('is one line with what it did', () => {
    expect(spans([line('turn-began', ''), ...sidestep, line('passed', '')])).toEqual([[1, 3]]);
    expect(inOneLine(sidestep)).toBe('Ada plays Sidestep: Garrek is pushed from f1 to e1.');
  });
  it('is told to its end before it is folded', () => {
    expect(spans(sidestep.slice(0, 2))).toEqual([]);
    expect(spans([...sidestep.slice(0, 2), line('turn-began', ''), sidestep[2]!])).toEqual([]);
  });
  it('that stays in force ends there, not where the effect does', () => {
    const rain = [line('card-played', 'Bo plays Blood Rain.', card(4, 1)), line('effect-began', 'Blood Rain is in force.', card(4, 1))];
    expect(spans([...rain, line('moved', ''), line('card-discarded', '', card(4, 1))])).toEqual([[0, 1]]);
    expect(spans([...rain, line('card-discarded', '', card(4, 1)), line('moved', '')])).toEqual([[0, 2]]);
    expect(inOneLine(rain)).toBe('Bo plays Blood Rain.');
  });
  it('holds the cards that answer it, and leaves out the dice', () => {
    const inner = [line('card-played', 'Bo plays Parry.', card(3, 1)), line('rolled', 'Bo rolls.', dice), line('card-discarded', 'Bo discards Parry.', card(3, 1))];
    const both = [sidestep[0]!, ...inner, ...sidestep.slice(1)];
    expect(spans(both)).toEqual([[0, 5]]);
    expect(inOneLine(both)).toBe('Ada plays Sidestep: Bo plays Parry. Bo discards Parry. Garrek is pushed from f1 to e1.');
  });
  it('that does much says that there is more', () => {
    const much = Array.from({ length: 5 }, (_, i) => line('healed', `${i}.`));
    expect(inOneLine([sidestep[0]!, ...much, sidestep[2]!])).toBe('Ada plays Sidestep: 0. 1. 2. 3. …');
  });
  it('after another is another line', () => {
    expect(spans([...sidestep, ...sidestep])).toEqual([[0, 2], [3, 5]]);
  });
});
