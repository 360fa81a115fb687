import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { trashEntities } from "#records/describe/trash.server.ts";

const trashEntitiesCall = defineCall({
  method: "GET",
  path: "Api/Trash/Entities",
  envelope: "site",
  title: { zh: "查看回收站中的数据类型", en: "List the types of deleted rows that you may restore" },
  access: member,
  input: z.object({}),
  output: z.array(z.strictObject({ type: z.string(), name: z.string(), count: z.number() })),
  run: (_input, context) => trashEntities(context.services.database, context),
});

export default trashEntitiesCall;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Trash/Entities": typeof trashEntitiesCall;
  }
}
