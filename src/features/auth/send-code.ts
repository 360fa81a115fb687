import { useEffect, useState } from "react";
import { normalizeMobile } from "#kit/mobile.ts";
import { call, CallProblem } from "#ui/call.ts";

/** Seconds that are left until `deadline` (ms since 1970; 0: none). */
const left = (deadline: number) => Math.max(0, Math.ceil((deadline - Date.now()) / 1000));

export type CodeSender = {
  /** Seconds until a code can be sent again; 0 now. */
  seconds: number;
  isSending: boolean;
  /** True once a code was sent from here. */
  wasSent: boolean;
  /** Sends a code. @throws {CallProblem} why it could not be sent; the button works again at once, or when the server says. */
  send: (mobile: string) => Promise<void>;
};

/** Sends SMS codes and counts down as long as the server asks to wait (spec section 4: 60 s). */
export function useSendCode(purpose: "signIn" | "resetPassword"): CodeSender {
  const [deadline, setDeadline] = useState(0);
  const [seconds, setSeconds] = useState(0);
  const [isSending, setIsSending] = useState(false);
  const [wasSent, setWasSent] = useState(false);

  useEffect(() => {
    setSeconds(left(deadline));
    if (left(deadline) === 0) return undefined;
    // The clock is asked every time: a tab in the background does not tick evenly.
    const ticking = setInterval(() => {
      setSeconds(left(deadline));
      if (left(deadline) === 0) clearInterval(ticking);
    }, 250);
    return () => clearInterval(ticking);
  }, [deadline]);

  async function send(mobile: string): Promise<void> {
    setIsSending(true);
    try {
      const sent = await call("POST Api/Sms/SendVerifiyCode", { mobile: normalizeMobile(mobile), purpose });
      setWasSent(true);
      setDeadline(Date.now() + sent.seconds * 1000);
    } catch (error) {
      // Hours of waiting are said in words; a count of seconds is for a wait that one sits out.
      const wait = error instanceof CallProblem ? error.retryAfter : undefined;
      if (wait !== undefined && wait <= 120) setDeadline(Date.now() + wait * 1000);
      throw error;
    } finally {
      setIsSending(false);
    }
  }

  return { seconds, isSending, wasSent, send };
}
