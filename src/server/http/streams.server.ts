import { once } from "node:events";
import { PassThrough } from "node:stream";
import type { FastifyInstance } from "fastify";
import { member, viewOnlyText } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import { minutes, seconds } from "#kit/format.ts";
import { Problem } from "#kit/problem.ts";
import type { StreamContext, StreamDefinition } from "#kit/stream.ts";
import { createOwnerLimit } from "#server/process/queue.server.ts";
import { refuseForgery } from "./request.server.ts";
import { eventId } from "./read-position.server.ts";
import { admit, type CallRuntime, contextOf, routeOf } from "./calls.server.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * The request lasts as long as the stream is open, so its duration is not measured. Browsers repeat it by themselves, so it is no use of the
     * session.
     */
    isStream?: boolean;
  }
}

/** Maximum open streams of a session and of a process. */
const maxStreams = { session: 8, process: 500 };
/** ms between comments, which keep proxies from closing a silent stream. */
const heartbeatInterval = seconds(10);
/** ms after which a stream ends and the browser reconnects. */
const maxDuration = minutes(5);
/** ms between checks that the session is still alive. Streams do not extend the session. */
const sessionCheckInterval = seconds(30);

const refusal = new Problem(
  "tooManyRequests",
  { zh: "打开的页面过多，请关闭一些后重试", en: "Too many pages are open. Close some and try again." },
  { retryAfter: 5 },
);

const badQuery = { zh: "请求参数不正确", en: "The query is not valid" };

/** Ends the stream when its session ends. */
function watchSession({ sessions }: Services, { accountId, sessionId }: StreamContext["principal"], end: () => void) {
  return setInterval(() => {
    sessions.list(accountId).then(
      (openSessions) => openSessions.some(({ id }) => id === sessionId) || end(),
      () => undefined,
    );
  }, sessionCheckInterval);
}

/** Writes the events of a stream, with back-pressure. */
async function pump(definition: StreamDefinition, context: StreamContext, output: PassThrough, onOpen: () => void) {
  for await (const event of definition.open(context)) {
    onOpen();
    const data = JSON.stringify(definition.output.parse(event));
    // What the browser asks for because of this event must show the change, whichever process answers. The event itself was read before.
    const position = await context.services.database.position();
    const id = position === undefined ? "" : `id: ${eventId(position)}\n`;
    if (!output.write(`${id}data: ${data}\n\n`)) await once(output, "drain", { signal: context.signal });
  }
}

/** Registers a route for every stream. Open streams end before the server closes. */
export function registerStreams(
  app: FastifyInstance,
  streams: readonly StreamDefinition[],
  runtime: CallRuntime,
): void {
  const { services } = runtime;
  const limitPerSession = createOwnerLimit({ max: maxStreams.session, refusal });
  const limitPerProcess = createOwnerLimit({ max: maxStreams.process, refusal });
  const stopping = new AbortController();
  app.addHook("preClose", async () => stopping.abort());

  for (const definition of streams) {
    const { method = "GET", limit } = definition;
    const onRequest = limit === undefined ? [] : [app.limitTo(limit)];
    const config = { envelope: "site", isStream: true } as const;
    app.route({
      method,
      url: routeOf(definition.path),
      onRequest,
      config,
      handler: async (request, reply) => {
        const { context: requestContext, credential } = await contextOf(request, reply, runtime);
        if (method === "POST" && credential.from === "cookie") refuseForgery(request);
        const principal = admit(member, requestContext, {}, runtime);
        if (definition.access !== undefined) admit(definition.access, requestContext, {}, runtime);
        if (method === "POST" && principal.view !== undefined) throw new Problem("forbidden", viewOnlyText);
        const { entities, locale } = requestContext;
        const query = definition.input?.safeParse(method === "GET" ? request.query : request.body);
        if (query?.success === false) throw new Problem("badRequest", badQuery);
        const input = query?.data;
        const disconnected = new AbortController();
        const signal = AbortSignal.any([disconnected.signal, stopping.signal, AbortSignal.timeout(maxDuration)]);
        const output = new PassThrough();
        const heartbeat = setInterval(() => output.write(": \n\n"), heartbeatInterval);
        const sessionCheck = watchSession(services, principal, () => disconnected.abort());
        output.once("close", () => disconnected.abort());
        const open = new Promise<void>((resolve, reject) => {
          // The limits refuse before anything is written.
          const context = { principal, entities, locale, services, signal, input };
          const run = () => pump(definition, context, output, resolve);
          limitPerSession(principal.sessionId, () => limitPerProcess("all", run))
            .then(resolve)
            .catch((error: unknown) => {
              reject(error instanceof Error ? error : new Error("The stream failed.", { cause: error }));
              if (!signal.aborted && !(error instanceof Problem))
                services.log.warn({ err: error }, "a stream broke off");
            })
            .finally(() => {
              clearInterval(heartbeat);
              clearInterval(sessionCheck);
              output.end();
            });
        });
        // The headers are sent after the first event, so that a refusal has a status of its own.
        await open;
        return (
          reply
            .header("content-type", "text/event-stream; charset=utf-8")
            .header("cache-control", "no-store")
            // nginx would otherwise buffer the events.
            .header("x-accel-buffering", "no")
            .send(output)
        );
      },
    });
  }
}
