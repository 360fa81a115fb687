import { type SQL, sql } from "drizzle-orm";
import { isEmpty } from "#kit/field.ts";
import { normalizePagePath } from "#kit/page-path.ts";
import type { SiteMenuGroup, Site, SiteLink, ThemeTokens, TopLink } from "#kit/site.ts";
import { themeTokens } from "#kit/site-schema.ts";
import type { LocalizedValue, Text } from "#kit/text.ts";
import { textIn } from "#kit/text.ts";
import { storedFont, themeFontsOf } from "#kit/theme-font.ts";
import { safeUrl } from "#kit/url.ts";
import { snakeCase } from "#server/postgres/columns.server.ts";
import type { Read } from "#server/postgres/database.server.ts";
import { rowsTag } from "#server/postgres/tags.server.ts";

type SiteRow = {
  name: LocalizedValue<string> | null;
  description: LocalizedValue<string> | null;
  menu: unknown;
  menuName: unknown;
  menuBelow: unknown;
  links: unknown;
  footer: unknown;
  legal: unknown;
  disclaimer: unknown;
  contactUrl: unknown;
  trustedHosts: unknown;
  aliases: unknown;
  isApp: unknown;
  appName: unknown;
  appIcon: unknown;
  appText: unknown;
} & Record<keyof ThemeTokens, string | number | null>;

type FontRow = { textFont: string | null; headingFont: string | null };

/** The columns of table `theme` as `th` that make the tokens of a site. */
const tokenColumns = sql.join(
  (Object.keys(themeTokens.def.shape) as (keyof ThemeTokens)[]).map(
    (name) => sql`th.${sql.identifier(snakeCase(name))} as ${sql.identifier(name)}`,
  ),
  sql`, `,
);

/**
 * The address of the font in a field of table `theme` as `th`: only of a font that the space has itself. Whoever saw the address of another space's
 * font on its pages could otherwise have all of it made into parts.
 */
const ownFontAddress = (column: "text_font" | "heading_font") => {
  const address = sql`(th.${sql.identifier(column)} #>> '{0,url}')`;
  return sql`(select f.path from storage_file f where f.tenant_id = th.tenant_id and f.deleted_at is null and f.file_type = 'font'
    and f.path = ${address} and f.id = case when ${address} ~ '^/files/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}_'
      then substr(${address}, 8, 36)::uuid end)`;
};

const fontColumns = sql`${ownFontAddress("text_font")} as "textFont", ${ownFontAddress("heading_font")} as "headingFont"`;

/** The address of a stored font; undefined for every other value. */
const fontAddress = (address: string | null): string | undefined =>
  address !== null && storedFont(address) !== undefined ? address : undefined;

/** The own fonts of a theme; absent if it has none. */
function fontsOf(row: FontRow): Pick<Site, "fonts"> {
  const fonts = themeFontsOf(fontAddress(row.textFont), fontAddress(row.headingFont));
  return Object.keys(fonts).length === 0 ? {} : { fonts };
}

/** The cache tags of everything that shows the tenant's name, menu or colours. */
export const siteTags = (tenantId: string): string[] => ["site", "theme"].map((type) => rowsTag(tenantId, type));

/** SQL of the name of tenant `t`: the name of its site; in a language without one, the original name of the tenant. */
export const spaceName = sql`t.name || coalesce((select jsonb_object_agg(key, value) from jsonb_each(
    (select s.name from site s where s.tenant_id = t.id and s.deleted_at is null order by s.created_at limit 1))
  where value not in ('null', '""')), '{}')`;

/** The default name of the product menu. */
const defaultMenuName: Text = { zh: "产品与服务", en: "Products & services" };

const textOf = (value: unknown): Text => ({ zh: textIn(value, "zh"), en: textIn(value, "en") });
const listOf = (value: unknown) => (Array.isArray(value) ? (value as (Record<string, unknown> | null)[]) : []);

/** The product menu from the stored value. It is user input, so every property may be missing. */
function menuOf(value: unknown): SiteMenuGroup[] {
  return listOf(value).map((group) => ({
    name: textOf(group?.name),
    intro: textOf(group?.intro),
    items: listOf(group?.items).map((item) => ({ name: textOf(item?.name), url: safeUrl(item?.url) ?? "/index" })),
  }));
}

const linkOf = (link: Record<string, unknown> | null): SiteLink => ({
  name: textOf(link?.name),
  url: safeUrl(link?.url) ?? "/index",
});

/** Reads paths or host names, one per line, in lower case. */
const linesOf = (value: unknown): string[] =>
  (typeof value === "string" ? value : "")
    .split("\n")
    .map((line) => line.trim().toLowerCase())
    .filter((line) => line !== "");

