import { administrator } from "#kit/access.ts";
import webhook from "#entities/webhook.ts";
import { patchRows } from "#records/change/patch.server.ts";
import { defineRowCommand } from "#records/change/row-commands.server.ts";

/** Turns the webhook off: later changes are not queued for it. */
export default defineRowCommand({
  id: "turnOff",
  entity: webhook,
  name: { zh: "停用", en: "Turn off" },
  icon: "revoke",
  access: administrator,
  isBatch: true,
  if: { field: "status", op: "ne", value: "off" },
  question: { title: { zh: "停用“{name}”？", en: "Turn off {name}?" } },
  async run({ tx, context }, rows) {
    await patchRows(tx, context, webhook, rows, { values: { status: "off" } });
    return { text: { zh: "Webhook 已停用", en: "Webhook turned off" }, kind: "success" };
  },
});
