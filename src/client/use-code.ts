import { useState } from "react";
import { CallProblem } from "./call.ts";
import { useCountdown } from "#ui/countdown.ts";

/** Sends a verification code on demand. */
export type CodeSender<A extends unknown[] = []> = {
  /** Seconds until the code can be sent again; 0 if it can be sent at once. */
  seconds: number;
  isSending: boolean;
  /** Whether a code has been sent since the form opened. */
  hasSent: boolean;
  /** @throws {CallProblem} when the code could not be sent; it can be sent again at once, or after the delay that the server requires */
  send: (...args: A) => Promise<void>;
};

/** Sends a code on demand, and again only after the delay that the server requires (B-181: 60 s). */
export function useCode<A extends unknown[]>(sendCode: (...args: A) => Promise<{ seconds: number }>): CodeSender<A> {
  const { seconds, begin } = useCountdown();
  const [isSending, setIsSending] = useState(false);
  const [hasSent, setHasSent] = useState(false);
  async function send(...args: A): Promise<void> {
    setIsSending(true);
    try {
      begin((await sendCode(...args)).seconds);
      setHasSent(true);
    } catch (error) {
      // Counts down short delays only; for longer ones the message of the problem names the time.
      const retrySeconds = error instanceof CallProblem ? error.retryAfter : undefined;
      if (retrySeconds !== undefined && retrySeconds <= 120) begin(retrySeconds);
      throw error;
    } finally {
      setIsSending(false);
    }
  }
  return { seconds, isSending, hasSent, send };
}