/** The links of the top bar before or after the product menu. */
const topLinksOf = (value: unknown, place: "before" | "after"): TopLink[] =>
  listOf(value)
    .filter((link) => (link?.place === "after" ? "after" : "before") === place)
    .map((link) => ({
      ...linkOf(link),
      below: linesOf(link?.below),
    }));

const columnsOf = (value: unknown) =>
  listOf(value).map((column) => ({ name: textOf(column?.name), links: listOf(column?.links).map(linkOf) }));

const aliasesOf = (value: unknown) =>
  listOf(value).map((alias) => ({
    from: normalizePagePath(textIn(alias?.from, "en")),
    to: normalizePagePath(textIn(alias?.to, "en")),
  }));

/** Creates a `Site` from the values of a `site` row and its theme; any of them may be missing. */
export function siteFrom(values: Readonly<Partial<Record<keyof SiteRow, unknown>>>): Site {
  const {
    name,
    description,
    menu,
    menuName,
    menuBelow,
    links,
    footer,
    legal,
    disclaimer,
    contactUrl,
    trustedHosts,
    aliases,
    isApp,
    appName,
    appIcon,
    appText,
    ...tokens
  } = values;
  return {
    name: textOf(name),
    description: textOf(description),
    menu: menuOf(menu),
    menuName: isEmpty(menuName) ? defaultMenuName : textOf(menuName),
    menuBelow: linesOf(menuBelow),
    linksBefore: topLinksOf(links, "before"),
    linksAfter: topLinksOf(links, "after"),
    footer: { columns: columnsOf(footer), legal: listOf(legal).map(linkOf), disclaimer: textOf(disclaimer) },
    contactUrl: safeUrl(contactUrl) ?? "",
    trustedHosts: linesOf(trustedHosts),
    aliases: aliasesOf(aliases),
    tokens: Object.fromEntries(Object.entries(tokens).filter(([, value]) => value !== null)),
    ...(isApp === true
      ? {
          app: {
            name: isEmpty(appName) ? textOf(name) : textOf(appName),
            description: isEmpty(appText) ? textOf(description) : textOf(appText),
            icon: typeof appIcon === "string" ? appIcon : "",
          },
        }
      : {}),
  };
}

/** A query for the theme of a tenant's site. */
export const currentTheme = (tenantId: string): SQL =>
  sql`select th.* from site s join theme th on th.tenant_id = s.tenant_id and th.id = s.theme and th.deleted_at is null
    where s.tenant_id = ${tenantId}::uuid and s.deleted_at is null order by s.created_at limit 1`;

/** A site that is an app. */
export type AppSite = Site & Required<Pick<Site, "app">>;

/** A tenant's site as an app, whether or not visitors can install it. */
export async function readAppSite(read: Read, tenantId: string): Promise<AppSite> {
  const { values, fonts } = await readSiteRow(read, tenantId);
  return { ...siteFrom({ ...values, isApp: true }), ...fonts } as AppSite;
}

/** A tenant's site with its theme; a tenant without them has no name and no menu. */
export async function readSite(read: Read, tenantId: string): Promise<Site> {
  const { values, fonts } = await readSiteRow(read, tenantId);
  return { ...siteFrom(values), ...fonts };
}

/** The values of the row of a tenant's site and of its theme, and the theme's own fonts. */
async function readSiteRow(
  read: Read,
  tenantId: string,
): Promise<{ values: Partial<SiteRow>; fonts: Pick<Site, "fonts"> }> {
  const [row] = await read<
    SiteRow & FontRow
  >(sql`select s.name, s.description, s.menu, s.menu_name as "menuName", s.menu_below as "menuBelow", s.links, s.footer, s.legal, s.disclaimer,
      s.contact_url as "contactUrl", s.trusted_hosts as "trustedHosts", s.aliases, s.is_app as "isApp", s.app_name as "appName",
      s.app_icon as "appIcon", s.app_text as "appText", ${tokenColumns}, ${fontColumns}
    from site s left join theme th on th.tenant_id = s.tenant_id and th.id = s.theme and th.deleted_at is null
    where s.tenant_id = ${tenantId}::uuid and s.deleted_at is null order by s.created_at limit 1`);
  const { textFont = null, headingFont = null, ...values } = row ?? {};
  return { values, fonts: fontsOf({ textFont, headingFont }) };
}

/** The path whose page an alias shows; undefined for a path without an alias. */
export function aliasOf({ aliases }: Site, path: string): string | undefined {
  const alias = aliases.find(({ from }) => path === from || path.startsWith(`${from}/`));
  return alias === undefined ? undefined : alias.to + path.slice(alias.from.length);
}
