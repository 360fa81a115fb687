import type { CallInput, CallName, CallOutput, Method } from "#kit/call.ts";
import type { Locale } from "#kit/text.ts";
import { takeEarlyAnswer } from "./early.ts";
import { connectionErrorText } from "#ui/connection-error.ts";
import { shouldRepeat, countProofs } from "./step-up.ts";
import { wireHeaders, wireRequest } from "./wire.ts";

/** A failed call, with the server's message in the reader's language. */
export class CallProblem extends Error {
  /** HTTP status; 0 when no response arrived. */
  readonly status: number;
  /** Message per field of the input. */
  readonly fields: Record<string, string>;
  /** Seconds to wait before trying again. */
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;
  readonly data: unknown;

  constructor(
    status: number,
    message: string,
    details: Partial<Pick<CallProblem, "fields" | "retryAfter" | "requestId" | "data">> = {},
  ) {
    super(message);
    this.name = "CallProblem";
    this.status = status;
    this.fields = details.fields ?? {};
    this.retryAfter = details.retryAfter;
    this.requestId = details.requestId;
    this.data = details.data;
  }
}

/** Whether the server may have carried the call out although it failed: no response arrived, or one that does not tell the outcome. */
export const mayHaveSucceeded = (error: unknown): boolean =>
  !(error instanceof CallProblem) || error.status === 0 || error.status >= 500;

type Answer = {
  code?: number;
  msg?: string;
  data?: unknown;
  status?: number;
  message?: string;
  result?: unknown;
  fields?: Record<string, string>;
  requestId?: string;
  details?: unknown;
};

function readerLocale(): Locale {
  return document.documentElement.lang.startsWith("zh") ? "zh" : "en";
}

async function send(method: string, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, method, credentials: "same-origin" });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new CallProblem(0, connectionErrorText[readerLocale()]);
  }
}

async function unwrap(response: Response): Promise<unknown> {
  const answer = (await response.json().catch(() => ({}))) as Answer;
  if (response.ok) return "result" in answer ? answer.result : answer.data;
  const retryAfter = Number(response.headers.get("retry-after"));
  throw new CallProblem(response.status, answer.message ?? answer.msg ?? response.statusText, {
    fields: answer.fields ?? {},
    retryAfter: retryAfter > 0 ? retryAfter : undefined,
    requestId: answer.requestId,
    data: answer.details,
  });
}

type Options = {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** Another method of the same call (`CallDefinition.otherMethods`). */
  method?: Method;
};

/**
 * Calls the server: `await call("POST Api/Member/Login", { username, password })`. Types follow from the call's definition; no server code is
 * imported. `idempotencyKey` identifies the form that sends, so that a repeated request (lost response, double click) is carried out once. When the
 * server requires a step-up, the person is asked to confirm their identity and the call is repeated.
 * @throws {CallProblem} when the response is not a success; status 0 when none arrived.
 */
export async function call<N extends CallName>(
  name: N,
  input: CallInput<N>,
  options: Options = {},
): Promise<CallOutput<N>> {
  const proofs = countProofs();
  try {
    return await make(name, input, options);
  } catch (error) {
    // Calls of the step-up itself must not wait for a step-up.
    const isRefusal = error instanceof CallProblem && !name.startsWith("POST user/stepUp");
    if (!isRefusal || !(await shouldRepeat(error, proofs))) throw error;
    return make(name, input, options);
  }
}

async function make<N extends CallName>(name: N, input: CallInput<N>, options: Options): Promise<CallOutput<N>> {
  const request = wireRequest(name, input, options.method);
  const early = await takeEarlyAnswer(request);
  if (early !== undefined) {
    options.signal?.throwIfAborted();
    return (await unwrap(early)) as CallOutput<N>;
  }
  const { method, path, url, body } = request;
  // Loaded with the first call, so that public pages, which make none, do not carry it. The headers are optional: a call works without them.
  const hints = await import("./legacy-headers.ts").catch(() => undefined);
  const headers: Record<string, string> = { ...hints?.legacyHeaders(path), ...wireHeaders(readerLocale(), body) };
  if (options.idempotencyKey !== undefined && typeof body === "string" && hints !== undefined)
    headers["idempotency-key"] = hints.idempotencyKey(options.idempotencyKey, body);
  const answer = await send(method, url, {
    headers,
    ...(body === undefined ? {} : { body }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  return (await unwrap(answer)) as CallOutput<N>;
}
