import type { Reporter, TestModule } from "vitest/node";

/** Ends the output of a run with one line that programs can parse: `312 passed, 0 failed`. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const passed = states.filter((state) => state === "passed").length;
    // Every test that did not pass, also a skipped one, and every error outside of tests counts as a failure.
    console.log(`${passed} passed, ${states.length - passed + broken + errors.length} failed`);
  }
}
