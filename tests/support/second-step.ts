import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import type { Answer } from "./client.ts";

export type SecondFactor = { ticket: string; methods: string[]; mobile: string };

/** What a first step that was right says of the second. */
export function secondFactorOf({ status, text, body }: Answer): SecondFactor {
  expect(status, text).toBe(401);
  expect(text).toContain("secondFactor");
  return (body.details as { secondFactor: SecondFactor }).secondFactor;
}

export const ticketOf = (answer: Answer): string => secondFactorOf(answer).ticket;

/** The code that an authenticator app shows for a secret; `later`: so many codes from now. One ahead and one behind are taken as well. */
export const appCode = (secret: string, later = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + later * 30_000 });
