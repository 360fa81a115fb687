import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import { type MarketDocument, type ThemePage, themePagesOf } from "#kit/market-document.ts";
import { type LocalizedValue, textIn } from "#kit/text.ts";
import theme from "#entities/theme.ts";
import { insertRow } from "#records/change/save.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { addThemePage, type NewThemePage } from "#features/builder/server/theme-draft.server.ts";
import { withOrigin } from "./clean.server.ts";
import type { MarketEntry, MarketItem } from "./door.server.ts";

/** A draft that came with a theme. */
export type TakenPage = { id: string; path: string; title: LocalizedValue<string> };

/** An item without the pages that come with it, so that their files are not copied. */
export const withoutPages = ({ entry, document }: MarketItem): MarketItem =>
  document.page === undefined ? { entry, document: { tokens: document.tokens } } : { entry, document };

/** A page of an item as one of a space. It has the name of the item if it has no title. */
export function asNewPage({ path, page }: ThemePage, { id, edition, name }: MarketEntry): NewThemePage {
  const { title, description } = page.setting;
  const hasTitle = textIn(title, "zh") !== "";
  const setting = hasTitle ? page.setting : { ...page.setting, title: name };
  const document = withOrigin({ ...page, setting }, { id, edition });
  return { path, title: setting.title, description, document };
}

/** The pages that came with a theme and are still there. */
export async function readTakenPages(tx: Tx, tenantId: string, themeId: string): Promise<TakenPage[]> {
  return tx.rows<TakenPage>(sql`select p.id, p.path, p.title from theme t
    join page p on p.tenant_id = t.tenant_id and p.id::text in (select value from jsonb_each_text(t.origin -> 'pages'))
    where t.tenant_id = ${tenantId}::uuid and t.id = ${themeId}::uuid and p.deleted_at is null order by p.path, p.id`);
}

/** Adds the theme of an item, and the pages of `document` as drafts that are only in it. Nothing that the space has is changed. */
export async function addTheme(
  tx: Tx,
  context: RowContext<UserPrincipal>,
  { entry, document: { pages: offered = [] } }: MarketItem,
  document: MarketDocument,
): Promise<{ themeId: string; pages: TakenPage[] }> {
  const { id: item, edition, name } = entry;
  const { tokens } = document;
  const pages = themePagesOf(document);
  const ids = new Map(pages.map(({ key }) => [key, newId()]));
  const origin = { item, edition, pages: Object.fromEntries(offered.map(({ key }) => [key, ids.get(key) ?? null])) };
  const values = { ...tokens, name };
  const { id: themeId } = await insertRow(tx, context, theme, { values, internal: { origin } });
  for (const page of pages)
    await addThemePage(tx, context, themeId, { id: ids.get(page.key)!, ...asNewPage(page, entry) });
  return { themeId, pages: await readTakenPages(tx, context.principal.tenantId, themeId) };
}
