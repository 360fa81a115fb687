import { sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import type { Services } from "#kit/call.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { seal, unseal } from "#server/process/seal.server.ts";

/** The name of the entry in authenticator apps. */
const issuer = "Meridian";
/** The settings that every authenticator app supports (RFC 6238). `period` is in seconds. */
const totpSettings = { algorithm: "SHA1", digits: 6, period: 30 };
/** Steps by which the clock of a phone may differ. */
const allowedDrift = 1;

/** The encryption context of a secret. It names the account, so that a secret copied from another account in the database cannot be decrypted. */
const sealPurposeOf = (accountId: string) => `totp ${accountId}`;

/** What the owner needs to set up an app: the secret to type, and the `otpauth:` URI for a QR code. */
export type AppSetup = { secret: string; uri: string };

/** Creates a sealed secret for an account: 20 bytes, the length that RFC 4226 recommends. */
export const newSecret = ({ pepper }: Services, accountId: string): string =>
  seal(pepper, sealPurposeOf(accountId), new Secret({ size: 20 }).base32);

/** Unseals a secret for its owner. `label`: the account name in the app. */
export function appSetupOf({ pepper }: Services, accountId: string, sealed: string, label: string): AppSetup {
  const secret = unseal(pepper, sealPurposeOf(accountId), sealed);
  return { secret, uri: new TOTP({ ...totpSettings, issuer, label, secret }).toString() };
}

/** The counter (number of 30-second steps since 1970) of a code for the current, previous or next step; undefined for a wrong code. */
export function counterOf({ pepper }: Services, accountId: string, sealed: string, code: string): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = Date.now();
  const totp = new TOTP({ ...totpSettings, secret: unseal(pepper, sealPurposeOf(accountId), sealed) });
  const delta = totp.validate({ token: code, timestamp, window: allowedDrift });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

/** The app of an account with its sealed secret; undefined if none is set up. */
export async function readTotp(tx: Tx, accountId: string): Promise<{ secret: string; createdAt: string } | undefined> {
  const [row] = await tx.rows<{ secret: string; createdAt: string }>(
    sql`select secret, created_at as "createdAt" from totp where account_id = ${accountId}::uuid`,
  );
  return row;
}

/** Stores the app of an account. `counter`: of the code that confirmed it, which is thereby used up. False if the account has an app already. */
export async function addTotp(
  tx: Tx,
  accountId: string,
  { secret, counter }: { secret: string; counter: number },
): Promise<boolean> {
  const added = await tx.rows(sql`insert into totp (account_id, secret, last_counter)
    values (${accountId}::uuid, ${secret}, ${counter}) on conflict (account_id) do nothing returning account_id`);
  return added.length > 0;
}

/** Marks the code of a counter as used. False if that code or a later one was used already, for example by somebody who saw it. */
export async function consumeCounter(tx: Tx, accountId: string, secret: string, counter: number): Promise<boolean> {
  const updated = await tx.rows(sql`update totp set last_counter = ${counter}
    where account_id = ${accountId}::uuid and secret = ${secret} and last_counter < ${counter} returning account_id`);
  return updated.length > 0;
}

/** Removes the app and its recovery codes. */
export async function removeTotp(tx: Tx, accountId: string): Promise<void> {
  await tx.rows(sql`delete from totp where account_id = ${accountId}::uuid`);
  await tx.rows(sql`delete from recovery_code where account_id = ${accountId}::uuid`);
}
