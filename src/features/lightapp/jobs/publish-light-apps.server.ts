import { sql } from "drizzle-orm";
import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { Problem } from "#kit/problem.ts";
import { formatText, locales, type LocalizedValue, type Text, textIn } from "#kit/text.ts";
import lightApp from "#entities/lightApp.ts";
import { lockRows } from "#records/change/patch.server.ts";
import { defineJob } from "#server/jobs/define-job.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { readAdministrator } from "../administrator.server.ts";
import { publishApp } from "../publish-app.server.ts";

const texts = {
  title: { zh: "发布全部轻应用", en: "Publish all light apps" },
  confirmation: {
    zh: "已发布且有修改的轻应用将对所有人生效，从未发布的仍为草稿。",
    en: "Light apps that have changed since they were published take effect for everyone. Those never published stay drafts.",
  },
  published: { zh: "已发布：{name}", en: "Published: {name}" },
  background: {
    zh: "数据较多，另行后台发布：{name}",
    en: "Publishing in a separate job, because it has many records: {name}",
  },
  refused: { zh: "未发布：{name}（{reason}）", en: "Not published: {name} ({reason})" },
  nothing: { zh: "没有未发布的修改", en: "No unpublished changes" },
  all: { zh: "已发布 {published} 个轻应用", en: "{published} light {published|app|apps} published" },
  some: {
    zh: "已发布 {published} 个轻应用，{refused} 个未发布，详情请查看日志",
    en: "{published} light {published|app|apps} published, {refused} not published. See the log for details.",
  },
};

const lowestId = "00000000-0000-0000-0000-000000000000";

/** Light apps with unpublished changes; those that were never published stay drafts. */
const isChanged = sql`state = 'published' and updated_at > published_at and deleted_at is null`;

const logText = (text: Text, name: LocalizedValue<string>, reason: Text = { zh: "", en: "" }): Text => ({
  zh: formatText(text, { name: textIn(name, "zh"), reason: reason.zh }).zh,
  en: formatText(text, { name: textIn(name, "en"), reason: reason.en }).en,
});

/** Publishes one light app, or all with unpublished changes: one per slice. Those whose draft has problems are in the log. */
export default defineJob({
  name: "publishLightApps",
  title: texts.title,
  access: administrator,
  stepUp: true,
  // A named light app must not be left out because another job is under way.
  keyOf: ({ appId = "" }) => appId,
  listButton: { entity: "lightApp", confirmation: texts.confirmation },
  input: z.strictObject({ appId: z.uuid().optional(), locale: z.enum(locales).default("zh") }),
  cursor: z.object({ id: z.uuid(), published: z.number().int(), refused: z.number().int() }),
  async run({ appId, locale }, { tenantId, memberId, cursor, services, setTotal, slices }) {
    const condition = appId === undefined ? isChanged : sql`id = ${appId}::uuid and deleted_at is null`;
    if (cursor === undefined) {
      const [row] = await services.database.read<{ count: number }>(
        tenantId,
        sql`select count(*)::int as count from light_app where tenant_id = ${tenantId}::uuid and ${condition}`,
      );
      await setTotal(row!.count);
    }
    const nextId = async (tx: Tx, after: string) =>
      (
        await tx.rows<{ id: string }>(sql`select id from light_app where tenant_id = ${tenantId}::uuid and ${condition}
          and id > ${after}::uuid order by id limit 1`)
      )[0]?.id;
    const finalCursor = await slices(async ({ tx, cursor: previousCursor, log }) => {
      const id = await nextId(tx, previousCursor?.id ?? lowestId);
      if (id === undefined) return undefined;
      const { published, refused } = previousCursor ?? { published: 0, refused: 0 };
      const context = await readAdministrator(services, { tenantId, memberId });
      const [target] = await lockRows(
        tx,
        lightApp,
        sql`tenant_id = ${tenantId}::uuid and id = ${id}::uuid and deleted_at is null`,
      );
      // Somebody deleted it a moment ago.
      if (target === undefined) return { cursor: { id, published, refused }, steps: 1 };
      const { name } = target.row;
      try {
        // A draft with problems is refused before anything of it is written, so the slice goes on.
        const jobId = await publishApp(tx, { context, services, locale }, target);
        log(logText(jobId === undefined ? texts.published : texts.background, name));
        return { cursor: { id, published: published + 1, refused }, steps: 1 };
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== "conflict") throw error;
        // Without fields, the draft was not looked at: another transaction kept a lock for long, and the job is to be tried again.
        if (error.details.fields === undefined) throw new Problem("unavailable", error.text);
        log(logText(texts.refused, name, error.text), "warning");
        return { cursor: { id, published, refused: refused + 1 }, steps: 1 };
      }
    });
    if (finalCursor === undefined) return { text: texts.nothing };
    const { published, refused } = finalCursor;
    return { text: formatText(refused === 0 ? texts.all : texts.some, { published, refused }) };
  },
});
