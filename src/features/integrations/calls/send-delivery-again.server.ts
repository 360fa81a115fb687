import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { requeue } from "../webhook-log.server.ts";

const notAvailable = {
  zh: "该推送不存在或正在进行",
  en: "This delivery does not exist, or is being sent",
};

const resendDelivery = defineCall({
  method: "POST",
  path: "paas/webhook/sendAgain",
  envelope: "data",
  title: { zh: "重新推送", en: "Send a delivery again, under the same ID" },
  access: administrator,
  limit: { max: 60, windowSeconds: 60 },
  input: z.strictObject({ id: z.uuid() }),
  output: z.object({}),
  async run({ id }, { principal, services }) {
    const { tenantId } = principal;
    const isQueued = await services.database.tenant(tenantId, (tx) => requeue(tx, { tenantId, id }));
    if (!isQueued) throw new Problem("notFound", notAvailable);
    return {};
  },
});

export default resendDelivery;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/webhook/sendAgain": typeof resendDelivery;
  }
}
