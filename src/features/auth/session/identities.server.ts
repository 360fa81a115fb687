import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/postgres/database.server.ts";
import { type Account, findAccountOfMember } from "./account.server.ts";

/** A member's link to a person at the identity provider of the space. */
export type Identity = { id: string; issuer: string; account: Account };

type IdentityKey = { identityId: string } | { providerId: string; subject: string };

/**
 * The link with this id, or of this person at a provider. The provider stays locked until the transaction ends, so that it cannot be disabled during
 * a sign-in. Undefined when the provider is disabled, or the member cannot act in the space.
 */
export async function findIdentity(tx: Tx, key: IdentityKey): Promise<Identity | undefined> {
  const condition: SQL =
    "identityId" in key
      ? sql`i.id = ${key.identityId}::uuid`
      : sql`i.provider_id = ${key.providerId}::uuid and i.subject = ${key.subject}`;
  const [row] = await tx.rows<{ id: string; issuer: string; memberId: string }>(sql`select i.id, p.issuer,
      i.member_id as "memberId" from member_identity i join identity_provider p on p.id = i.provider_id
    where ${condition} and p.is_enabled for share of i, p`);
  if (row === undefined) return undefined;
  const account = await findAccountOfMember(tx, row.memberId);
  return account === undefined ? undefined : { id: row.id, issuer: row.issuer, account };
}
