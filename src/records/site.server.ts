import { sql } from "drizzle-orm";
import type { MenuGroup, Site } from "#kit/site.ts";
import type { LocalizedValue, Text } from "#kit/text.ts";
import { wording } from "#kit/text.ts";
import { safeUrl } from "#kit/url.ts";
import type { Read } from "#server/database.server.ts";

type ThemeRow = {
  name: LocalizedValue<string> | null;
  description: LocalizedValue<string> | null;
  menu: unknown;
  paths: string[] | null;
  paper: string | null;
  ink: string | null;
  brand: string | null;
  seal: string | null;
  radius: number | null;
  fonts: string | null;
};

/** The tag of everything that shows the tenant's name, menu or colours. */
export const themeTag = (tenantId: string) => `${tenantId}:theme`;

/** What the space of tenant `t` is called: as its theme says, in a language that the theme leaves out as it was first called. */
export const spaceName = sql`t.name || coalesce((select jsonb_object_agg(key, value) from jsonb_each(
    (select th.name from theme th where th.tenant_id = t.id and th.deleted_at is null order by th.created_at limit 1))
  where value not in ('null', '""')), '{}')`;

const both = (value: unknown): Text => ({ zh: wording(value, "zh"), en: wording(value, "en") });
const listOf = (value: unknown) => (Array.isArray(value) ? (value as (Record<string, unknown> | null)[]) : []);

/** The menu as the theme's sub-rows hold it: made by people in a form, so every part may be missing. */
function menuOf(value: unknown): MenuGroup[] {
  return listOf(value).map((group) => ({
    name: both(group?.name),
    intro: both(group?.intro),
    items: listOf(group?.items).map((item) => ({ name: both(item?.name), url: safeUrl(item?.url) ?? "/index" })),
  }));
}

/** What a tenant's theme says of its site (spec section 3, theme with menu); a tenant without one has no name and no menu. */
export async function readSite(read: Read, tenantId: string): Promise<Site> {
  const [theme] = await read<ThemeRow>(sql`select name, description, menu, paper, ink, brand, seal, radius, fonts,
      (select array_agg(p.path) from page p where p.tenant_id = ${tenantId}::uuid and p.snapshot_id is not null and p.deleted_at is null) as paths
    from theme where tenant_id = ${tenantId}::uuid and deleted_at is null order by created_at limit 1`);
  const { name, description, menu, paths, ...tokens } = theme ?? {};
  const set = Object.entries(tokens).filter(([, value]) => value !== null);
  return {
    name: both(name),
    description: both(description),
    menu: menuOf(menu),
    paths: paths ?? [],
    tokens: Object.fromEntries(set),
  };
}
