import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { filtersOf } from "../page-filters.server.ts";
import { pageTypeInput } from "../page-input.server.ts";
import { autoPageOutput, toAutoPageOutput } from "../page-output.server.ts";
import { readAutoPage } from "../read-page.server.ts";

const autoPageTime = defineCall({
  method: "GET",
  path: "paas/autoPage/time",
  envelope: "data",
  title: { zh: "获取一种数据按时间的页面", en: "Get the page of the records of a type over time" },
  access: member,
  input: z.strictObject({ type: pageTypeInput }),
  output: autoPageOutput,
  async run({ type }, context) {
    const place = { type, kind: "time" } as const;
    const page = await readAutoPage(context, type, place.kind);
    return toAutoPageOutput(page, { ...place, locale: context.locale }, filtersOf(context, page, place));
  },
});

export default autoPageTime;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/autoPage/time": typeof autoPageTime;
  }
}
