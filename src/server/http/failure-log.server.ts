import type { FastifyRequest } from "fastify";
import { asPgError } from "#server/postgres/sql-error.server.ts";

/** An error without its message: messages of the database repeat values. */
function withoutMessage(error: unknown): object {
  const { name, stack = "" } = error instanceof Error ? error : new Error(typeof error);
  const frames = stack.split("\n").filter((line) => line.startsWith("    at "));
  return { kind: name, code: asPgError(error).code, stack: frames.join("\n") };
}

/** Logs a request that failed unexpectedly; for a sensitive call without its values. */
export function logFailure(request: FastifyRequest, error: unknown): void {
  const { url, config } = request.routeOptions;
  const err = config.sensitive === true ? withoutMessage(error) : error;
  request.log.error({ reqId: request.id, err, url }, "request failed");
}
