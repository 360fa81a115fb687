import { useState } from "react";
import { CallProblem } from "./call.ts";
import { useCountdown } from "#ui/countdown.ts";

type SendAgain<A extends unknown[]> = {
  /** Seconds until it can be sent again; 0 now. */
  seconds: number;
  isSending: boolean;
  /** @throws {CallProblem} why it could not be sent; it can be sent again at once, or when the server says. */
  send: (...args: A) => Promise<void>;
};

/** Something that is sent on demand, and again only after the seconds that the server asks to wait (B-181: 60 s). */
export function useSendAgain<A extends unknown[]>(sendOne: (...args: A) => Promise<{ seconds: number }>): SendAgain<A> {
  const { seconds, begin } = useCountdown();
  const [isSending, setIsSending] = useState(false);
  async function send(...args: A): Promise<void> {
    setIsSending(true);
    try {
      begin((await sendOne(...args)).seconds);
    } catch (error) {
      // Hours of waiting are said in words; a count of seconds is for a wait that one sits out.
      const wait = error instanceof CallProblem ? error.retryAfter : undefined;
      if (wait !== undefined && wait <= 120) begin(wait);
      throw error;
    } finally {
      setIsSending(false);
    }
  }
  return { seconds, isSending, send };
}
