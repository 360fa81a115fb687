import { BrokenCircuitError, CircuitState, circuitBreaker, ConsecutiveBreaker, handleAll } from "cockatiel";
import { seconds } from "#kit/format.ts";
import { RetryLater, Undeliverable } from "#server/outbox/outbox.server.ts";
import type { SmsAdapter } from "./adapter.server.ts";

/** Consecutive failures after which messages are not sent. */
const maxFailures = 5;
/** ms until one message probes the provider. */
const halfOpenDelay = seconds(30);

export type Breaker = {
  send: SmsAdapter["send"];
  /** Seconds until sending may be tried again; 0 while messages are sent. */
  pauseSeconds: () => number;
};

/** Stops sending to a provider that does not respond. A refusal counts as a response. */
export function withBreaker(send: SmsAdapter["send"], onChange: (isOpen: boolean) => void): Breaker {
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: halfOpenDelay,
    breaker: new ConsecutiveBreaker(maxFailures),
  });
  let openedAt = 0;
  breaker.onBreak(() => {
    openedAt = Date.now();
    onChange(true);
  });
  breaker.onReset(() => onChange(false));

  const pauseSeconds = () => {
    // While one message probes the provider, the others are refused at once instead of waiting.
    if (breaker.state === CircuitState.HalfOpen) return 1;
    if (breaker.state !== CircuitState.Open) return 0;
    return Math.max(0, Math.ceil((openedAt + halfOpenDelay - Date.now()) / 1000));
  };
  return {
    pauseSeconds,
    async send(message, signal) {
      try {
        const answer = await breaker.execute(() =>
          send(message, signal).catch((error: unknown) => {
            if (error instanceof Undeliverable) return error;
            throw error;
          }),
        );
        if (answer instanceof Undeliverable) throw answer;
        return answer;
      } catch (error) {
        if (error instanceof BrokenCircuitError)
          throw new RetryLater("The SMS provider does not answer", pauseSeconds());
        throw error;
      }
    },
  };
}
