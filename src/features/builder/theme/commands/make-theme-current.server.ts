import { sql } from "drizzle-orm";
import { administrator } from "#kit/access.ts";
import { Problem } from "#kit/problem.ts";
import { formatText, textIn } from "#kit/text.ts";
import site from "#entities/site.ts";
import theme from "#entities/theme.ts";
import { lockRows, patchRow } from "#records/change/patch.server.ts";
import { defineRowCommand } from "#records/change/row-commands.server.ts";
import { publishPagesOf } from "#features/builder/theme/theme-pages.server.ts";

const texts = {
  current: { zh: "此主题已是当前主题", en: "The site has this theme already" },
  done: { zh: "网站已使用主题“{name}”", en: "The site now has the theme “{name}”" },
  published: {
    zh: "网站已使用主题“{name}”，并发布了它的 {n} 个页面",
    en: "The site now has the theme “{name}”, with {n} {n|page|pages} published",
  },
  noSite: { zh: "此空间没有网站", en: "This space has no site" },
};

/** Makes the theme that of the site. Pages that are only in this theme and were never published are published with it, all or none. */
export default defineRowCommand({
  id: "makeCurrent",
  entity: theme,
  name: { zh: "设为当前主题", en: "Make current" },
  icon: "publish",
  access: administrator,
  whyNot: [{ when: { field: "isCurrent", op: "eq", value: true }, text: texts.current }],
  // Visitors see the new look, and the pages that come with it, at once.
  stepUp: true,
  question: {
    title: {
      zh: "让网站使用主题“{name}”？它还未发布的页面会一并发布。",
      en: "Give the site the theme “{name}”? Its pages that are not published yet are published with it.",
    },
  },
  async run({ tx, context }, [target]) {
    const { tenantId, row } = target!;
    const [siteRow] = await lockRows(tx, site, sql`tenant_id = ${tenantId}::uuid and deleted_at is null`, 1);
    if (siteRow === undefined) throw new Problem("conflict", texts.noSite);
    if (siteRow.row.theme === row.id) throw new Problem("conflict", texts.current);
    await patchRow(tx, context, site, siteRow, { values: { theme: row.id } });
    const count = await publishPagesOf(tx, context, row.id);
    const name = { zh: textIn(row.name, "zh"), en: textIn(row.name, "en") };
    const message = (locale: "zh" | "en") =>
      formatText(count === 0 ? texts.done : texts.published, { name: name[locale], n: count })[locale];
    return { text: { zh: message("zh"), en: message("en") }, kind: "success" };
  },
});
