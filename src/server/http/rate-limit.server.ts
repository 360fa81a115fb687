import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import type { RateLimit } from "#kit/call.ts";
import { minutes } from "#kit/format.ts";
import { Problem } from "#kit/problem.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Requests to the route do not count: documents, files and health checks. */
    isUnlimited?: boolean;
  }
  interface FastifyInstance {
    /** A hook that counts requests per address, over all routes that it is passed to, however their paths are spelled. */
    limitTo: (limit: RateLimit) => (request: FastifyRequest) => Promise<void>;
  }
}

/** Options of a route without a rate limit. */
export const unlimited = { config: { isUnlimited: true } };

const tooMany = { zh: "操作过于频繁，请稍后再试", en: "Too many requests. Try again later." };

/**
 * Limits requests per client address (an IPv6 /64 counts as one address): to `perMinute` over all routes without `isUnlimited`, and to the limits
 * that calls and forms set with `limitTo`. Requests are counted per registered route, not per typed path. 0 disables both kinds of limits.
 */
export async function limitRequests(http: FastifyInstance, perMinute: number): Promise<void> {
  if (perMinute === 0) {
    http.decorate("limitTo", () => async () => undefined);
    return;
  }
  await http.register(rateLimit, { global: false });
  http.decorate("limitTo", ({ max, windowSeconds }) => {
    const count = http.createRateLimit({ max, timeWindow: windowSeconds * 1000 });
    return async (request) => {
      const usage = await count(request);
      // `isAllowed`: the address is on an allow list, which we do not use; otherwise the library has counted the request.
      if (!usage.isAllowed && usage.isExceeded)
        throw new Problem("tooManyRequests", tooMany, { retryAfter: usage.ttlInSeconds });
    };
  });
  const limit = http.limitTo({ max: perMinute, windowSeconds: minutes(1) / 1000 });
  http.addHook("onRequest", async (request) => {
    if (request.routeOptions.config?.isUnlimited !== true) await limit(request);
  });
}
