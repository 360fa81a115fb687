import { sql } from "drizzle-orm";
import type { RequestPrincipal } from "#kit/access.ts";
import type { Database, Tx } from "#server/postgres/database.server.ts";
import { derivedSecret, tokenHash } from "#server/process/secrets.server.ts";
import { isActive, type PersonColumns, personColumns } from "./member-principal.server.ts";
import { createPrincipalMemory } from "./principal-memory.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    apiKeys: ApiKeys;
  }
}

export type ApiKeys = {
  /** The program that holds this key; a visitor of the site of `siteTenantId` when the key is unknown, deleted, or has ended. */
  resolvePrincipal: (key: string | undefined, siteTenantId: string) => Promise<RequestPrincipal>;
};

type Found = PersonColumns & { id: string };

/** `noteUse` records the use of a key; it is passed in, because `records`, which writes rows, is above `server`. */
type ApiKeyParts = { database: Database; noteUse: (tx: Tx, keyId: string) => Promise<unknown> };

/** The prefix of every key, so that people and secret scanners recognize one. */
const mark = "mdk_";

export const isApiKey = (token: string | undefined): boolean => token?.startsWith(mark) === true;

/** A key of 158 random bits; the same request returns the same key, so that a lost response loses none. Only its hash is stored. */
export function newApiKey(pepper: Buffer, tenantId: string, requestId: string): { key: string; hash: string } {
  const key = `${mark}${derivedSecret(pepper, "api key", [tenantId, requestId], 32)}`;
  return { key, hash: tokenHash(key) };
}

/** Finds a valid key in one round trip. Its last use is noted at most once a minute, without waiting. */
async function findKey({ database, noteUse }: ApiKeyParts, hash: string): Promise<Found | undefined> {
  const [row] = await database.read<Found & { isOld: boolean; keyGrants: Found["grants"] }>(
    "*",
    sql`select k.id, ${personColumns}, k.last_used_at is null or k.last_used_at < now() - interval '1 minute' as "isOld",
      coalesce((select jsonb_agg(g) from role r, jsonb_array_elements(r.grants) g
        where r.tenant_id = k.tenant_id and r.deleted_at is null and k.roles ? r.id::text), '[]') as "keyGrants"
    from api_key k join member m on m.id = k.maker_id and m.tenant_id = k.tenant_id join account a on a.id = m.account_id
      join tenant t on t.id = k.tenant_id
    where k.key_hash = ${hash} and k.deleted_at is null and k.expires_at > now() and ${isActive}
      and (m.is_administrator or a.is_super_admin)`,
  );
  if (row === undefined) return undefined;
  const { isOld, keyGrants, ...found } = row;
  // If this fails, the next use of the key tries again.
  if (isOld) database.tenant(found.tenantId, (tx) => noteUse(tx, found.id)).catch(() => undefined);
  return { ...found, grants: keyGrants };
}

/** API keys: a program's access to a space, on behalf of the administrator who created it. */
export function createApiKeys(parts: ApiKeyParts): ApiKeys {
  const memory = createPrincipalMemory<Found>(parts.database, "apiKey");
  return {
    async resolvePrincipal(key = "", siteTenantId) {
      const hash = tokenHash(key);
      const principal = await memory.recall(hash, () => findKey(parts, hash));
      if (principal === undefined) return { kind: "anonymous", tenantId: siteTenantId };
      const { id, ...person } = principal;
      // The person who created the key has confirmed their identity: the key may use its roles without further step-ups.
      const rights = { isAdministrator: false, isSuperAdmin: false, hasRecentProof: true };
      return { kind: "user", sessionId: "", keyId: id, ...person, ...rights };
    },
  };
}
