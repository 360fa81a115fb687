import { Secret, TOTP } from "otpauth";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Answer } from "./client.ts";
import type { Server } from "./server.ts";

export type SecondStepChallenge = { ticket: string; methods: string[]; mobile: string };

/** The challenge in the response to a correct first step when a second one is required. */
export function secondStepChallengeOf({ status, text, body }: Answer): SecondStepChallenge {
  expect(status, text).toBe(401);
  expect(text).toContain("secondFactor");
  return (body.details as { secondFactor: SecondStepChallenge }).secondFactor;
}

export const ticketOf = (response: Answer): string => secondStepChallengeOf(response).ticket;

/** A code of an authenticator app: the current code, or the code `later` codes after it. The program also accepts the previous and the next code. */
export const appCode = (secret: string, later = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + later * 30_000 });

/** Lets the program accept the current code of an app again: otherwise it accepts each code only once. */
export const resetAppCodes = ({ database }: Server, { accountId }: { accountId: string }) =>
  database.system((tx) => tx.rows(sql`update totp set last_counter = 0 where account_id = ${accountId}::uuid`));
