// The last line of a run, in the form the test command counts.
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

export default class Counts implements Reporter {
  #passed = 0;
  #failed = 0;

  onTestEnd(test: TestCase, result: TestResult) {
    if (result.status === test.expectedStatus && result.status !== 'skipped') this.#passed++;
    else this.#failed++;
  }

  onEnd(result: FullResult) {
    if (result.status !== 'passed' && this.#failed === 0) this.#failed++;
    console.log(`${this.#passed} passed, ${this.#failed} failed`);
  }

  printsToStdio() {
    return false;
  }
}
