import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { entityItem } from "#records/describe/data-entities.server.ts";
import { appInput, dataListOutput, readAppEntities } from "../app-data.server.ts";

const listByApp = defineCall({
  method: "GET",
  path: "Api/EntityDataService/ListByAppId",
  envelope: "site",
  title: {
    zh: "查询轻应用的实体及其关联的实体",
    en: "List the entity of a light app, and the entities that its fields refer to",
  },
  access: administrator,
  input: z.strictObject({ appId: appInput }),
  output: dataListOutput,
  run: async ({ appId }, context) =>
    (await readAppEntities(appId, context)).map((entity) => entityItem(entity, context.locale)),
});

export default listByApp;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/EntityDataService/ListByAppId": typeof listByApp;
  }
}
