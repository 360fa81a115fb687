import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { pageTypeInput } from "../page-input.server.ts";
import { autoPageOutput, toAutoPageOutput } from "../page-output.server.ts";
import { readAutoPage } from "../read-page.server.ts";

const autoPageReport = defineCall({
  method: "GET",
  path: "Api/AutoPage/Report",
  envelope: "site",
  title: { zh: "获取自动页面（报表）", en: "Get the report of a type: its components and name" },
  access: member,
  // The whole query of the address is passed on.
  input: z.looseObject({ type: pageTypeInput }),
  output: autoPageOutput,
  run: async ({ type }, context) =>
    toAutoPageOutput(await readAutoPage(context, type, "report"), { type, kind: "report", locale: context.locale }),
});

export default autoPageReport;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/AutoPage/Report": typeof autoPageReport;
  }
}
