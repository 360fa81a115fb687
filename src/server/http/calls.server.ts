import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ZodError, type ZodType } from "zod";
import {
  type Access,
  forbiddenText,
  requiresSignIn,
  usesApiKey,
  type PrincipalFor,
  verifyIdentityText,
  hasLevel,
  type RequestPrincipal,
  ownSignInText,
  signInFirstText,
  type UserPrincipal,
  viewOnlyText,
} from "#kit/access.ts";
import type { CallContext, CallDefinition, Envelope, Method, Services } from "#kit/call.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import { megabytes, minutes, seconds } from "#kit/format.ts";
import { Problem, statusOf } from "#kit/problem.ts";
import { suspensionTexts } from "#kit/space.ts";
import { type Locale, localize } from "#kit/text.ts";
import { answerJson } from "./memoised-answers.server.ts";
import { fieldProblems } from "./issue-text.server.ts";
import { refuseLegacyContradiction } from "./legacy-headers.server.ts";
import {
  canonicalIp,
  type CookieNames,
  type Credential,
  credentialOf,
  localeOf,
  refuseForgery,
} from "./request.server.ts";
import { runIdempotent } from "./idempotency.server.ts";
import { type ParameterNames, parameterNames, withParameterNames } from "./parameter-names.server.ts";
import { allowReplicas } from "#server/postgres/position.server.ts";
import { keyedHash } from "#server/process/secrets.server.ts";
import { inCallSpan } from "./request-spans.server.ts";
import { isApiKey } from "#server/identity/api-keys.server.ts";
import { noSiteText } from "#server/identity/tenants.server.ts";
import { uploadedFiles } from "./uploaded-files.server.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    envelope?: Envelope;
    /** See `CallDefinition`. */
    sensitive?: true;
  }
}

const success = { zh: "成功", en: "Success" };
const invalid = { zh: "提交的内容有误", en: "Some values are invalid" };
const noType = { zh: "类型不能为空", en: "The type cannot be empty" };
const failed = { zh: "失败", en: "Something went wrong" };

/** Wraps a result in the envelope of its call. */
function wrap(envelope: Envelope, code: number, message: string, value: unknown, extra: object = {}) {
  return envelope === "site"
    ? { status: code === 200 ? 1 : code, message, result: value, ...extra }
    : { code, msg: message, data: value, ...extra };
}

const storageFull = {
  zh: "服务器存储空间不足，文件未保存，请联系平台管理员",
  en: "The server is out of storage, and nothing was saved. Contact the platform administrator.",
};
/** Codes of the disk: it is full, a quota of the system is used up, or a file would be larger than the system allows. */
const storageFullCodes: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

type FastifyProblem = Error & { statusCode?: number; code?: string };

/** Converts an error into a `Problem`; an unexpected error becomes `internal` without details. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ZodError) return new Problem("invalid", invalid, { fields: fieldProblems(error) });
  const { statusCode, code } = error as FastifyProblem;
  if (statusCode === 413)
    return new Problem("payloadTooLarge", {
      zh: "提交内容过大，请减少后重试",
      en: "Content is too large. Reduce it and try again.",
    });
  if (statusCode === 415)
    return new Problem("unsupportedMediaType", { zh: "不支持的内容类型", en: "Unsupported content type" });
  if (statusCode !== undefined && statusCode < 500 && code?.startsWith("FST_"))
    return new Problem("badRequest", invalid);
  if (code !== undefined && storageFullCodes.has(code)) return new Problem("storageFull", storageFull);
  return new Problem("internal", failed);
}

/** Responds with a problem: real HTTP status, the same in the envelope, and a request id to quote. */
export function sendProblem(reply: FastifyReply, problem: Problem, envelope: Envelope, locale: Locale) {
  const status = statusOf(problem.code);
  const { fields, retryAfter, data, problems } = problem.details;
  if (retryAfter !== undefined) void reply.header("retry-after", String(Math.ceil(retryAfter)));
  return reply
    .status(status)
    .header("cache-control", "no-store")
    .send(
      wrap(envelope, status, problem.text[locale], null, {
        requestId: reply.request.id,
        ...(fields === undefined ? {} : { fields: localize(fields, locale) }),
        // Conflicting values keep both languages; only the messages are localized.
        ...(data === undefined && problems === undefined
          ? {}
          : { details: { ...data, ...(problems === undefined ? {} : { problems: localize(problems, locale) }) } }),
      }),
    );
}

