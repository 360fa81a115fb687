import { onTestFinished } from "vitest";

const cleanUps: (() => Promise<void>)[] = [];

/** Registers a function that runs after the current test. Outside of tests and in hooks, it runs after all tests of the file. */
export function addCleanUp(cleanUp: () => Promise<void>): void {
  try {
    onTestFinished(cleanUp);
  } catch {
    cleanUps.push(cleanUp);
  }
}

/** Runs the functions that were registered outside of tests, the last one first. */
export async function runCleanUps(): Promise<void> {
  const errors: unknown[] = [];
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, "The cleanup after a test file failed");
}
