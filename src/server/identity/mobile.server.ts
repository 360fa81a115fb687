import { isMobile, mobileMessage, normalizeMobile } from "#kit/mobile.ts";
import { Problem } from "#kit/problem.ts";

/** Normalizes a typed mobile number. @throws {Problem} invalid if it is not a number of mainland China */
export function requireMobile(input: string): string {
  if (!isMobile(input)) throw new Problem("invalid", mobileMessage, { fields: { mobile: mobileMessage } });
  return normalizeMobile(input);
}
