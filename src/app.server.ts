import { createServer } from "node:http";
import path from "node:path";
import cookies from "@fastify/cookie";
import multipart from "@fastify/multipart";
import assets from "@fastify/static";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { CallDefinition, Services } from "#kit/call.ts";
import { megabytes } from "#kit/format.ts";
import type { StreamDefinition } from "#kit/stream.ts";
import { stepUpOptionsOf } from "#features/auth/step-up/step-up.server.ts";
import { registerContactForm } from "#features/contact/contact-form.server.ts";
import { registerMcp } from "#features/integrations/mcp.server.ts";
import { registerApiReference } from "#features/platform/api-reference.server.ts";
import { registerAppScreens } from "#features/platform/app-screens.server.ts";
import { registerIcons } from "#features/lookups/serve-icons.server.ts";
import { registerStoredFiles } from "#features/media/serve-files.server.ts";
import { registerPrivateFiles } from "#features/media/serve-private-files.server.ts";
import { registerOperations } from "#features/platform/operations.server.ts";
import { registerDocuments } from "#features/site/documents.server.ts";
import { closeSuspendedSites } from "#features/site/suspended-sites.server.ts";
import { registerShareImages } from "#features/site/share-image.server.ts";
import { allowsEntity, isSensitive } from "#records/registry/guard.server.ts";
import { setUpServices, type Startup } from "./services.server.ts";
import { compressAnswers } from "#server/http/compress-answers.server.ts";
import { logFailure } from "#server/http/failure-log.server.ts";
import { asProblem, registerCalls, sendProblem } from "#server/http/calls.server.ts";
import { endConnections } from "#server/process/end-connections.server.ts";
import { newId } from "#server/process/id.server.ts";
import { followPositions } from "#server/http/read-position.server.ts";
import { traceRequests } from "#server/http/request-spans.server.ts";
import { guardInput } from "#server/http/input-guard.server.ts";
import { limitRequests, unlimited } from "#server/http/rate-limit.server.ts";
import { isCanonicalPath, localeOf, cookieNames } from "#server/http/request.server.ts";
import { documentHeaders, setCommonHeaders } from "#server/http/security-headers.server.ts";
import { registerStreams } from "#server/http/streams.server.ts";

const callFiles = import.meta.glob<CallDefinition>("./features/**/calls/*.server.ts", {
  eager: true,
  import: "default",
});
export const calls = Object.values(callFiles);
const streamFiles = import.meta.glob<StreamDefinition>("./features/**/streams/*.server.ts", {
  eager: true,
  import: "default",
});
const streams = Object.values(streamFiles);

export type App = { http: FastifyInstance; services: Services; close: () => Promise<void> };

/** The largest body in bytes whose rest is read after it was refused. */
const maxDroppedBody = megabytes(64);

/**
 * Limits of the HTTP server; times in ms. `requestTimeout` is enough for an upload of 20 MB over a slow network. Keep-alive is longer than the 60 s
 * of common proxies: otherwise a proxy could send a request on a connection that the server is closing.
 */
const serverLimits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 75_000,
};

/** ms for which connections of a proxy stay open when the server stops: longer than common proxies avoid a server that refused one. */
const proxyPatience = 3000;

