import type { UserPrincipal } from "#kit/access.ts";
import type { PageDocument } from "#kit/page.ts";
import type { LocalizedValue } from "#kit/text.ts";
import page from "#entities/page.ts";
import { insertRow } from "#records/change/save.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";

/** A page that comes with a theme; `id`: that which it gets. */
export type NewThemePage = {
  id?: string;
  path: string;
  title: LocalizedValue<string>;
  description: LocalizedValue<string>;
  document: PageDocument;
};

/** Adds a draft that is only in a theme, and returns its id. It may have the path of a page that is in another theme, or in all of them. */
export async function addThemePage(
  tx: Tx,
  context: RowContext<UserPrincipal>,
  themeId: string,
  { id: newPageId = newId(), document, ...values }: NewThemePage,
): Promise<string> {
  const { id } = await insertRow(tx, context, page, {
    id: newPageId,
    values: { ...values, theme: themeId },
    internal: { document, rev: 1 },
  });
  return id;
}
