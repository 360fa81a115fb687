import { useState } from "react";
import { CallProblem } from "./call.ts";
import { useCountdown } from "#ui/countdown.ts";

/** A code that is sent on demand. */
export type CodeSender<A extends unknown[] = []> = {
  /** Seconds until it can be sent again; 0 now. */
  seconds: number;
  isSending: boolean;
  /** Whether a code was sent since the form opened. */
  wasSent: boolean;
  /** @throws {CallProblem} why the code could not be sent. It can be sent again at once, or after the time that the server requires. */
  send: (...args: A) => Promise<void>;
};

/** Sends a code on demand, and again only after the waiting time that the server requires (B-181: 60 s). */
export function useCode<A extends unknown[]>(sendOne: (...args: A) => Promise<{ seconds: number }>): CodeSender<A> {
  const { seconds, begin } = useCountdown();
  const [isSending, setIsSending] = useState(false);
  const [wasSent, setWasSent] = useState(false);
  async function send(...args: A): Promise<void> {
    setIsSending(true);
    try {
      begin((await sendOne(...args)).seconds);
      setWasSent(true);
    } catch (error) {
      // A long wait is shown as a message; only a short one is counted down.
      const retrySeconds = error instanceof CallProblem ? error.retryAfter : undefined;
      if (retrySeconds !== undefined && retrySeconds <= 120) begin(retrySeconds);
      throw error;
    } finally {
      setIsSending(false);
    }
  }
  return { seconds, isSending, wasSent, send };
}
