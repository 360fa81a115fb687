import { administrator } from "#kit/access.ts";
import lightApp from "#entities/lightApp.ts";
import { patchRows } from "#records/change/patch.server.ts";
import { defineRowCommand } from "#records/change/row-commands.server.ts";
import { publishDraft } from "#records/definitions/publish-draft.server.ts";

/** Makes the draft the definition of an entity of the space, at once and for everybody. */
export default defineRowCommand({
  id: "publish",
  entity: lightApp,
  name: { zh: "发布", en: "Publish" },
  icon: "publish",
  access: administrator,
  // The definition says who may read its rows, visitors perhaps.
  stepUp: true,
  question: { title: { zh: "发布“{name}”？", en: "Publish {name}?" } },
  async run({ tx, context }, rows) {
    for (const { row } of rows) await publishDraft(tx, context, { id: row.id, draft: row, locale: context.locale });
    const publishedAt = new Date().toISOString();
    await patchRows(tx, context, lightApp, rows, { values: { state: "published", publishedAt } });
    return { text: { zh: "已发布", en: "Published" }, kind: "success" };
  },
});
