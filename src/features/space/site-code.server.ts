import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { normalizeSiteCode, siteCodeProblem, takenCodeText } from "#kit/site-code.ts";
import type { Text } from "#kit/text.ts";
import { platformCode } from "#kit/space.ts";

/** How long a released code stays reserved for its space, because links and bookmarks still contain it. */
const reservationTime = "90 days";
/** Maximum codes that a space may release per day: each stays reserved, so a space must not block many. */
const maxReleasesPerDay = 5;

const texts = {
  platformCodeFixed: {
    zh: "平台自身的站点地址由部署设置决定",
    en: "The platform’s own site address is set by its deployment",
  },
  tooManyChanges: { zh: "今日更换次数过多，请明天再试", en: "Changed too often today. Try again tomorrow." },
} satisfies Record<string, Text>;

const codeProblem = (code: "invalid" | "conflict", text: Text) => new Problem(code, text, { fields: { code: text } });

/**
 * Changes the sub-domain of the caller's space, immediately and in every process; the old one stops working. Returns the normalized code.
 * @throws {Problem} invalid for an invalid code, conflict for one that is reserved or taken, tooManyRequests after five changes in a day
 */
export async function changeSiteCode(
  { services, principal }: CallContext<UserPrincipal>,
  input: string,
): Promise<string> {
  const { tenantId } = principal;
  const code = normalizeSiteCode(input);
  const problem = siteCodeProblem(code);
  if (problem !== undefined) throw codeProblem(problem === takenCodeText ? "conflict" : "invalid", problem);
  return services.database.system(async (tx) => {
    // One change at a time, so that a released code is reserved before anybody can take it.
    await tx.lock("site codes");
    const [state] = await tx.rows<{ code: string; isTaken: boolean; recent: number }>(sql`select t.code,
        exists (select from tenant o where o.code = ${code} and o.id <> t.id)
          or exists (select from former_site_code f where f.code = ${code} and f.tenant_id <> t.id
            and f.given_up_at > now() - ${reservationTime}::interval) as "isTaken",
        (select count(*)::int from former_site_code f where f.tenant_id = t.id and f.given_up_at > now() - interval '1 day') as recent
      from tenant t where t.id = ${tenantId}::uuid`);
    const { code: currentCode, isTaken, recent } = state!;
    if (currentCode === platformCode) throw codeProblem("conflict", texts.platformCodeFixed);
    if (currentCode === code) return code;
    if (isTaken) throw codeProblem("conflict", takenCodeText);
    if (recent >= maxReleasesPerDay)
      throw new Problem("tooManyRequests", texts.tooManyChanges, { fields: { code: texts.tooManyChanges } });
    await tx.rows(sql`insert into former_site_code (code, tenant_id) values (${currentCode}, ${tenantId}::uuid)
      on conflict (code) do update set tenant_id = excluded.tenant_id, given_up_at = now()`);
    await tx.rows(sql`update tenant set code = ${code} where id = ${tenantId}::uuid`);
    await tx.notifyChanged("tenants");
    await tx.notifyChanged(`${tenantId}:tenant`);
    return code;
  });
}
