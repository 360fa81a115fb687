import { errorWithCode } from "#server/process/error-outline.server.ts";

/** The kinds of database errors, by what the caller can do about them. */
export type SqlErrorKind =
  /** The state of the connection is unknown: it is closed. */
  | "lost"
  /** Too slow or too full just now; the connection is fine. */
  | "busy"
  /** A conflict with another transaction: retry. */
  | "retry"
  /** Another transaction holds a lock for which this one does not wait, or not for long. */
  | "locked"
  | "other";

type PgError = { code?: string; message?: string; constraint?: string; cause?: unknown };

/** The driver's error, which Drizzle wraps as `cause`. */
export const asPgError = (error: unknown): PgError => errorWithCode(error) as PgError;

const lostMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Query read timeout|after calling end on the pool/;

export function sqlErrorKind(error: unknown): SqlErrorKind {
  const { code = "", message = "" } = asPgError(error);
  // Connection exceptions, shutdown and start of the server, socket errors.
  if (/^(08|57P0|ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOST|ENET|EAI_|ENOTFOUND)/.test(code) || lostMessages.test(message))
    return "lost";
  // Deadlock and serialization failure.
  if (code === "40001" || code === "40P01") return "retry";
  if (code === "55P03") return "locked";
  // Out of resources (disk, memory, connections), statement timeout.
  return /^(53|57014)/.test(code) ? "busy" : "other";
}
