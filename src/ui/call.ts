import type { CallInput, CallName, CallOutput } from "#kit/call.ts";
import { isWorthRepeating, timesProved } from "./step-up.ts";

/** A call that did not succeed: what the server said, in the reader's language. */
export class CallProblem extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** Message per field of the input. */
  readonly fields: Record<string, string>;
  /** Seconds until trying again makes sense. */
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

const noAnswer = {
  zh: "获取失败,请检查网络后重试",
  en: "No answer from the server. Check your connection and try again.",
};

function readerLocale(): "zh" | "en" {
  return document.documentElement.lang.startsWith("zh") ? "zh" : "en";
}

/** Fills `{name}` in the path from the input and returns what is left of it. */
function place(path: string, input: Record<string, unknown>): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input };
  const placed = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { path: placed.replace(/^api\//i, ""), rest };
}

function query(input: Record<string, unknown>): string {
  const pairs = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, typeof value === "object" ? JSON.stringify(value) : String(value)]);
  const text = new URLSearchParams(pairs as [string, string][]).toString();
  return text === "" ? "" : `?${text}`;
}

async function send(method: string, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, method, credentials: "same-origin" });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new CallProblem(0, noAnswer[readerLocale()]);
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

type Options = { signal?: AbortSignal; once?: string };

/**
 * Makes one call of the server: `await call("POST Api/Member/Login", { username, password })`.
 * The types follow from the call's definition; nothing of the server comes with them.
 * `once` names the form that sends: what it sends again, because no answer came or somebody pressed twice, is carried out once.
 * Where the server wants to know that it is still the same person, they are asked, and the call is made again by itself.
 * @throws {CallProblem} when the answer is not a success, status 0 when none came.
 */
export async function call<N extends CallName>(
  name: N,
  input: CallInput<N>,
  options: Options = {},
): Promise<CallOutput<N>> {
  const before = timesProved();
  try {
    return await make(name, input, options);
  } catch (error) {
    // The step up's own calls cannot wait for it.
    const isRefusal = error instanceof CallProblem && !name.startsWith("POST user/stepUp");
    if (!isRefusal || !(await isWorthRepeating(error, before))) throw error;
    return make(name, input, options);
  }
}

async function make<N extends CallName>(name: N, input: CallInput<N>, options: Options): Promise<CallOutput<N>> {
  const [method, wirePath] = name.split(" ") as [string, string];
  const isForm = input instanceof FormData;
  const { path, rest } = place(wirePath, isForm ? {} : (input as Record<string, unknown>));
  // Loaded with the first call: public pages, which make none, do not carry it. They are hints: a call goes without them as well.
  const hints = await import("./legacy-headers.ts").catch(() => undefined);
  const own = { "x-meridian": "1", "accept-language": readerLocale() };
  const headers: Record<string, string> = { ...hints?.legacyHeaders(`/api/${path}`), ...own };
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  if (method === "GET" || method === "DELETE") {
    return (await unwrap(await send(method, `/api/${path}${query(rest)}`, { headers, ...signal }))) as CallOutput<N>;
  }
  const body = isForm ? input : JSON.stringify(rest);
  if (!isForm) headers["content-type"] = "application/json";
  if (options.once !== undefined && typeof body === "string" && hints !== undefined)
    headers["idempotency-key"] = hints.idempotencyKey(options.once, body);
  return (await unwrap(
    await send(method, `/api/${path}`, { headers, body: body as BodyInit, ...signal }),
  )) as CallOutput<N>;
}
