import type { Reporter, TestModule } from "vitest/node";

/** Ends the output of a run with one line that programs can parse: `312 passed, 0 failed`. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const brokenModules = modules.filter((module) => module.errors().length > 0).length;
    const passed = states.filter((state) => state === "passed").length;
    // Skipped tests and errors outside of tests count as failures.
    console.log(`${passed} passed, ${states.length - passed + brokenModules + errors.length} failed`);
  }
}
