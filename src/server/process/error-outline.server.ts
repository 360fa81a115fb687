/** An error, or the one among its causes that has a code: Drizzle wraps the errors of the driver, `fetch` those of the socket. */
export function errorWithCode(error: unknown): { code?: unknown; cause?: unknown } {
  const outer = (error ?? {}) as { code?: unknown; cause?: unknown };
  return outer.code === undefined && typeof outer.cause === "object" && outer.cause !== null
    ? errorWithCode(outer.cause)
    : outer;
}

/** What may be told of an error: its class, its code and where in the program it happened. */
export type ErrorOutline = { kind: string; code?: string; stack: string };

const wordPattern = /^[\w.$-]{1,60}$/;

/** An error without its message: messages of the database repeat values. */
export function withoutMessage(thrown: unknown): ErrorOutline {
  const { name, message, stack = "" } = thrown instanceof Error ? thrown : new Error(typeof thrown);
  // A message may have lines that look like frames.
  const frames = stack
    .replace(message, () => "")
    .split("\n")
    .filter((line) => line.startsWith("    at "));
  const { code } = errorWithCode(thrown);
  return {
    kind: wordPattern.test(name) ? name : "Error",
    ...(typeof code === "string" && wordPattern.test(code) ? { code } : {}),
    stack: frames.join("\n"),
  };
}
