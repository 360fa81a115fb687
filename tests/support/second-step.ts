import { Secret, TOTP } from "otpauth";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Answer } from "./client.ts";
import type { Server } from "./server.ts";

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

/** A code is taken once, and none before it: here the app has gone on since the last. */
export const codesLater = ({ database }: Server, { accountId }: { accountId: string }) =>
  database.system((tx) => tx.rows(sql`update totp set last_counter = 0 where account_id = ${accountId}::uuid`));
