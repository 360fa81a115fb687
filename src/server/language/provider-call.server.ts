import { seconds } from "#kit/format.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import type { Logger } from "#server/process/log.server.ts";
import { type Outcomes, outcomeReason } from "#server/process/outcomes.server.ts";

/** ms that a provider may take, for an answer or between two pieces of one, and for all pieces; and the requests that one process has under way. */
const limits = { wait: seconds(20), stream: seconds(120), requests: 8 };

const texts = {
  busy: { zh: "请求过多，请稍后再试", en: "Too many requests at the moment. Try again shortly." },
} satisfies Record<string, Text>;

/** The provider refused the request, by its own code; the text that came with it may quote what was sent. */
export class ProviderRefusal extends Error {
  constructor(code: string) {
    super(`the provider refused: ${code}`);
  }
}

/** Where failures of a provider are told, and what the person is told. */
export type ProviderReports = { adapter: "ai" | "translation"; log: Logger; outcomes: Outcomes; failure: Text };

/** Calls of a provider, together at most `limits.requests` at once. What the provider says goes to the log only, as its code. */
export type ProviderCalls = {
  /** Sends a request and waits for the whole answer. @throws {Problem} unavailable */
  call: <T>(send: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /**
   * Sends a request and hands on the pieces of its answer as they arrive. When the caller stops, or `stopped` is aborted, the request ends, and that is no
   * failure. @throws {Problem} unavailable, also in the middle
   */
  stream: <T>(send: (signal: AbortSignal) => AsyncIterable<T>, stopped: AbortSignal) => AsyncGenerator<T>;
};

/** Limits and reports the calls of a provider. */
export function limitProviderCalls({ adapter, log, outcomes, failure }: ProviderReports): ProviderCalls {
  let running = 0;
  function begin(): void {
    if (running >= limits.requests) throw new Problem("unavailable", texts.busy, { retryAfter: 2 });
    running += 1;
  }
  function failed(error: unknown): Problem {
    outcomes.fail(adapter, error instanceof ProviderRefusal ? error.message : outcomeReason(error));
    log.warn({ reason: error instanceof Error ? error.message : "unknown" }, "a language provider failed");
    return new Problem("unavailable", failure);
  }
  return {
    async call(send) {
      begin();
      try {
        const answer = await send(AbortSignal.timeout(limits.wait));
        outcomes.succeed(adapter);
        return answer;
      } catch (error) {
        throw failed(error);
      } finally {
        running -= 1;
      }
    },
    async *stream(send, stopped) {
      begin();
      const silent = new AbortController();
      const limit = () => setTimeout(() => silent.abort(new Error("the provider is silent")), limits.wait);
      let timer = limit();
      try {
        const signal = AbortSignal.any([stopped, silent.signal, AbortSignal.timeout(limits.stream)]);
        for await (const piece of send(signal)) {
          clearTimeout(timer);
          yield piece;
          timer = limit();
        }
        outcomes.succeed(adapter);
      } catch (error) {
        if (!stopped.aborted) throw failed(error);
      } finally {
        clearTimeout(timer);
        running -= 1;
      }
    },
  };
}
