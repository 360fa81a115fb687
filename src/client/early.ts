import type { CallInput, CallName } from "#kit/call.ts";
import { wireHeaders, type WireRequest, wireRequest } from "./wire.ts";

/** Answers that were asked for by the page itself, before the app had run. */
type EarlyAnswers = Map<string, Promise<Response>>;
declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers;
  }
}

const readerLocale = () => (document.documentElement.lang.startsWith("zh") ? "zh" : "en");
/** In another language it is another answer. */
const keyOf = ({ method, url, body }: WireRequest) => `${readerLocale()} ${method} ${url} ${String(body ?? "")}`;

/** Makes a call that reads, before the app does. When the app makes the same call, it takes this answer. */
export function askEarly<N extends CallName>(name: N, input: CallInput<N>): void {
  const request = wireRequest(name, input);
  const { method, url, body } = request;
  const answer = fetch(url, {
    method,
    headers: wireHeaders(readerLocale(), body),
    credentials: "same-origin",
    ...(body === undefined ? {} : { body }),
  });
  // Whoever takes it sees that it failed; nobody may.
  answer.catch(() => undefined);
  (window.earlyAnswers ??= new Map()).set(keyOf(request), answer);
}

/** The answer that was asked for early, once: what is asked for again is asked anew. Undefined when there is none, or it did not arrive. */
export async function takeEarly(request: WireRequest): Promise<Response | undefined> {
  const key = keyOf(request);
  const answer = window.earlyAnswers?.get(key);
  window.earlyAnswers?.delete(key);
  return answer?.catch(() => undefined);
}

/** From now on nothing is early any more: what nobody took would be old when somebody does. */
export function dropEarly(): void {
  delete window.earlyAnswers;
}
