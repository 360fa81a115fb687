import { afterAll, onTestFinished } from "vitest";

/** Runs `cleanUp` after the current test or, outside of tests, after those of the file or the `describe`: within a test `afterAll` comes too late and is ignored. */
export function atEnd(cleanUp: () => Promise<void>): void {
  try {
    onTestFinished(cleanUp);
  } catch {
    afterAll(cleanUp);
  }
}
