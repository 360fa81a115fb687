import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { keyedHash } from "#server/process/secrets.server.ts";

const codeCount = 10;
/** Ten letters and digits that nobody mistakes for one another: 49 bits. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const half = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join("");

/** A code in its one spelling, however it was copied from paper. */
const fold = (code: string) =>
  code
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
const hashOf = ({ pepper }: Services, accountId: string, code: string) =>
  keyedHash(pepper, "recovery code", accountId, fold(code));

/** Ten new codes, shown this once; those before are void. */
export async function makeRecoveryCodes(tx: Tx, services: Services, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () => `${half()}-${half()}`);
  await tx.rows(sql`delete from recovery_code where account_id = ${accountId}::uuid`);
  for (const code of codes)
    await tx.rows(sql`insert into recovery_code (id, account_id, code_hash)
      values (${newId()}::uuid, ${accountId}::uuid, ${hashOf(services, accountId, code)})`);
  return codes;
}

/** Uses a code up; of many at once, for one. False when there is no such code, or it was used. */
export async function useRecoveryCode(tx: Tx, services: Services, accountId: string, code: string): Promise<boolean> {
  const updated = await tx.rows(sql`update recovery_code set used_at = now()
    where account_id = ${accountId}::uuid and code_hash = ${hashOf(services, accountId, code)} and used_at is null returning id`);
  return updated.length > 0;
}

/** How many are left. */
export async function countRecoveryCodes(tx: Tx, accountId: string): Promise<number> {
  const [found] = await tx.rows<{ count: number }>(
    sql`select count(*)::int as count from recovery_code where account_id = ${accountId}::uuid and used_at is null`,
  );
  return found!.count;
}
