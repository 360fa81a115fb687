import { sql } from "drizzle-orm";
import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { Problem } from "#kit/problem.ts";
import { formatText, locales, textIn } from "#kit/text.ts";
import lightApp from "#entities/lightApp.ts";
import { lockRows, patchRows } from "#records/change/patch.server.ts";
import { publishDraft } from "#records/definitions/publish-draft.server.ts";
import { readRow } from "#records/query/list.server.ts";
import { defineJob } from "#server/jobs/define-job.server.ts";
import { readAdministrator } from "../administrator.server.ts";
import { publishedValues } from "../published-values.server.ts";

const texts = {
  title: { zh: "发布轻应用", en: "Publish a light app" },
  check: { zh: "正在检查数据", en: "Reviewing records" },
  write: { zh: "正在更新数据", en: "Updating records" },
  done: { zh: "已发布“{name}”", en: "{name} is published" },
  changed: { zh: "草稿已被修改，请重新发布", en: "The draft has changed. Publish it again." },
};

/**
 * Publishes a light app with many records. The definition and all records change in one transaction: a crash, a refusal or a cancellation leaves what
 * there was. Meanwhile records can be read, and saves are refused.
 */
export default defineJob({
  name: "publishLightApp",
  title: texts.title,
  access: administrator,
  stepUp: true,
  keyOf: ({ id }) => id,
  input: z.strictObject({ id: z.uuid(), version: z.number().int(), locale: z.enum(locales).default("zh") }),
  cursor: z.object({ name: z.object({ zh: z.string(), en: z.string() }), isRowChanged: z.boolean() }),
  async run({ id, version, locale }, { tenantId, memberId, services, signal, setTotal, setDone, setStage, slices }) {
    const background = {
      signal,
      async onTotal(records: number) {
        await setTotal(records);
        await setStage(texts.write);
      },
      onProgress(records: number) {
        signal.throwIfAborted();
        return setDone(records);
      },
    };
    await setStage(texts.check);
    const finalCursor = await slices(async ({ tx, cursor }) => {
      if (cursor?.isRowChanged === true) return undefined;
      const context = await readAdministrator(services, { tenantId, memberId });
      if (cursor !== undefined) {
        const rows = await lockRows(tx, lightApp, sql`tenant_id = ${tenantId}::uuid and id = ${id}::uuid`);
        await patchRows(tx, context, lightApp, rows, { values: publishedValues() });
        return { cursor: { ...cursor, isRowChanged: true }, steps: 0 };
      }
      // The row is not locked while the records are written: its draft can be saved again.
      const row = await readRow(services.database, context.principal, lightApp, id);
      if (row.version !== version) throw new Problem("conflict", texts.changed);
      const draft = { tableName: String(row.tableName), name: row.name, definition: String(row.definition) };
      await publishDraft(tx, context, { id, draft, locale }, background);
      const name = { zh: textIn(row.name, "zh"), en: textIn(row.name, "en") };
      return { cursor: { name, isRowChanged: false }, steps: 0 };
    });
    const { name } = finalCursor!;
    const text = { zh: formatText(texts.done, { name: name.zh }).zh, en: formatText(texts.done, { name: name.en }).en };
    return { text, url: `/admin/lightApp/edit?id=${id}` };
  },
});
