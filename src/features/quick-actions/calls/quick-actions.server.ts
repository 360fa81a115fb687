import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { eventsOf } from "../events.server.ts";

const quickActions = defineCall({
  method: "GET",
  path: "paas/quickActions",
  envelope: "data",
  title: {
    zh: "获取快捷操作",
    en: "List the quick actions that you can use, each with its event: type 1 opens `url`, 2 calls it by `apiType` (1 GET, 2 POST, 3 PUT, 4 DELETE), 30 opens another site",
  },
  access: member,
  input: z.strictObject({}),
  output: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      type: z.number(),
      url: z.string(),
      apiType: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]).optional(),
    }),
  ),
  run: (_input, context) => eventsOf(context),
});

export default quickActions;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/quickActions": typeof quickActions;
  }
}
