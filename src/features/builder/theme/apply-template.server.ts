import type { UserPrincipal } from "#kit/access.ts";
import type { SiteTemplate } from "#kit/site-template.ts";
import theme from "#entities/theme.ts";
import { insertRow } from "#records/change/save.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { documentOfTemplate } from "#records/site/site-templates.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { addThemePage } from "#features/builder/server/theme-draft.server.ts";

/** What a template has become: a theme of the space, and its home page, a draft. */
export type AppliedTemplate = { themeId: string; homePageId: string; pageCount: number };

/**
 * Adds a theme with the look of a template, and its pages as drafts that are only in this theme. Nothing that the space has is changed: a page may have
 * the same path as one of another theme.
 */
export async function applyTemplate(
  tx: Tx,
  context: RowContext<UserPrincipal>,
  template: SiteTemplate,
): Promise<AppliedTemplate> {
  const { id: themeId } = await insertRow(tx, context, theme, { values: { name: template.name, ...template.tokens } });
  const ids: string[] = [];
  for (const templatePage of template.pages) {
    const { path, title, description } = templatePage;
    const document = documentOfTemplate(templatePage);
    ids.push(await addThemePage(tx, context, themeId, { path, title, description, document }));
  }
  return { themeId, homePageId: ids[0]!, pageCount: ids.length };
}
