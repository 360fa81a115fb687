import { administrator } from "#kit/access.ts";
import webhook from "#entities/webhook.ts";
import { defineRowCommand } from "#records/change/row-commands.server.ts";
import { queueTest } from "../webhook-log.server.ts";

/** Sends a delivery without content, to see whether it arrives. */
export default defineRowCommand({
  id: "sendTest",
  entity: webhook,
  name: { zh: "发送测试", en: "Send test" },
  icon: "message",
  access: administrator,
  async run({ tx }, rows) {
    for (const { tenantId, row } of rows) await queueTest(tx, { tenantId, webhookId: row.id });
    return {
      text: { zh: "测试已发送，结果见推送记录", en: "Test sent. Deliveries show the result." },
      kind: "success",
    };
  },
});
