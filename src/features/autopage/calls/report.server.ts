import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { filtersOf } from "../page-filters.server.ts";
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
  async run({ type }, context) {
    const place = { type, kind: "report" } as const;
    const page = await readAutoPage(context, type, place.kind);
    return toAutoPageOutput(page, { ...place, locale: context.locale }, filtersOf(context, page, place));
  },
});

export default autoPageReport;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/AutoPage/Report": typeof autoPageReport;
  }
}
