import { sql } from "drizzle-orm";
import type { Grant, UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import { activePersonCondition, type PersonColumns, personColumns } from "#server/identity/member-principal.server.ts";
import type { ErrandTarget } from "#server/jobs/define-errand.server.ts";
import { unsealSecret } from "./webhook-secret.server.ts";

/** A webhook with the values that a delivery needs. */
export type WebhookToDeliver = {
  id: string;
  tenantId: string;
  address: string;
  status: string;
  /** The current secret, and during the overlap the previous one; empty when they cannot be decrypted. */
  secrets: string[];
  /** The webhook's creator with the roles of the webhook. Undefined when the creator is not an active administrator. */
  principal: UserPrincipal | undefined;
};

type WebhookRow = Pick<WebhookToDeliver, "address" | "status"> &
  PersonColumns & {
    /** The encrypted secrets. */
    secret: string | null;
    previousSecret: string | null;
    /** Whether the creator may have webhooks; null when the creator does not exist. */
    isPermitted: boolean | null;
    roleGrants: Grant[];
  };

/** Reads a webhook with its current rights; undefined when it was deleted, or its space is suspended. */
export async function readWebhookToDeliver(
  { database, pepper }: Pick<Services, "database" | "pepper">,
  { tenantId, id }: ErrandTarget,
): Promise<WebhookToDeliver | undefined> {
  const [row] = await database.read<WebhookRow>(
    "*",
    sql`select w.address, w.status, w.secret, case when w.previous_until > now() then w.previous_secret end as "previousSecret",
      ${activePersonCondition} and (m.is_administrator or a.is_super_admin) as "isPermitted", ${personColumns},
      coalesce((select jsonb_agg(g) from role r, jsonb_array_elements(r.grants) g
        where r.tenant_id = w.tenant_id and r.deleted_at is null and w.roles ? r.id::text), '[]') as "roleGrants"
    from webhook w left join member m on m.id = w.maker_id and m.tenant_id = w.tenant_id left join account a on a.id = m.account_id
      left join tenant t on t.id = m.tenant_id
    where w.tenant_id = ${tenantId}::uuid and w.id = ${id}::uuid and w.deleted_at is null
      and not exists (select from tenant s where s.id = w.tenant_id and s.suspended_at is not null)`,
  );
  if (row === undefined) return undefined;
  const { address, status, secret, previousSecret, isPermitted, roleGrants, ...person } = row;
  const sealedSecrets = [secret, previousSecret];
  // With a `keyId` the principal has only the rights of `grants`, as for a request with an API key.
  const rights = { keyId: id, isAdministrator: false, isSuperAdmin: false, hasRecentProof: false };
  return {
    id,
    tenantId,
    address,
    status,
    secrets: sealedSecrets.flatMap((sealedSecret) => unsealSecret(pepper, sealedSecret) ?? []),
    principal:
      isPermitted === true ? { kind: "user", sessionId: "", ...person, ...rights, grants: roleGrants } : undefined,
  };
}
