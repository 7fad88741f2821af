// The last line of a run, in the form the test command counts. A whole run that leaves one of the places out is none.
import type { FullConfig, FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Somebody asked for certain tests only. */
const some = process.argv.slice(2).some((word) => word !== 'test');

export default class Counts implements Reporter {
  #passed = 0;
  #failed = 0;
  #places = new Map<string, number>();

  onBegin(config: FullConfig) {
    for (const project of config.projects) this.#places.set(project.name, 0);
  }

  onTestEnd(test: TestCase, result: TestResult) {
    const place = test.parent.project()?.name ?? '';
    if (result.status === test.expectedStatus && result.status !== 'skipped') {
      this.#passed++;
      this.#places.set(place, (this.#places.get(place) ?? 0) + 1);
    } else this.#failed++;
  }

  onEnd(result: FullResult) {
    if (result.status !== 'passed' && this.#failed === 0) this.#failed++;
    for (const [place, passed] of this.#places) {
      if (some || passed > 0) continue;
      console.log(`nothing passed in the place "${place}"`);
      this.#failed++;
    }
    console.log(`${this.#passed} passed, ${this.#failed} failed`);
  }

  printsToStdio() {
    return false;
  }
}
