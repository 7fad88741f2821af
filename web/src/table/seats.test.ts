import { expect, it } from 'vitest';
import { shapeOf, shapes } from './seats';

it('gives four players four outlines', () => {
  expect(new Set([0, 1, 2, 3].map(shapeOf)).size).toBe(4);
  expect(shapes).toHaveLength(4);
});
