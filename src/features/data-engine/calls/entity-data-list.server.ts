import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { appInput, dataListOutput, readAppData } from "../app-data.server.ts";

const entityDataList = defineCall({
  method: "GET",
  path: "Api/EntityData/List",
  envelope: "site",
  title: {
    zh: "查询轻应用的数据：实体、关联的实体和选项集",
    en: "List the data of a light app: its entity, the entities that its fields refer to, and their option sets",
  },
  access: administrator,
  input: z.strictObject({ appId: appInput }),
  output: dataListOutput,
  run: ({ appId }, context) => readAppData(appId, context),
});

export default entityDataList;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/EntityData/List": typeof entityDataList;
  }
}
