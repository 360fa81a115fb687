import type { ZodType, z } from "zod";
import type { Access, Principal, PrincipalFor, RequestPrincipal } from "./access.ts";
import type { EntityRegistry } from "./entity-registry.ts";
import type { Locale, Text } from "./text.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * The JSON object around the output of a call: `site` is `{ status, message, result }`, `data` is `{ code, msg, data }` (N-057). Calls at `Api/`
 * paths use `site`.
 */
export type Envelope = "site" | "data";

/**
 * The services of the program, created at start, by name. Each module under `src/server/` adds its own: `declare module "./call.ts" { interface
 * Services { database: Database } }`
 */
export interface Services {}

/** The context of a call. `P`: the kind of principal that the implementation needs, for example `CallContext<UserPrincipal>`. */
export type CallContext<P extends Principal = RequestPrincipal> = {
  principal: P;
  /** The entities of the space of `principal`. */
  entities: EntityRegistry;
  /** The tenant whose site the request was addressed to, by host name; a signed-in person's own tenant is `principal.tenantId`. */
  siteTenantId: string;
  locale: Locale;
  requestId: string;
  /** The client's address in canonical form (without `::ffff:`). */
  ip: string;
  userAgent: string;
  /** The session cookie or bearer token of the request, if any. */
  sessionToken: string | undefined;
  /** The cookie by which accounts recognize the device, if any; grants nothing on its own. */
  deviceToken: string | undefined;
  /** The origin that the request was addressed to. */
  origin: string;
  /** The cookie by which a browser is recognized when it returns from an identity provider, if any. */
  returnToken: string | undefined;
  /** Sets that cookie, for ten minutes. */
  setReturnCookie: (token: string) => void;
  /** True for clients other than browsers: they use a bearer token, or ask for one instead of a cookie (`X-Meridian-Client: bearer`). */
  wantsBearer: boolean;
  /** File parts of a multipart request, one after another. */
  files: () => AsyncIterable<UploadedFile>;
  /** Sets the cookie that identifies the device; it survives signing out. */
  setDeviceCookie: (token: string) => void;
  /** Sets the session cookie of the response with its lifetime (`lifetime` in seconds), or clears it (with undefined). */
  setSessionCookie: (session: { token: string; lifetime: number } | undefined) => void;
  services: Services;
};

export type UploadedFile = {
  name: string;
  type: string;
  /** The value of a text field that the form sent before the file; undefined if there is none. */
  field: (name: string) => string | undefined;
  /** Writes the upload to the path `file` while it arrives. @throws {Problem} payloadTooLarge, badRequest */
  saveTo: (file: string) => Promise<void>;
};

/** How a repeated call gets its response: `keep` selects the part of the response to store, `rebuild` makes the response from the stored part. */
export type Replay<I, O, Answer, P extends Principal, StoredPart = { id: string }> = {
  keep: (answer: O) => StoredPart;
  rebuild(stored: StoredPart, context: CallContext<P>, input: I): Promise<Answer>;
};

export type RateLimit = { max: number; windowSeconds: number };

export type CallDefinition<
  M extends Method = Method,
  P extends string = string,
  I extends ZodType = ZodType,
  O extends ZodType = ZodType,
  A extends Access = Access,
> = {
  method: M;
  /** The path as the wire spells it, with `{name}` for parameters; a leading `Api/` or `api/` is the base. */
  path: P;
  envelope: Envelope;
  /** `partner`: also answered below the second base, `PARTNER_API_PATH`, for the text messages to partners (E-001). */
  base?: "partner";
  title: Text;
  /** Who may use the call. */
  access: A;
  /** Requests per caller address; every call also counts toward the site-wide limit. */
  limit?: RateLimit;
  /** Requires a recent proof of identity. Calls by an entity's verb require it where the entity says so (`EntityDefinition.stepUp`). */
  stepUp?: true;
  /** Concerns the caller's account, which may belong to several spaces: refused to people who signed in through the identity provider of one of them. */
  aboutAccount?: true;
  /**
   * What a call that is not a GET still leaves unchanged: all data (`true`), or all but the session of the caller. Such calls can be made while an
   * administrator views the space as a role.
   */
  safe?: true | "session";
  /** True when its body may be up to 1 MB: rows and pages. Other bodies are limited to a quarter of that; longer ones are not read. */
  largeInput?: true;
  input: I;
  output: O;
  /**
   * The response may contain a secret. It is not stored for Idempotency-Key (`idempotent` says which part may be) nor compressed, and when the call
   * fails, its values are not logged (docs/decisions/021-the-edge.md).
   */
  sensitive?: true;
  /** True for a GET that, by contract, changes data: accepted only with the header `x-meridian` and from the same origin. */
  guardedGet?: boolean;
  /** Further methods of the same call at the same path (B-368). */
  otherMethods?: readonly Method[];
  /**
   * Carried out once per Idempotency-Key (server/http/idempotency.server.ts); `run` says which transaction has the effect. `true` stores the whole
   * response for repeated requests. A `Replay` stores a part without secrets, and builds the response from it.
   */
  idempotent?: true | Replay<z.output<I>, z.output<O>, z.input<O>, PrincipalFor<A>>;
  /**
   * Declared as a method, so that calls with narrower principals are `CallDefinition`s too: the edge passes the principal that the access requires.
   */
  run(input: z.output<I>, context: CallContext<PrincipalFor<A>>): Promise<z.input<O>> | z.input<O>;
};

/** Declares a call. One file under `src/features/<feature>/calls/`, named `<name>.server.ts`, default-exported. */
export function defineCall<
  const M extends Method,
  const P extends string,
  I extends ZodType,
  O extends ZodType,
  const A extends Access,
>(definition: CallDefinition<M, P, I, O, A>): CallDefinition<M, P, I, O, A> {
  return definition;
}

/** Every call adds itself here: `interface Calls { "POST Api/Member/Login": typeof login }`. */
export interface Calls {}
export type CallName = keyof Calls & string;

type InputSchema<N extends CallName> = Calls[N] extends { input: infer I extends ZodType } ? I : never;
type OutputSchema<N extends CallName> = Calls[N] extends { output: infer O extends ZodType } ? O : never;

/** The input and output of a call, for the browser. */
export type CallInput<N extends CallName> = z.input<InputSchema<N>>;
export type CallOutput<N extends CallName> = z.output<OutputSchema<N>>;

type Misnamed = {
  [N in CallName]: Calls[N] extends { method: infer M extends string; path: infer P extends string }
    ? N extends `${M} ${P}`
      ? never
      : N
    : N;
}[CallName];

/** @public Does not compile when a call was added to `Calls` under another name than its method and path. */
export const everyCallIsNamedAfterItsPath: [Misnamed] extends [never] ? true : Misnamed = true;
