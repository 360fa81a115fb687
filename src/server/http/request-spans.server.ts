import type { FastifyInstance, FastifyRequest } from "fastify";
import { inSpan, isTracing, type OpenSpan, openSpan } from "#server/process/tracing.server.ts";

/** Gives every request a span, of the trace that its headers name. Without traces no hook is added. Pages from memory are answered before. */
export function traceRequests(http: FastifyInstance): void {
  if (!isTracing()) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  http.addHook("onRequest", async (request) => {
    const { method, headers } = request;
    const attributes = { "http.request.method": method, "url.scheme": request.protocol };
    const span = openSpan({ name: method, kind: "server", attributes, parent: headers });
    if (span !== undefined) spans.set(request, span);
  });
  // The last hook before the handler, which therefore runs below the span; the body is read by then.
  http.addHook("preHandler", (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.run(done);
  });
  http.addHook("onResponse", async (request, reply) => {
    const span = spans.get(request);
    if (span === undefined) return;
    spans.delete(request);
    const route = request.routeOptions.url;
    if (route !== undefined) {
      span.setName(`${request.method} ${route}`);
      span.setAttribute("http.route", route);
    }
    span.setAttribute("http.response.status_code", reply.statusCode);
    if (reply.statusCode >= 500) span.fail(String(reply.statusCode));
    span.end();
  });
  // The client has gone: there is no response.
  http.addHook("onRequestAbort", async (request) => {
    const span = spans.get(request);
    spans.delete(request);
    span?.fail("aborted");
    span?.end();
  });
}

/** Runs a call in a span below that of its request. Without traces, it only runs. */
export function inCallSpan<T>({ method, path }: { method: string; path: string }, run: () => Promise<T>): Promise<T> {
  if (!isTracing()) return run();
  const name = `${method} ${path}`;
  return inSpan({ name: `call ${name}`, kind: "internal", attributes: { "meridian.call": name } }, run);
}
