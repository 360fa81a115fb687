import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { keyedHash, type Pepper, withEachKey } from "#server/process/secrets.server.ts";

const codeCount = 10;
/** Letters and digits that are not mistaken for each other. A code has ten of them: 49 bits. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const randomHalf = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join("");

/** The normalized form of a typed code. */
const normalizeCode = (code: string) =>
  code
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
const codeHash = (pepper: Pepper, accountId: string, code: string) =>
  keyedHash(pepper, "recovery code", accountId, normalizeCode(code));

/** Creates ten codes, which replace earlier ones. Only their hashes are stored. */
export async function makeRecoveryCodes(tx: Tx, services: Services, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () => `${randomHalf()}-${randomHalf()}`);
  await tx.rows(sql`delete from recovery_code where account_id = ${accountId}::uuid`);
  for (const code of codes)
    await tx.rows(sql`insert into recovery_code (id, account_id, code_hash)
      values (${newId()}::uuid, ${accountId}::uuid, ${codeHash(services.pepper, accountId, code)})`);
  return codes;
}

/** Marks a code as used; of concurrent uses one succeeds. False for an unknown or used code. */
export async function consumeRecoveryCode(
  tx: Tx,
  services: Services,
  accountId: string,
  code: string,
): Promise<boolean> {
  const hashes = withEachKey(services.pepper).map((pepper) => codeHash(pepper, accountId, code));
  const updated = await tx.rows(sql`update recovery_code set used_at = now()
    where account_id = ${accountId}::uuid and code_hash = any(${sql.param(hashes)}) and used_at is null returning id`);
  return updated.length > 0;
}

/** The number of unused recovery codes. */
export async function countRecoveryCodes(tx: Tx, accountId: string): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(
    sql`select count(*)::int as count from recovery_code where account_id = ${accountId}::uuid and used_at is null`,
  );
  return row!.count;
}