/** The principal of a request, and the entities of their space. */
type Caller<P extends RequestPrincipal = RequestPrincipal> = { principal: P; entities: EntityRegistry };

export type CallRuntime = {
  services: Services;
  cookie: CookieNames;
  /** Whether the caller may use the verb on the entity of this name, optionally on whole rows. Throws notFound for an unknown type. */
  allowsEntity: (caller: Caller, type: unknown, verb: string, allFields: boolean) => boolean;
  /** Whether the verb is sensitive on rows of the entity of this name. */
  isSensitive: (entities: EntityRegistry, type: unknown, verb: string) => boolean;
  /** The ways in which a user can confirm their identity; sent to the client as `details.stepUp`. */
  stepUpOptionsOf: (principal: UserPrincipal) => Promise<object>;
};

/** The route of a call: `Api/Member/Login` and `paas/table/search` are both under `/api`; `{type}` becomes a route parameter. */
export function routeOf(path: string, base = "/api"): string {
  return `${base}/${path.replace(/^api\//i, "").replace(/\{(\w+)\}/g, ":$1")}`;
}

/** The input as one object. Route parameters override the body or query, so that a body cannot change the target. */
function inputOf(request: FastifyRequest, names: ParameterNames): object {
  const isQuery = request.method === "GET" || request.method === "DELETE";
  const rawInput = isQuery ? withoutCacheBuster(request.query) : request.body;
  if (request.isMultipart()) return { ...(request.params as object) };
  if (rawInput !== undefined && rawInput !== null && (typeof rawInput !== "object" || Array.isArray(rawInput))) {
    throw new Problem("badRequest", invalid);
  }
  return { ...withParameterNames(rawInput ?? {}, names), ...(request.params as object) };
}

function withoutCacheBuster(query: unknown): object {
  const { language: _language, _: _time, ...rest } = query as Record<string, unknown>;
  return rest;
}

/** Maximum lifetime of a cookie in browsers, in seconds. */
const maxCookieSeconds = 400 * 24 * 3600;

type CallRequest = { context: CallContext; credential: Credential };

/** Refuses a person or a key of a space that is suspended or closed, on any host name. @throws {Problem} forbidden */
async function refuseSuspended({ tenants }: Services, principal: RequestPrincipal): Promise<void> {
  const suspension = principal.kind === "user" ? await tenants.suspensionOf(principal.tenantId) : null;
  if (suspension !== null) throw new Problem("forbidden", suspensionTexts[suspension]);
}

