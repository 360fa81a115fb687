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
export function askEarlyAnswer<N extends CallName>(name: N, input: CallInput<N>): void {
  const request = wireRequest(name, input);
  const { method, url, body } = request;
  const answer = fetch(url, {
    method,
    headers: wireHeaders(readerLocale(), body),
    credentials: "same-origin",
    ...(body === undefined ? {} : { body }),
  });
  // Whoever takes the answer handles its failure; without a taker it would be an unhandled rejection.
  answer.catch(() => undefined);
  (window.earlyAnswers ??= new Map()).set(keyOf(request), answer);
}

/** Takes the early answer to a request: the first caller gets it, later ones ask the server. Undefined when there is none, or it did not arrive. */
export async function takeEarlyAnswer(request: WireRequest): Promise<Response | undefined> {
  const key = keyOf(request);
  const answer = window.earlyAnswers?.get(key);
  window.earlyAnswers?.delete(key);
  return answer?.catch(() => undefined);
}

/** Drops all early answers that nobody has taken: by now they would be stale. */
export function dropEarlyAnswers(): void {
  delete window.earlyAnswers;
}
