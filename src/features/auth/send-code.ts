import { useState } from "react";
import { normalizeMobile } from "#kit/mobile.ts";
import { call, CallProblem } from "#ui/call.ts";
import { useCountdown } from "#ui/countdown.ts";

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
  const { seconds, begin } = useCountdown();
  const [isSending, setIsSending] = useState(false);
  const [wasSent, setWasSent] = useState(false);

  async function send(mobile: string): Promise<void> {
    setIsSending(true);
    try {
      const sent = await call("POST Api/Sms/SendVerifiyCode", { mobile: normalizeMobile(mobile), purpose });
      setWasSent(true);
      begin(sent.seconds);
    } catch (error) {
      // Hours of waiting are said in words; a count of seconds is for a wait that one sits out.
      const wait = error instanceof CallProblem ? error.retryAfter : undefined;
      if (wait !== undefined && wait <= 120) begin(wait);
      throw error;
    } finally {
      setIsSending(false);
    }
  }

  return { seconds, isSending, wasSent, send };
}