/** The context of a request: principal, site, and functions that set cookies. @throws {Problem} notFound, unauthenticated, forbidden */
export async function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  runtime: CallRuntime,
): Promise<CallRequest> {
  const { services, cookie } = runtime;
  const credential = credentialOf(request, cookie);
  const { token, from } = credential;
  const site = await services.tenants.byHost(request.headers.host);
  if (site === null) throw new Problem("notFound", noSiteText);
  const ip = canonicalIp(request.ip);
  const principal = await (from === "bearer" && isApiKey(token)
    ? services.apiKeys.resolvePrincipal(token, site.id)
    : services.sessions.resolvePrincipal(token, site.id, { isUse: request.routeOptions.config.isStream !== true }));
  if (from === "bearer" && principal.kind === "anonymous") throw new Problem("unauthenticated", signInFirstText);
  await refuseSuspended(services, principal);
  await refuseLegacyContradiction({ headers: request.headers, ip, principal, site }, services);
  const common = { path: "/", secure: cookie.secure, sameSite: "lax" as const };
  const context: CallContext = {
    principal,
    entities: await services.registries.for(principal),
    siteTenantId: site.id,
    locale: localeOf(request, services),
    requestId: request.id,
    ip,
    userAgent: request.headers["user-agent"] ?? "",
    sessionToken: token,
    deviceToken: request.cookies[cookie.device],
    origin: `${cookie.secure ? "https" : "http"}://${request.headers.host ?? ""}`,
    returnToken: request.cookies[cookie.return],
    setReturnCookie: (value) =>
      void reply.setCookie(cookie.return, value, { ...common, httpOnly: true, maxAge: minutes(10) / seconds(1) }),
    wantsBearer: from === "bearer" || request.headers["x-meridian-client"] === "bearer",
    files: () => uploadedFiles(request),
    setDeviceCookie: (value) =>
      void reply.setCookie(cookie.device, value, { ...common, httpOnly: true, maxAge: maxCookieSeconds }),
    setSessionCookie({ token: value, lifetime: maxAge } = { token: "", lifetime: 0 }) {
      void reply.setCookie(cookie.session, value, { ...common, httpOnly: true, maxAge });
      // With this cookie, scripts of public pages request the signed-in person; it grants nothing.
      void reply.setCookie("signed_in", value === "" ? "" : "1", { ...common, maxAge });
    },
    services,
  };
  return { context, credential };
}

/** The entity type and the verb of a call whose access is that of an entity's verb. `isWhole`: the definition names the type, and the call concerns whole rows. */
function targetOf(
  { verb: accessVerb, type }: Extract<Access, { verb: unknown }>,
  input: { type?: unknown; id?: unknown },
) {
  const saveVerb = input.id ? "update" : "add";
  const verb = accessVerb === "save" ? saveVerb : accessVerb;
  return { type: type ?? input.type, verb, isWhole: type !== undefined };
}

type EntityGuard = Pick<CallRuntime, "allowsEntity">;

/** Whether a call with this access is run for `principal`. */
export function isAllowed(access: Access, caller: Caller, input: object, { allowsEntity }: EntityGuard): boolean {
  const { principal } = caller;
  if (requiresSignIn(access) && principal.kind !== "user") return false;
  if ("level" in access) return !usesApiKey(principal) && hasLevel(principal, access.level);
  const { type, verb, isWhole } = targetOf(access, input);
  return allowsEntity(caller, type, verb, isWhole);
}

/**
 * Checks the access of a call and returns the principal that it is run for. This is the only place that narrows the type of a principal, after
 * `requiresSignIn` has seen that it is right (docs/decisions/025-principals-by-type.md).
 * @throws {Problem} unauthenticated, forbidden
 */
export function admit<A extends Access>(access: A, caller: Caller, input: object, guard: EntityGuard): PrincipalFor<A> {
  const { principal } = caller;
  if (isAllowed(access, caller, input, guard)) return principal as PrincipalFor<A>;
  if (principal.kind === "anonymous") throw new Problem("unauthenticated", signInFirstText);
  throw new Problem("forbidden", forbiddenText);
}

/** The problem for an address that belongs to no call. */
export const noSuchCall = (path: string): Problem =>
  new Problem("notFound", { zh: `接口未找到 ${path}`, en: `Call not found: ${path}` });

/** Like `admit`. A type in the path is part of the address: an unknown one gets the response of an unknown call. */
function admitTo<A extends Access>(
  { path, access }: AnyCall<A>,
  caller: Caller,
  input: { type?: unknown },
  { runtime, url }: { runtime: CallRuntime; url: string },
): PrincipalFor<A> {
  if (!path.includes("{type}")) return admit(access, caller, input, runtime);
  if (String(input.type).trim() === "") throw new Problem("badRequest", noType, { fields: { type: noType } });
  try {
    return admit(access, caller, input, runtime);
  } catch (error) {
    const isUnknown = error instanceof Problem && error.code === "notFound";
    throw isUnknown ? noSuchCall(url.split("?", 1)[0]!) : error;
  }
}

