import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import type { LocalizedValue } from "#kit/text.ts";

/** The first steps of a new space. `done`: the completed steps, derived from the space's data. `isNew`: whether the list is shown. */
export type FirstSteps = {
  isNew: boolean;
  /** Null if the space has no site. */
  site: { id: string; version: number; name: LocalizedValue<string> } | null;
  done: { name: boolean; colours: boolean; home: boolean; publish: boolean };
};

/** Reads the first steps of the caller's space. */
export async function firstStepsOf({ services, principal }: CallContext<UserPrincipal>): Promise<FirstSteps> {
  const tenant = sql`${principal.tenantId}::uuid`;
  const [row] = await services.database.system((tx) =>
    tx.rows<FirstSteps["done"] & { isNew: boolean; site: FirstSteps["site"] }>(sql`
      select t.is_new as "isNew",
        case when s.id is not null then jsonb_build_object('id', s.id, 'version', s.version, 'name', s.name) end as site,
        -- The columns of "done".
        s.name is distinct from t.name as name,
        coalesce(th.paper, th.ink, th.brand, th.seal, th.fonts, th.radius::text) is not null as colours,
        exists (select 1 from page_revision r join page p on p.tenant_id = r.tenant_id and p.id = r.page_id
          where r.tenant_id = ${tenant} and p.path = '/index' and p.deleted_at is null) as home,
        -- Snapshots that the program published by itself have no member.
        exists (select 1 from page_snapshot s where s.tenant_id = ${tenant} and s.member_id is not null) as publish
      from tenant t left join lateral
        (select * from site where tenant_id = t.id and deleted_at is null order by created_at limit 1) s on true left join
        theme th on th.tenant_id = t.id and th.id = s.theme
      where t.id = ${tenant}`),
  );
  const { isNew, site, ...done } = row!;
  return { isNew, site, done };
}

/** Dismisses the list of first steps for everybody in the space. */
export async function endFirstSteps({ services, principal }: CallContext<UserPrincipal>): Promise<void> {
  await services.database.system((tx) =>
    tx.rows(sql`update tenant set is_new = false where id = ${principal.tenantId}::uuid`),
  );
}
