import type { CallInput, CallName } from "#kit/call.ts";
import { wireHeaders, type WireRequest, wireRequest } from "./wire.ts";

/** Responses to calls that the page made before the app started. */
type EarlyAnswers = Map<string, Promise<Response>>;
declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers;
  }
}

const readerLocale = () => (document.documentElement.lang.startsWith("zh") ? "zh" : "en");
/** The language is part of the key, because responses depend on it. */
const keyOf = ({ method, url, body }: WireRequest) => `${readerLocale()} ${method} ${url} ${String(body ?? "")}`;

/** Makes a read-only call before the app has loaded. When the app makes the same call, it gets this response. */
export function askEarly<N extends CallName>(name: N, input: CallInput<N>): void {
  const request = wireRequest(name, input);
  const { method, url, body } = request;
  const answer = fetch(url, {
    method,
    headers: wireHeaders(readerLocale(), body),
    credentials: "same-origin",
    ...(body === undefined ? {} : { body }),
  });
  // Whoever takes the response handles its failure; if nobody does, it must not become an unhandled rejection.
  answer.catch(() => undefined);
  (window.earlyAnswers ??= new Map()).set(keyOf(request), answer);
}

/** Takes the early response to a request: the first caller gets it, later ones ask the server. Undefined when there is none, or it did not arrive. */
export async function takeEarlyAnswer(request: WireRequest): Promise<Response | undefined> {
  const key = keyOf(request);
  const answer = window.earlyAnswers?.get(key);
  window.earlyAnswers?.delete(key);
  return answer?.catch(() => undefined);
}

/** Drops all early responses that were not used: they would be stale by now. */
export function dropEarlyAnswers(): void {
  delete window.earlyAnswers;
}
