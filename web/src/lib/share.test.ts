import { describe, expect, it } from 'vitest';
import { share } from './share';

const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
const view = { at: 4, fighters: [{ id: 0, hex: 7, tokens: ['move'] }, { id: 1, hex: null, tokens: [] }], fight: null as unknown };

describe('what did not change', () => {
  it('stays the same object', () => {
    const next = json({ ...view, at: 5 }) as typeof view;
    const shared = share(view, next);
    expect(shared).not.toBe(view);
    expect(shared).toEqual({ ...view, at: 5 });
    expect(shared.fighters).toBe(view.fighters);
    expect(share(view, json(view))).toBe(view);
  });
  it('is told from what did', () => {
    const moved = json(view) as typeof view;
    moved.fighters[0]!.hex = 8;
    const shared = share(view, moved);
    expect(shared.fighters[0]).toEqual({ id: 0, hex: 8, tokens: ['move'] });
    expect(shared.fighters[0]!.tokens).toBe(view.fighters[0]!.tokens);
    expect(shared.fighters[1]).toBe(view.fighters[1]);
  });
  it.each([[[1, 2], [1]], [[1], [1, 2]], [{ a: 1 }, { a: 1, b: undefined }], [{ a: undefined }, { b: undefined }], [{ a: 1 }, [1]], [[1], { a: 1 }], [null, {}], [{}, null], [1, '1']])('never mistakes %j for %j', (before, next) => {
    expect(share(before, structuredClone(next))).toEqual(next);
    expect(share(before, structuredClone(next))).not.toBe(before);
  });
});
