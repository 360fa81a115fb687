import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import { Problem } from "#kit/problem.ts";
import { formatText, inLocale } from "#kit/text.ts";
import { publishPage } from "#records/site/publish.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { lockDraft } from "#features/builder/server/draft.server.ts";
import { refuseIncomplete } from "#features/builder/server/publish-check.server.ts";

/** The maximum number of pages that are published or deleted with a theme. */
export const maxThemePages = 100;

const texts = {
  tooMany: {
    zh: "此主题的页面超过 100 个，请先分批处理",
    en: "This theme has more than 100 pages. Publish or delete some of them first.",
  },
  incomplete: {
    zh: "页面“{title}”还不能发布，请先在设计器中处理",
    en: "The page “{title}” cannot be published yet. Finish it in the builder first.",
  },
};

/** The ids of pages that are only in a theme. `isNew`: only those that were never published. @throws {Problem} conflict for too many */
export async function pagesOfTheme(tx: Tx, tenantId: string, themeId: string, isNew = false): Promise<string[]> {
  const pages = await tx.rows<{ id: string }>(sql`select id from page
    where tenant_id = ${tenantId}::uuid and theme = ${themeId}::uuid and deleted_at is null
      and (${!isNew} or snapshot_id is null) order by id limit ${maxThemePages + 1}`);
  if (pages.length > maxThemePages) throw new Problem("conflict", texts.tooMany);
  return pages.map(({ id }) => id);
}

/**
 * Publishes the pages of a theme that were never published. Returns their number.
 * @throws {Problem} conflict, naming the page that is not complete
 */
export async function publishPagesOf(tx: Tx, context: RowContext<UserPrincipal>, themeId: string): Promise<number> {
  const { tenantId, memberId } = context.principal;
  const ids = await pagesOfTheme(tx, tenantId, themeId, true);
  for (const pageId of ids) {
    const draft = await lockDraft(tx, context.principal, pageId);
    try {
      refuseIncomplete(draft, context.entities);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { title } = draft.page.setting;
      const message = (locale: "zh" | "en") =>
        formatText(texts.incomplete, { title: inLocale(title, locale) ?? draft.path })[locale];
      throw new Problem("conflict", { zh: message("zh"), en: message("en") }, error.details);
    }
    await publishPage(tx, context, { tenantId, pageId, memberId });
  }
  return ids.length;
}
