import type { FastifyInstance, FastifyRequest } from "fastify";
import { minutes } from "#kit/format.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { later, parsePosition, type Position, type ReadScope, runInScope } from "#server/postgres/position.server.ts";

/** The header of answers and requests with a position: programs send what the answer to their last write had. */
const headerName = "meridian-position";
/** The cookie with the position of the last write, for browsers. */
const cookieName = "read_after";
/** The cookie with the position of the last event of a stream, which the browser sets (client/event-stream.ts): an event must not lower that of a write. */
const eventCookieName = "told_after";
/** Seconds that a browser keeps a position: longer than a replica may be behind (replicas.server.ts). */
const lifetime = minutes(10) / 1000;

/** The id of an event: a cookie, whose texts sort as its positions do. */
export const eventId = (position: Position): string =>
  `${eventCookieName}=${position}; path=/; max-age=${lifetime}; samesite=lax`;

/**
 * Lets every request read what its person wrote before, whichever process answered then: after a write the answer carries the position of the commit, in a
 * header and a cookie, and a replica answers a later request only if it has reached it.
 */
export function followPositions(http: FastifyInstance, database: Database, isHttps: boolean): void {
  if (database.replicaFigures === undefined) return;
  const scopes = new WeakMap<FastifyRequest, ReadScope>();
  // The last hook before the handler, which therefore runs in the scope; the body is read by then.
  http.addHook("preHandler", (request, _reply, done) => {
    const fromHeader = parsePosition(request.headers[headerName]);
    const fromCookies = later(
      parsePosition(request.cookies[cookieName]),
      parsePosition(request.cookies[eventCookieName]),
    );
    const required = later(fromHeader, fromCookies);
    const scope: ReadScope = { required, written: undefined, mayUseReplica: false };
    scopes.set(request, scope);
    runInScope(scope, done);
  });
  http.addHook("onSend", async (request, reply) => {
    const { written, required } = scopes.get(request) ?? {};
    if (written === undefined || required === undefined) return;
    // The position that the request brought may be the later one, from a write that another process answers at the same time.
    void reply.header(headerName, required);
    void reply.setCookie(cookieName, required, { path: "/", sameSite: "lax", secure: isHttps, maxAge: lifetime });
  });
}
