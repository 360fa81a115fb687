import { sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import type { Services } from "#kit/call.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { seal, unseal } from "#server/process/seal.server.ts";

/** The settings that every authenticator app supports: RFC 6238 with SHA-1, six digits, steps of 30 seconds, and a clock that is off by one step. */
const issuer = "Meridian";
const shape = { algorithm: "SHA1", digits: 6, period: 30 };
const window = 1;

/** Bound to the account: a secret copied from another account in the database cannot be decrypted. */
const useOf = (accountId: string) => `totp ${accountId}`;

/** A new secret: as text to type, and as the address in a QR code. */
export type Offer = { secret: string; uri: string };

/** A new secret for an account, sealed. */
export const newSecret = ({ pepper }: Services, accountId: string): string =>
  seal(pepper, useOf(accountId), new Secret({ size: 20 }).base32);

/** The decrypted secret for its owner. `label`: the entry's name in the app. */
export function offerOf({ pepper }: Services, accountId: string, sealed: string, label: string): Offer {
  const secret = unseal(pepper, useOf(accountId), sealed);
  return { secret, uri: new TOTP({ ...shape, issuer, label, secret }).toString() };
}

/** The 30-second step of a code, if it is the current one or adjacent to it; undefined for any other code. */
export function counterOf({ pepper }: Services, accountId: string, sealed: string, code: string): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = Date.now();
  const totp = new TOTP({ ...shape, secret: unseal(pepper, useOf(accountId), sealed) });
  const delta = totp.validate({ token: code, timestamp, window });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

export async function readTotp(tx: Tx, accountId: string): Promise<{ secret: string; createdAt: string } | undefined> {
  const [row] = await tx.rows<{ secret: string; createdAt: string }>(
    sql`select secret, created_at as "createdAt" from totp where account_id = ${accountId}::uuid`,
  );
  return row;
}

/** Stores the app of an account; the code of `counter` has confirmed it and is used up. False when it has one already. */
export async function addTotp(
  tx: Tx,
  accountId: string,
  { secret, counter }: { secret: string; counter: number },
): Promise<boolean> {
  const added = await tx.rows(sql`insert into totp (account_id, secret, last_counter)
    values (${accountId}::uuid, ${secret}, ${counter}) on conflict (account_id) do nothing returning account_id`);
  return added.length > 0;
}

/** Marks a code as used. False when it, or a later one, was used before, for example by somebody who saw it. */
export async function useCounter(tx: Tx, accountId: string, secret: string, counter: number): Promise<boolean> {
  const updated = await tx.rows(sql`update totp set last_counter = ${counter}
    where account_id = ${accountId}::uuid and secret = ${secret} and last_counter < ${counter} returning account_id`);
  return updated.length > 0;
}

/** Removes the app and its recovery codes. */
export async function removeTotp(tx: Tx, accountId: string): Promise<void> {
  await tx.rows(sql`delete from totp where account_id = ${accountId}::uuid`);
  await tx.rows(sql`delete from recovery_code where account_id = ${accountId}::uuid`);
}
