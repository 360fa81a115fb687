import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readableApps } from "../readable-apps.server.ts";

const applicationOptions = defineCall({
  method: "GET",
  path: "Api/Application/GetKeyValues",
  envelope: "site",
  title: {
    zh: "查询可用的应用",
    en: "List the published light apps whose rows the caller may read, as options: `key` is the type",
  },
  access: member,
  input: z.strictObject({}),
  output: z.array(z.strictObject({ key: z.string(), name: z.string() })),
  run: (_input, context) => readableApps(context).map(({ type, name }) => ({ key: type, name })),
});

export default applicationOptions;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Application/GetKeyValues": typeof applicationOptions;
  }
}