/** Whether a call may change something. */
const changesData = ({ method, guardedGet }: CallDefinition): boolean => method !== "GET" || guardedGet === true;

/** Refuses to change anything while an administrator views the space as a role. @throws {Problem} forbidden */
function refuseInView(definition: CallDefinition, principal: RequestPrincipal): void {
  if (principal.kind !== "user" || principal.view === undefined || definition.safe !== undefined) return;
  if (changesData(definition)) throw new Problem("forbidden", viewOnlyText);
}

/** Refuses calls about the account to a session that is limited to its space. @throws {Problem} forbidden */
function refuseAboutAccount({ aboutAccount }: CallDefinition, principal: RequestPrincipal): void {
  if (aboutAccount === true && principal.kind === "user" && principal.identityId)
    throw new Problem("forbidden", ownSignInText);
}

/** Sensitive calls require a recent proof of identity; the refusal lists the possible methods (O-4, T-25, T-55). */
async function requireProof(
  definition: CallDefinition,
  { principal, entities }: CallContext,
  input: object,
  runtime: CallRuntime,
) {
  if (principal.kind !== "user" || principal.hasRecentProof) return;
  const { access, stepUp } = definition;
  const target = "verb" in access ? targetOf(access, input) : undefined;
  if (stepUp !== true && (target === undefined || !runtime.isSensitive(entities, target.type, target.verb))) return;
  throw await proofProblem(principal, runtime);
}

const proofProblem = async (principal: UserPrincipal, { stepUpOptionsOf }: CallRuntime) =>
  new Problem("forbidden", verifyIdentityText, { data: { stepUp: await stepUpOptionsOf(principal) } });

/** The problem of a failed call. If the call needs a proof of identity because of its rows, the problem lists the possible methods. */
async function failureOf(error: unknown, { principal }: CallContext, runtime: CallRuntime): Promise<unknown> {
  const needsProof = error instanceof Problem && error.details.needsProof === true && principal.kind === "user";
  return needsProof ? proofProblem(principal, runtime) : error;
}

const badKey = { zh: "幂等键格式不正确", en: "The Idempotency-Key header is malformed" };

/** Validates the output of a call. A mismatch is a server error. */
function answerOf({ output, method, path }: CallDefinition, value: unknown): unknown {
  const { success: isRight, data, error } = output.safeParse(value);
  if (!isRight) throw new Error(`${method} ${path} has another answer than it declares`, { cause: error });
  return data;
}

/** A call with any schemas, whose access determines its principal. */
type AnyCall<A extends Access> = CallDefinition<Method, string, ZodType, ZodType, A>;

/** Runs the call, once per Idempotency-Key if the call supports it. */
async function runOnce<A extends Access>(
  definition: AnyCall<A>,
  context: CallContext<PrincipalFor<A>>,
  request: { raw: unknown; key: unknown },
) {
  const { idempotent } = definition;
  // `reportInput` lets messages distinguish a missing field from one of another type.
  const input = definition.input.parse(request.raw, { reportInput: true });
  const run = () => inCallSpan(definition, async () => answerOf(definition, await definition.run(input, context)));
  if (idempotent === undefined || request.key === undefined) return run();
  // The IETF draft of Idempotency-Key has a quoted string; many clients leave the quotes out.
  const key = typeof request.key === "string" ? request.key.replace(/^"(.*)"$/, "$1") : "";
  if (!/^[\w:.-]{8,200}$/.test(key)) throw new Problem("badRequest", badKey, { fields: { "Idempotency-Key": badKey } });
  const { services, principal } = context;
  const subject =
    principal.kind === "user" ? `${principal.keyId ?? principal.accountId} ${principal.tenantId}` : principal.kind;
  return runIdempotent(services.database, {
    id: keyedHash(services.pepper, "once", subject, definition.path, key),
    bodyHash: keyedHash(services.pepper, "once body", JSON.stringify(request.raw)),
    run,
    ...(idempotent === true
      ? { keep: (answer: unknown) => answer, replay: async (stored: unknown) => stored }
      : {
          keep: (answer: unknown) => idempotent.keep(answer as never),
          replay: async (stored: unknown) =>
            answerOf(definition, await idempotent.rebuild(stored as { id: string }, context, input)),
        }),
  });
}

