import type { FastifyRequest } from "fastify";
import { withoutMessage } from "#server/process/error-outline.server.ts";
import type { ErrorReports } from "#server/process/error-reports.server.ts";

/** Logs and reports a request that failed unexpectedly; for a sensitive call without its values. */
export function logFailure(request: FastifyRequest, error: unknown, reports: ErrorReports): void {
  const { url = "(none)", config } = request.routeOptions;
  const err = config.sensitive === true ? withoutMessage(error) : error;
  request.log.error({ reqId: request.id, err, url }, "request failed");
  reports.add({ source: "request", place: `${request.method} ${url}`, error, reference: request.id });
}
