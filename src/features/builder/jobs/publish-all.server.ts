import { sql } from "drizzle-orm";
import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { Problem } from "#kit/problem.ts";
import { formatText, inLocale, type Locale, type LocalizedValue, type Text } from "#kit/text.ts";
import { publishPage } from "#records/site/publish.server.ts";
import { asProgram } from "#records/registry/row-context.server.ts";
import { defineJob } from "#server/jobs/define-job.server.ts";
import { lockDraft } from "#features/builder/server/draft.server.ts";
import { refuseIncomplete } from "#features/builder/server/publish-check.server.ts";

const texts = {
  title: { zh: "发布全部页面", en: "Publish all pages" },
  confirmation: {
    zh: "所有有未发布修改的页面将立即对访客可见。",
    en: "Every page with unpublished changes becomes visible to visitors immediately.",
  },
  published: { zh: "已发布：{title}", en: "Published: {title}" },
  refused: { zh: "未发布：{title}（{faults}）", en: "Not published: {title} ({faults})" },
  nothing: { zh: "没有未发布的修改", en: "No unpublished changes" },
  all: { zh: "已发布 {published} 个页面", en: "{published} {published|page|pages} published" },
  some: {
    zh: "已发布 {published} 个页面，{refused} 个未发布，详情请查看日志",
    en: "{published} {published|page|pages} published, {refused} not published. See the log for details.",
  },
};

/** Pages with unpublished changes; pages that were never published stay drafts. */
const isChanged = sql`status = 'changed' and deleted_at is null`;

const logText = (text: Text, title: LocalizedValue<string>, path: string, faults: Text = { zh: "", en: "" }): Text => ({
  zh: formatText(text, { title: inLocale(title, "zh") ?? path, faults: faults.zh }).zh,
  en: formatText(text, { title: inLocale(title, "en") ?? path, faults: faults.en }).en,
});

/** The messages of the problem that `check` throws, as one text; undefined when it throws nothing. */
function faultsOf(check: () => void): Text | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const messages = (error.details.problems ?? []).map(({ message }) => message);
    const joinMessages = (locale: Locale, sign: string) =>
      [...new Set(messages.map((text) => text[locale]))].join(sign);
    return { zh: joinMessages("zh", "；"), en: joinMessages("en", "; ") };
  }
}

export default defineJob({
  name: "publishAll",
  title: texts.title,
  access: administrator,
  stepUp: true,
  isOnePerSpace: true,
  listButton: { entity: "page", confirmation: texts.confirmation },
  input: z.strictObject({}),
  cursor: z.object({ id: z.uuid(), published: z.number().int(), refused: z.number().int() }),
  async run(_input, { tenantId, memberId, cursor, services, setTotal, slices }) {
    const entities = await services.registries.of(tenantId);
    if (cursor === undefined) {
      const [row] = await services.database.read<{ count: number }>(
        tenantId,
        sql`select count(*)::int as count from page where tenant_id = ${tenantId}::uuid and ${isChanged}`,
      );
      await setTotal(row!.count);
    }
    const finalCursor = await slices(async ({ tx, cursor: previousCursor, log }) => {
      const [page] = await tx.rows<{ id: string; path: string }>(sql`select id, path from page
        where tenant_id = ${tenantId}::uuid and ${isChanged} and id > ${previousCursor?.id ?? "00000000-0000-0000-0000-000000000000"}::uuid
        order by id limit 1`);
      if (page === undefined) return undefined;
      const { id, path } = page;
      const onBehalfOfMember = asProgram(services, tenantId, { tenantId, memberId });
      const draft = await lockDraft(tx, onBehalfOfMember.principal, id);
      const faults = faultsOf(() => refuseIncomplete(draft, entities));
      const { published, refused } = previousCursor ?? { published: 0, refused: 0 };
      const { title } = draft.page.setting;
      if (faults !== undefined) {
        log(logText(texts.refused, title, path, faults), "warning");
        return { cursor: { id, published, refused: refused + 1 }, steps: 1 };
      }
      await publishPage(tx, onBehalfOfMember, { tenantId, pageId: id, memberId });
      log(logText(texts.published, title, path));
      return { cursor: { id, published: published + 1, refused }, steps: 1 };
    });
    if (finalCursor === undefined) return { text: texts.nothing };
    const { published, refused } = finalCursor;
    return { text: formatText(refused === 0 ? texts.all : texts.some, { published, refused }) };
  },
});
