import { sql } from "drizzle-orm";
import { isEmpty } from "#kit/field.ts";
import type { MenuGroup, Site, SiteLink, TopLink } from "#kit/site.ts";
import type { LocalizedValue, Text } from "#kit/text.ts";
import { textIn } from "#kit/text.ts";
import { safeUrl } from "#kit/url.ts";
import type { Read } from "#server/postgres/database.server.ts";

type ThemeRow = {
  name: LocalizedValue<string> | null;
  description: LocalizedValue<string> | null;
  menu: unknown;
  menuName: unknown;
  links: unknown;
  footer: unknown;
  legal: unknown;
  disclaimer: unknown;
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

/** Said where a theme with products does not name their menu. */
const defaultMenuName: Text = { zh: "产品与服务", en: "Products & services" };

const both = (value: unknown): Text => ({ zh: textIn(value, "zh"), en: textIn(value, "en") });
const listOf = (value: unknown) => (Array.isArray(value) ? (value as (Record<string, unknown> | null)[]) : []);

/** The menu as the theme's sub-rows hold it: made by people in a form, so every part may be missing. */
function menuOf(value: unknown): MenuGroup[] {
  return listOf(value).map((group) => ({
    name: both(group?.name),
    intro: both(group?.intro),
    items: listOf(group?.items).map((item) => ({ name: both(item?.name), url: safeUrl(item?.url) ?? "/index" })),
  }));
}

const linkOf = (link: Record<string, unknown> | null): SiteLink => ({
  name: both(link?.name),
  url: safeUrl(link?.url) ?? "/index",
});

/** The links of the bar on top that stand before the product menu, or after it. */
const topLinksOf = (value: unknown, place: "before" | "after"): TopLink[] =>
  listOf(value)
    .filter((link) => (link?.place === "after" ? "after" : "before") === place)
    .map((link) => ({
      ...linkOf(link),
      below: String(link?.below ?? "")
        .split("\n")
        .map((path) => path.trim().toLowerCase())
        .filter((path) => path !== ""),
    }));

const columnsOf = (value: unknown) =>
  listOf(value).map((column) => ({ name: both(column?.name), links: listOf(column?.links).map(linkOf) }));

/** What a theme's values say of a site, whichever of them are there. */
export function siteFrom(theme: Readonly<Partial<Record<keyof ThemeRow, unknown>>>): Site {
  const { name, description, menu, menuName, links, footer, legal, disclaimer, ...tokens } = theme;
  return {
    name: both(name),
    description: both(description),
    menu: menuOf(menu),
    menuName: isEmpty(menuName) ? defaultMenuName : both(menuName),
    linksBefore: topLinksOf(links, "before"),
    linksAfter: topLinksOf(links, "after"),
    footer: { columns: columnsOf(footer), legal: listOf(legal).map(linkOf), disclaimer: both(disclaimer) },
    tokens: Object.fromEntries(Object.entries(tokens).filter(([, value]) => value !== null)),
  };
}

/** What a tenant's theme says of its site; a tenant without one has no name and no menu. */
export async function readSite(read: Read, tenantId: string): Promise<Site> {
  const [theme] =
    await read<ThemeRow>(sql`select name, description, menu, menu_name as "menuName", links, footer, legal, disclaimer,
      paper, ink, brand, seal, radius, fonts
    from theme where tenant_id = ${tenantId}::uuid and deleted_at is null order by created_at limit 1`);
  return siteFrom(theme ?? {});
}
