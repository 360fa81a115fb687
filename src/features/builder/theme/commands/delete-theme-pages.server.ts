import { sql } from "drizzle-orm";
import { administrator } from "#kit/access.ts";
import { Problem } from "#kit/problem.ts";
import page from "#entities/page.ts";
import theme from "#entities/theme.ts";
import { lockRows, patchRows } from "#records/change/patch.server.ts";
import { defineRowCommand } from "#records/change/row-commands.server.ts";
import { currentTheme } from "#records/site/site.server.ts";
import { newId } from "#server/process/id.server.ts";
import { rowExistenceTag } from "#server/postgres/tags.server.ts";
import { pagesOfTheme } from "#features/builder/theme/theme-pages.server.ts";

const texts = {
  current: { zh: "网站正在使用此主题，请先换一个", en: "The site has this theme. Give it another one first." },
  done: {
    zh: "主题与它的页面已移入回收站",
    en: "The theme and its pages were moved to the trash",
  },
};

/** Moves the theme to the trash, with the pages that are only in it; from there each can be restored. */
export default defineRowCommand({
  id: "deleteWithPages",
  entity: theme,
  name: { zh: "连同页面删除", en: "Delete with its pages" },
  icon: "delete",
  access: administrator,
  whyNot: [{ when: { field: "isCurrent", op: "eq", value: true }, text: texts.current }],
  stepUp: true,
  question: {
    title: {
      zh: "删除主题“{name}”和只属于它的页面？",
      en: "Delete the theme “{name}” and the pages that are only in it?",
    },
    isDangerous: true,
  },
  async run({ tx, context }, [target]) {
    const { tenantId, row } = target!;
    const [current] = await tx.rows<{ id: string }>(currentTheme(tenantId));
    if (current?.id === row.id) throw new Problem("conflict", texts.current);
    const ids = await pagesOfTheme(tx, tenantId, row.id);
    const group = newId();
    if (ids.length > 0) {
      const pages = await lockRows(
        tx,
        page,
        sql`tenant_id = ${tenantId}::uuid and id = any(${sql.param(ids)}::uuid[])`,
      );
      await patchRows(tx, context, page, pages, { deleted: true }, group);
      await tx.notifyChanged(rowExistenceTag(tenantId, page.type));
    }
    await patchRows(tx, context, theme, [target!], { deleted: true }, group);
    return { text: texts.done, kind: "success" };
  },
});
