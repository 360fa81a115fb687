import type { ValueProof } from "#records/change/proofs.server.ts";
import { requireMobile } from "#server/identity/mobile.server.ts";
import { checkCode, consumeCode } from "../sms-code.server.ts";

type MobileWithCode = { mobile: string; code: string };
const isMobileWithCode = (input: unknown): input is MobileWithCode =>
  typeof input === "object" && input !== null && "code" in input;

/** The proof of a mobile number in a form field: the code sent to that number. Such a code cannot be used to sign in. */
const mobile: ValueProof = {
  name: "mobile",
  async check(input, { services, field }) {
    if (!isMobileWithCode(input)) return undefined;
    const codeId = await checkCode(services, requireMobile(input.mobile), "field", input.code, field);
    return (tx) => consumeCode(tx, codeId, field);
  },
};

export default mobile;
