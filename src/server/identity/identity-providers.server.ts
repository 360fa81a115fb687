import { type SQL, sql } from "drizzle-orm";
import { Problem } from "#kit/problem.ts";
import { formatText, type Text } from "#kit/text.ts";
import type { Tx } from "#server/postgres/database.server.ts";

const providerOnlyText: Text = {
  zh: "此空间要求使用“{name}”登录",
  en: "This space requires you to sign in with {name}",
};

/**
 * A condition on member `m`: only the identity provider of the space signs them in. Administrators always have their password and SMS codes too, so
 * that a provider that fails cannot lock a space out.
 */
export const mustUseProviderSql: SQL = sql`(not m.is_administrator and exists (select from identity_provider p
  where p.tenant_id = m.tenant_id and p.is_enabled and not p.allows_password))`;

/** Refuses a session without the identity provider to a member who must use it. @throws {Problem} forbidden */
export async function refuseOtherThanProvider(tx: Tx, memberId: string): Promise<void> {
  const [provider] = await tx.rows<{ name: Text }>(sql`select p.name from member m
    join identity_provider p on p.tenant_id = m.tenant_id where m.id = ${memberId}::uuid and ${mustUseProviderSql}`);
  if (provider === undefined) return;
  throw new Problem("forbidden", {
    zh: formatText(providerOnlyText, { name: provider.name.zh }).zh,
    en: formatText(providerOnlyText, { name: provider.name.en }).en,
  });
}
