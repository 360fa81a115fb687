import { seconds } from "#kit/format.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import type { Logger } from "#server/process/log.server.ts";

/** ms that a provider may take, and the requests that one process has under way. */
const limits = { wait: seconds(20), requests: 8 };

const texts = {
  busy: { zh: "请求过多，请稍后再试", en: "Too many requests at the moment. Try again shortly." },
} satisfies Record<string, Text>;

/** The provider refused the request, by its own code; the text that came with it may quote what was sent. */
export class ProviderRefusal extends Error {
  constructor(code: string) {
    super(`the provider refused: ${code}`);
  }
}

/**
 * Returns a function that calls a provider: within the time and number that `limits` allow. What the provider says goes to the log only, as its code.
 * @throws {Problem} (the returned function) unavailable
 */
export function limitProviderCalls(log: Logger, failure: Text) {
  let running = 0;
  return async <T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    if (running >= limits.requests) throw new Problem("unavailable", texts.busy, { retryAfter: 2 });
    running += 1;
    try {
      return await send(AbortSignal.timeout(limits.wait));
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : "unknown" }, "a language provider failed");
      throw new Problem("unavailable", failure);
    } finally {
      running -= 1;
    }
  };
}
