import { sql } from "drizzle-orm";
import type { RequestPrincipal } from "#kit/access.ts";
import type { Database, Tx } from "#server/postgres/database.server.ts";
import { derivedSecret, tokenHash, type Pepper } from "#server/process/secrets.server.ts";
import { activePersonCondition, type PersonColumns, personColumns } from "./member-principal.server.ts";
import { createPrincipalCache } from "./principal-cache.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    apiKeys: ApiKeys;
  }
}

export type ApiKeys = {
  /** The principal of this key; a visitor of the site of `siteTenantId` when the key is unknown, deleted or expired. */
  resolvePrincipal: (key: string | undefined, siteTenantId: string) => Promise<RequestPrincipal>;
};

type KeyPrincipal = PersonColumns & { id: string };

/** `recordUse` records the use of a key. It is a parameter, because it writes a row with `records`, a layer that `server` must not import. */
type ApiKeyParts = { database: Database; recordUse: (tx: Tx, keyId: string) => Promise<unknown> };

/** The prefix of every key, by which people and secret scanners recognize a key. */
const keyPrefix = "mdk_";

export const isApiKey = (token: string | undefined): boolean => token?.startsWith(keyPrefix) === true;

/** Creates a key of 158 bits. The same `requestId` returns the same key, so that a retry after a lost response gets it. Only its hash is stored. */
export function newApiKey(pepper: Pepper, tenantId: string, requestId: string): { key: string; hash: string } {
  const key = `${keyPrefix}${derivedSecret(pepper, "api key", [tenantId, requestId], 32)}`;
  return { key, hash: tokenHash(key) };
}

/** Finds a valid key in one round trip. Its last use is recorded at most once a minute, without waiting. */
async function findKey({ database, recordUse }: ApiKeyParts, hash: string): Promise<KeyPrincipal | undefined> {
  const [row] = await database.read<KeyPrincipal & { isUseOutdated: boolean; keyGrants: KeyPrincipal["grants"] }>(
    "*",
    sql`select k.id, ${personColumns}, k.last_used_at is null or k.last_used_at < now() - interval '1 minute' as "isUseOutdated",
      coalesce((select jsonb_agg(g) from role r, jsonb_array_elements(r.grants) g
        where r.tenant_id = k.tenant_id and r.deleted_at is null and k.roles ? r.id::text), '[]') as "keyGrants"
    from api_key k join member m on m.id = k.maker_id and m.tenant_id = k.tenant_id join account a on a.id = m.account_id
      join tenant t on t.id = k.tenant_id
    where k.key_hash = ${hash} and k.deleted_at is null and k.expires_at > now() and ${activePersonCondition}
      and (m.is_administrator or a.is_super_admin)`,
  );
  if (row === undefined) return undefined;
  const { isUseOutdated, keyGrants, ...keyPrincipal } = row;
  // If this fails, the next use of the key tries again.
  if (isUseOutdated)
    database.tenant(keyPrincipal.tenantId, (tx) => recordUse(tx, keyPrincipal.id)).catch(() => undefined);
  return { ...keyPrincipal, grants: keyGrants };
}

/** API keys give a program access to a space on behalf of the administrator who created the key. */
export function createApiKeys(parts: ApiKeyParts): ApiKeys {
  const cache = createPrincipalCache<KeyPrincipal>(parts.database, "apiKey");
  return {
    async resolvePrincipal(key = "", siteTenantId) {
      const hash = tokenHash(key);
      const principal = await cache.getOrFind(hash, () => findKey(parts, hash));
      if (principal === undefined) return { kind: "anonymous", tenantId: siteTenantId };
      const { id, ...person } = principal;
      // Calls with the key need no step-up: its creator confirmed their identity.
      const rights = { isAdministrator: false, isSuperAdmin: false, hasRecentProof: true };
      return { kind: "user", sessionId: "", keyId: id, ...person, ...rights };
    },
  };
}
