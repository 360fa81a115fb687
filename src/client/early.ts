import type { CallInput, CallName } from "#kit/call.ts";
import { readerLocale, wireHeaders, type WireRequest, wireRequest } from "./wire.ts";

/** Responses to calls that the page made before the app started. */
type EarlyResponses = Map<string, Promise<Response>>;
declare global {
  interface Window {
    earlyResponses?: EarlyResponses;
  }
}

/** The language is part of the key, because responses depend on it. */
const keyOf = ({ method, url, body }: WireRequest) => `${readerLocale()} ${method} ${url} ${String(body ?? "")}`;

/** Makes a read-only call before the app has loaded. When the app makes the same call, it gets this response. */
export function fetchEarly<N extends CallName>(name: N, input: CallInput<N>): Promise<Response> {
  const request = wireRequest(name, input);
  const { method, url, body, credentials } = request;
  const response = fetch(url, {
    method,
    headers: wireHeaders(readerLocale(), body),
    credentials,
    ...(body === undefined ? {} : { body }),
  });
  // The taker of the response handles a failure; if nobody takes it, the failure must not become an unhandled rejection.
  response.catch(() => undefined);
  (window.earlyResponses ??= new Map()).set(keyOf(request), response);
  return response;
}

/** Removes and returns the early response to a request. Undefined when there is none (any more) or it failed: the caller then asks the server. */
export async function takeEarlyResponse(request: WireRequest): Promise<Response | undefined> {
  const key = keyOf(request);
  const response = window.earlyResponses?.get(key);
  window.earlyResponses?.delete(key);
  return response?.catch(() => undefined);
}

/** Drops all early responses that were not used: they would be stale by now. */
export function dropEarlyResponses(): void {
  delete window.earlyResponses;
}
