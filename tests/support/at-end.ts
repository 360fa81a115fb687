import { onTestFinished } from "vitest";

const cleanUps: (() => Promise<void>)[] = [];

/** Runs `cleanUp` after the current test or, outside of tests and in hooks of a file, after all tests of the file. */
export function atEnd(cleanUp: () => Promise<void>): void {
  try {
    onTestFinished(cleanUp);
  } catch {
    cleanUps.push(cleanUp);
  }
}

/** Runs what `atEnd` received outside of tests, the latest first. */
export async function cleanUpFile(): Promise<void> {
  const errors: unknown[] = [];
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, "The cleanup after a test file failed");
}