type Route = { method: string; url: string; onRequest: ReturnType<FastifyInstance["limitTo"]>[] };

/** Maximum size of a body. A longer one is not parsed, because parsing blocks the thread of all requests. */
const smallBodyBytes = 256 * 1024;
const largeBodyBytes = megabytes(1);

/** Serves one call: credential, access, input check, run, envelope. */
function serve<A extends Access>(
  app: FastifyInstance,
  route: Route,
  definition: AnyCall<A>,
  runtime: CallRuntime,
): void {
  const { envelope, sensitive } = definition;
  const changes = changesData(definition);
  const names = parameterNames(definition.input);
  app.route({
    ...route,
    config: { envelope, ...(sensitive === true ? { sensitive } : {}) },
    bodyLimit: definition.largeInput === true ? largeBodyBytes : smallBodyBytes,
    async handler(request, reply) {
      const { context: requestContext, credential } = await contextOf(request, reply, runtime);
      // Another site must not be able to use a visitor's session, or to make our server send messages.
      const isBrowserSession = requestContext.principal.kind === "user" && credential.from === "cookie";
      if (definition.guardedGet === true || (changes && isBrowserSession)) refuseForgery(request);
      const raw = inputOf(request, names);
      const principal = admitTo(definition, requestContext, raw, { runtime, url: request.url });
      const context: CallContext<PrincipalFor<A>> = { ...requestContext, principal };
      refuseInView(definition, principal);
      refuseAboutAccount(definition, principal);
      await requireProof(definition, context, raw, runtime);
      if (!changes || definition.safe === true) allowReplicas();
      const receivedInput = { raw, key: request.headers["idempotency-key"] };
      const value = await runOnce(definition, context, receivedInput).catch(async (error: unknown) => {
        throw await failureOf(error, context, runtime);
      });
      // The framework names the type of an answer only where it serializes it.
      void reply.header("cache-control", "no-store").type("application/json; charset=utf-8").serializer(answerJson);
      return wrap(envelope, 200, success[context.locale], value);
    },
  });
}

/**
 * Registers the route of every call. A GET that changes something, required by the contract, is served by POST as well, and the calls to
 * partners also below the second base (E-001).
 */
export function registerCalls(app: FastifyInstance, calls: CallDefinition[], runtime: CallRuntime): void {
  const servedRoutes = new Set(calls.map((call) => `${call.method} ${routeOf(call.path).toLowerCase()}`));
  for (const definition of calls) {
    if (definition.sensitive === true && definition.idempotent === true)
      throw new Error(`${definition.method} ${definition.path} is sensitive: say what of its answer may be kept`);
    const onRequest = definition.limit === undefined ? [] : [app.limitTo(definition.limit)];
    const otherMethods = [...(definition.guardedGet === true ? ["POST"] : []), ...(definition.otherMethods ?? [])];
    const url = routeOf(definition.path);
    const methods = otherMethods.filter((method) => !servedRoutes.has(`${method} ${url.toLowerCase()}`));
    const secondUrl = definition.base && routeOf(definition.path, runtime.services.env.PARTNER_API_PATH);
    for (const address of new Set([url, ...(secondUrl === undefined ? [] : [secondUrl])]))
      for (const method of [definition.method, ...methods])
        serve(app, { method, url: address, onRequest }, definition, runtime);
  }
}
