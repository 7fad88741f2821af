// What went wrong, as whoever was asked says it.
import type { Problem } from '../protocol';

export class Failure extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}
