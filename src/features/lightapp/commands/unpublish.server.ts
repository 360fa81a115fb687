import { administrator } from "#kit/access.ts";
import lightApp from "#entities/lightApp.ts";
import { patchRows } from "#records/change/patch.server.ts";
import { defineRowCommand } from "#records/change/row-commands.server.ts";
import { unpublishDefinition } from "#records/definitions/publish-draft.server.ts";

/** Takes the entity out of the space. Its rows stay, and are back when it is published again. */
export default defineRowCommand({
  id: "unpublish",
  entity: lightApp,
  name: { zh: "取消发布", en: "Unpublish" },
  icon: "unpublish",
  access: administrator,
  stepUp: true,
  if: { field: "state", op: "eq", value: "published" },
  question: {
    title: {
      zh: "取消发布“{name}”？数据会保留，重新发布后恢复。",
      en: "Unpublish {name}? Its data is kept for when it is published again.",
    },
    isDangerous: true,
  },
  async run({ tx, context }, rows) {
    for (const { row } of rows) await unpublishDefinition(tx, context, row.id);
    await patchRows(tx, context, lightApp, rows, { values: { state: "unpublished" } });
    return { text: { zh: "已取消发布", en: "Unpublished" }, kind: "success" };
  },
});
