import type { Reporter, TestModule } from "vitest/node";

/** Ends the run with one line that programs can read: `312 passed, 0 failed`. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const passed = states.filter((state) => state === "passed").length;
    // A test that did not come to an end is no success, nor is an error outside of all tests.
    console.log(`${passed} passed, ${states.length - passed + broken + errors.length} failed`);
  }
}
