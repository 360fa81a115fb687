import type { ValueProof } from "#records/change/proofs.server.ts";
import { checkCode, requireMobile, useCode } from "../sms-code.server.ts";

type Answered = { mobile: string; code: string };
const isAnswered = (sent: unknown): sent is Answered => typeof sent === "object" && sent !== null && "code" in sent;

/** The proof of a mobile number: the code that was sent to it. It is valid for fields only and signs nobody in. */
const mobile: ValueProof = {
  name: "mobile",
  async check(sent, { services, field }) {
    if (!isAnswered(sent)) return undefined;
    const codeId = await checkCode(services, requireMobile(sent.mobile), "field", sent.code, field);
    return (tx) => useCode(tx, codeId, field);
  },
};

export default mobile;
