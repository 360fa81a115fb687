import type { CallInput, CallName, CallOutput, Method } from "#kit/call.ts";
import { takeEarlyResponse } from "./early.ts";
import { connectionErrorText } from "#ui/connection-error.ts";
import { loadOnline } from "#ui/load-online.ts";
import { completeStepUp, countStepUps, renewedToken, renewToken } from "./step-up.ts";
import { readerLocale, wireHeaders, type WireRequest, wireRequest } from "./wire.ts";

/** A failed call, with the server's message in the reader's language. */
export class CallProblem extends Error {
  /** HTTP status; 0 when no response arrived. */
  readonly status: number;
  /** Message per field of the input. */
  readonly fields: Record<string, string>;
  /** Seconds to wait before trying again. */
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;
  /** The `details` of the response, for handling the problem; their type depends on the call. */
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

/** Whether a failed call may still have taken effect on the server: no response arrived, or its status is 5xx. */
export const mayHaveSucceeded = (error: unknown): boolean =>
  !(error instanceof CallProblem) || error.status === 0 || error.status >= 500;

/** The body of a response in either envelope: `result` and `message`, or `data` and `msg`. */
type ResponseBody = {
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

/** Sends a request. @throws {CallProblem} with status 0 when no response arrives; {DOMException} AbortError */
export async function send(method: string, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, method });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new CallProblem(0, connectionErrorText[readerLocale()]);
  }
}

/** The content of a response. @throws {CallProblem} when it is not a success */
export async function unwrap(response: Response): Promise<unknown> {
  const body = (await response.json().catch(() => ({}))) as ResponseBody;
  if (response.ok) return "result" in body ? body.result : body.data;
  const retryAfter = Number(response.headers.get("retry-after"));
  throw new CallProblem(response.status, body.message ?? body.msg ?? response.statusText, {
    fields: body.fields ?? {},
    retryAfter: retryAfter > 0 ? retryAfter : undefined,
    requestId: body.requestId,
    data: body.details,
  });
}

type CallOptions = {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** Another method of the same call (`CallDefinition.otherMethods`). */
  method?: Method;
};

/**
 * Calls the server: `await call("POST Api/Member/Login", { username, password })`. Types follow from the call's definition; no server code is
 * imported. `idempotencyKey` identifies the operation: a request repeated with the same key and body (lost response, double click) is carried out
 * once. When the server requires a step-up, the person is asked to confirm their identity and the call is repeated.
 * @throws {CallProblem} when the response is not a success (status 0 when none arrived); {DOMException} AbortError when `signal` is aborted
 */
export async function call<N extends CallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions = {},
): Promise<CallOutput<N>> {
  const stepUpsBefore = countStepUps();
  // The calls that perform a step-up must not wait for another one.
  if (name === "POST user/stepUp") return renewToken(() => makeCall(name, input, options));
  await renewedToken();
  try {
    return await makeCall(name, input, options);
  } catch (error) {
    const mayNeedStepUp = error instanceof CallProblem && name !== "POST user/stepUp/code";
    if (!mayNeedStepUp || !(await completeStepUp(error, stepUpsBefore))) throw error;
    return makeCall(name, input, options);
  }
}

/**
 * The headers whose code is loaded with the first call, because public pages make none: the legacy headers and the Idempotency-Key. If the code cannot
 * be loaded, a call is made without the legacy headers, which are optional, but never without its key: it could then be carried out twice.
 * @throws {CallProblem} with status 0 when the call has a key and the code cannot be loaded
 */
async function loadedHeaders(
  path: string,
  body: WireRequest["body"],
  key: string | undefined,
): Promise<Record<string, string>> {
  const file = await loadOnline(() => import("./legacy-headers.ts")).catch(() => undefined);
  if (file === undefined && key !== undefined) throw new CallProblem(0, connectionErrorText[readerLocale()]);
  return file?.extraHeaders(path, body, key) ?? {};
}

async function makeCall<N extends CallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions,
): Promise<CallOutput<N>> {
  const request = wireRequest(name, input, options.method);
  const earlyResponse = await takeEarlyResponse(request);
  if (earlyResponse !== undefined) {
    options.signal?.throwIfAborted();
    return (await unwrap(earlyResponse)) as CallOutput<N>;
  }
  const { method, path, url, body, credentials } = request;
  const headers = {
    ...(await loadedHeaders(path, body, options.idempotencyKey)),
    ...wireHeaders(readerLocale(), body),
  };
  const response = await send(method, url, {
    headers,
    credentials,
    ...(body === undefined ? {} : { body }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  return (await unwrap(response)) as CallOutput<N>;
}
