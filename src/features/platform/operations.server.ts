import type { FastifyInstance } from "fastify";
import type { Services } from "#kit/call.ts";
import { unlimited } from "#server/http/rate-limit.server.ts";
import { canonicalIp } from "#server/http/request.server.ts";
import { isSameHash, tokenHash } from "#server/process/secrets.server.ts";

function isLoopback(ip: string): boolean {
  return ip === "::1" || ip.startsWith("127.");
}

/** Health checks and metrics. */
export function registerOperations(http: FastifyInstance, services: Services): void {
  const { database, metrics, env } = services;

  // No rate limit: if clients at the same address had used up the limit, a health check would take the 429 for an outage.
  http.get("/health/live", unlimited, async (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "live" }),
  );

  http.get("/health/ready", unlimited, async (_request, reply) => {
    void reply.header("cache-control", "no-store");
    if (services.isStopping) return reply.status(503).send({ status: "stopping" });
    try {
      await database.ping();
      return await reply.send({ status: "ready" });
    } catch {
      return reply.status(503).header("retry-after", "2").send({ status: "database unavailable" });
    }
  });

  http.get("/metrics", async (request, reply) => {
    const token = request.headers.authorization?.replace(/^Bearer /i, "");
    const isAllowed =
      env.METRICS_TOKEN === undefined
        ? isLoopback(canonicalIp(request.ip))
        : token !== undefined && isSameHash(tokenHash(token), tokenHash(env.METRICS_TOKEN));
    if (!isAllowed) return reply.callNotFound();
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}
