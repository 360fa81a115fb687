import { useState } from "react";
import { normalizeMobile } from "#kit/mobile.ts";
import { call } from "#client/call.ts";
import { withProof } from "#client/proof-of-work.ts";
import { useSendAgain } from "#client/send-again.ts";

export type CodeSender = {
  /** Seconds until a code can be sent again; 0 now. */
  seconds: number;
  isSending: boolean;
  /** True once a code was sent from here. */
  wasSent: boolean;
  /** Sends a code. @throws {CallProblem} why it could not be sent; the button works again at once, or when the server says. */
  send: (mobile: string) => Promise<void>;
};

/** Sends SMS codes and counts down as long as the server asks to wait (B-181: 60 s). */
export function useSendCode(purpose: "signIn" | "resetPassword"): CodeSender {
  const [wasSent, setWasSent] = useState(false);
  const sending = useSendAgain(async (mobile: string) => {
    const input = { mobile: normalizeMobile(mobile), purpose };
    const sent = await withProof((proof) => call("POST Api/Sms/SendVerifiyCode", { ...input, ...proof }));
    setWasSent(true);
    return sent;
  });
  return { ...sending, wasSent };
}
