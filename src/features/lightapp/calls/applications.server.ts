import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readableApps } from "../readable-apps.server.ts";

const applications = defineCall({
  method: "POST",
  path: "Api/Application/GetListByUrl",
  envelope: "site",
  title: {
    zh: "获取应用列表",
    en: "List the published light apps whose rows the caller may read, by their IDs",
  },
  access: member,
  safe: true,
  // Clients send the query of the page that asks; every page has the same applications.
  input: z.looseObject({}),
  output: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  run: (_input, context) => readableApps(context).map(({ id, name }) => ({ id, name })),
});

export default applications;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Application/GetListByUrl": typeof applications;
  }
}
