// The last line of the unit tests, in the form the test command counts.
import type { Reporter, TestModule } from 'vitest/node';

export default class UnitCounts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const broken = modules.filter((module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0).length;
    console.log(`${passed} passed, ${tests.length - passed + broken + errors.length} failed`);
  }
}
