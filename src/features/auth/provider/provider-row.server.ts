import { sql } from "drizzle-orm";
import type { Text } from "#kit/text.ts";
import site from "#entities/site.ts";
import { type NewEvent, recordAuditEvent } from "#records/change/history.server.ts";
import type { Author } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

/** The encryption context of client secrets. */
export const sealPurpose = "identity provider";

/** The identity provider of a space; `secret` is sealed. */
export type Provider = {
  id: string;
  tenantId: string;
  issuer: string;
  clientId: string;
  secret: string;
  name: Text;
  isEnabled: boolean;
  addsMembers: boolean;
  roleId: string | null;
  domains: string[];
  allowsPassword: boolean;
};

const columns = sql`id, tenant_id as "tenantId", issuer, client_id as "clientId", secret, name, is_enabled as "isEnabled",
  adds_members as "addsMembers", role_id as "roleId", domains, allows_password as "allowsPassword"`;

/** The identity provider of a space, enabled or not. */
export async function readProvider(tx: Tx, tenantId: string): Promise<Provider | undefined> {
  const [row] = await tx.rows<Provider>(
    sql`select ${columns} from identity_provider where tenant_id = ${tenantId}::uuid`,
  );
  return row;
}

/** An enabled identity provider, which stays unchanged until the transaction ends. */
export async function lockProvider(tx: Tx, id: string): Promise<Provider | undefined> {
  const [row] = await tx.rows<Provider>(
    sql`select ${columns} from identity_provider where id = ${id}::uuid and is_enabled for share`,
  );
  return row;
}

type ProviderEvent = Pick<NewEvent, "subject" | "maxPerHour"> & {
  verb: Extract<NewEvent["verb"], `provider${string}`>;
};

/** Records an event of the identity provider in the audit log of its space; the row of the event is the space's site. */
export async function logProviderEvent(tx: Tx, author: Author, tenantId: string, event: ProviderEvent): Promise<void> {
  const [siteRow] = await tx.rows<{ id: string }>(
    sql`select id from site where tenant_id = ${tenantId}::uuid and deleted_at is null order by created_at limit 1`,
  );
  await recordAuditEvent(tx, author, site, { ...event, tenantId, rowId: siteRow?.id ?? null });
}
