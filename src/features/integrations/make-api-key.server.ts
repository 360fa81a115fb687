import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { formatText } from "#kit/text.ts";
import apiKey from "#entities/apiKey.ts";
import { insertRow } from "#records/change/save.server.ts";
import { asProgram } from "#records/registry/row-context.server.ts";
import { newApiKey } from "#server/identity/api-keys.server.ts";
import { recordEvent } from "#server/identity/security-events.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { requireRoles } from "./require-roles.server.ts";

/** The maximum number of active keys of a space. */
const maxKeys = 50;

const texts = {
  many: {
    zh: "一个空间最多可有 {max} 个密钥，请先删除不再使用的密钥",
    en: "A space can have up to {max} keys. Delete one first.",
  },
};

/** `roles`: their ids. `days`: the lifetime of the key. */
type NewKey = { name: string; roles: readonly string[]; days: number; requestId: string };

/**
 * Creates an API key with roles of the creator's space. The key is returned and not stored; the same `requestId` returns the same key.
 * @throws {Problem} notFound when a role does not exist, conflict when the space has too many keys
 */
export async function makeApiKey(
  tx: Tx,
  services: Services,
  { principal, name, roles, days, requestId }: NewKey & { principal: UserPrincipal },
): Promise<string> {
  const { tenantId } = principal;
  const { key, hash } = newApiKey(services.pepper, tenantId, requestId);
  await tx.lock(`api keys ${tenantId}`);
  const [row] = await tx.rows<{ isMade: boolean; keyCount: number; expiresAt: string }>(sql`select
    exists (select from api_key where tenant_id = ${tenantId}::uuid and key_hash = ${hash}) as "isMade",
    (select count(*)::int from api_key where tenant_id = ${tenantId}::uuid and deleted_at is null and expires_at > now()) as "keyCount",
    now() + make_interval(days => ${days}::int) as "expiresAt"`);
  const { isMade, keyCount, expiresAt } = row!;
  if (isMade) return key;
  if (keyCount >= maxKeys) throw new Problem("conflict", formatText(texts.many, { max: maxKeys }));
  const roleIds = await requireRoles(tx, tenantId, roles);
  await insertRow(tx, asProgram(services, tenantId, principal), apiKey, {
    values: { name, ending: key.slice(-4), roles: roleIds, maker: principal.userName, expiresAt },
    internal: { keyHash: hash, makerId: principal.memberId },
  });
  await recordEvent(tx, services, { kind: "apiKeyMade", accountId: principal.accountId });
  return key;
}