/** Assembles the HTTP server and its services. Every request passes the numbered steps in order. */
export async function createApp(startup: Startup): Promise<App> {
  const { env, log } = startup;
  const isHttps = env.PUBLIC_URL?.startsWith("https:") ?? false;
  const cookie = cookieNames(env.PUBLIC_URL);
  const services = await setUpServices(startup);

  const http = fastify({
    // `announce` prints the addresses that Fastify would log, so only warnings of Fastify are logged (40 is pino's level "warn").
    loggerInstance: log.child({}, log.levelVal < 40 ? { level: "warn" } : {}) as FastifyBaseLogger,
    // Requests are counted as metrics; only failures are logged.
    logController: new LogController({ disableRequestLogging: true }),
    // All requests share one logger: a child logger per request would cost more than most requests do, and few of them log.
    childLoggerFactory: (parent) => parent,
    genReqId: () => newId(),
    trustProxy: env.TRUST_PROXY === undefined ? false : env.TRUST_PROXY.split(",").map((item: string) => item.trim()),
    bodyLimit: megabytes(1),
    forceCloseConnections: "idle",
    // Requests on connections that are still open when the server stops are answered: a proxy must not send a save to another process.
    return503OnClosing: false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200 },
    // 1. Cached public pages are served from memory, before Fastify handles the request.
    serverFactory: (handle) =>
      createServer(serverLimits, (request, response) => {
        if (services.isStopping) response.shouldKeepAlive = false;
        if (!services.documents.serveCached(request, response)) handle(request, response);
      }),
  });

  // Handles every error below. Set first, because routes use the handler that is set when they are added.
  http.setErrorHandler((error, request, reply) => {
    const problem = asProblem(error);
    if (problem.code === "internal") logFailure(request, error, services.errorReports);
    // The rest of a body that is too large is read and dropped: if the connection were closed, the client would see a reset instead of the answer.
    if (problem.code === "payloadTooLarge" && Number(request.headers["content-length"]) <= maxDroppedBody)
      reply.removeHeader("connection");
    const locale = localeOf(request, services);
    return sendProblem(reply, problem, request.routeOptions.config.envelope ?? "data", locale);
  });
  http.addHook("onResponse", async (request, reply) => {
    if (request.routeOptions.config?.isStream === true) return;
    services.metrics.observeRequest(
      request.routeOptions.url ?? "(none)",
      request.method,
      reply.statusCode,
      reply.elapsedTime / 1000,
    );
  });

  // 2. Cookies come first because they set the language even of a "not found" page. Paths in another spelling are "not found".
  await http.register(cookies);
  http.addHook("onRequest", async (request, reply) => {
    if (!isCanonicalPath(request.raw.url ?? "/")) return reply.callNotFound();
    void reply.header("x-request-id", request.id);
  });
  // Sites of suspended spaces answer nothing else.
  closeSuspendedSites(http, services);
  // 3. Security headers on every response; long responses are compressed.
  http.addHook("onSend", async (_request, reply) => setCommonHeaders(reply, isHttps));
  compressAnswers(http);
  // 4. Only JSON and multipart bodies are parsed: a form of another site could send plain text. `guardInput` refuses oversized and malformed input.
  http.removeContentTypeParser("text/plain");
  await http.register(multipart, { limits: { files: 1, parts: 20, fileSize: megabytes(20), fields: 20 } });
  guardInput(http);
  traceRequests(http);
  // With replicas: whoever wrote something reads it, whichever process and database answers.
  followPositions(http, services.database, isHttps);
  // A coarse rate limit per client address, for all routes.
  await limitRequests(http, env.RATE_LIMIT_PER_MINUTE);
  // 5. The calls: credential, access, step-up, input check, run, envelope.
  const runtime = {
    services,
    cookie,
    allowsEntity,
    isSensitive,
    stepUpOptionsOf: stepUpOptionsOf(services),
  };
  registerCalls(http, calls, runtime);
  // Server-sent events, with the same credentials and access rules as calls.
  registerStreams(http, streams, runtime);
  // 6. For operators and programs: health, metrics and the API's description.
  registerOperations(http, services);
  registerApiReference(http, runtime, { calls, streams });
  registerMcp(http, runtime);
  // 7. Built files (immutable, compressed at build) and stored files.
  await http.register(async (scope) => {
    scope.addHook("onRoute", (route) => void (route.config = { ...route.config, ...unlimited.config }));
    // A page needs several files, and these headers are longer than some files.
    scope.addHook("onSend", async (_request, reply) => {
      for (const name of ["x-request-id", ...documentHeaders]) reply.removeHeader(name);
    });
    await scope.register(assets, {
      root: ["app", "islands"].map((output) => path.join(import.meta.dirname, "..", output)),
      prefix: "/assets/",
      immutable: true,
      maxAge: "1y",
      lastModified: false,
      acceptRanges: false,
      preCompressed: true,
      index: false,
      dotfiles: "ignore",
    });
  });
  registerStoredFiles(http, runtime);
  registerIcons(http, services);
  registerPrivateFiles(http, runtime);
  // 8. The app's screens: one page, its own router.
  registerAppScreens(http, services);
  // 9. The contact form without JavaScript.
  registerContactForm(http, services);
  // 10. Preview images of pages, for links that are shared elsewhere.
  registerShareImages(http, services);
  // 11. Everything else is a public page, or the 404 page.
  registerDocuments(http, services);

  http.addHook("preClose", () => endConnections(http.server, env.TRUST_PROXY === undefined ? 0 : proxyPatience));
  await http.ready();
  await services.jobs.begin(services);
  return {
    http,
    services,
    async close() {
      services.isStopping = true;
      const jobsStopped = services.jobs.stop();
      await http.close();
      await jobsStopped;
      await services.stop();
    },
  };
}
