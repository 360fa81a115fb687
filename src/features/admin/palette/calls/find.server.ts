import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { viewContent } from "../../views/view-wire.server.ts";
import { findRecords } from "../find-records.server.ts";
import { findViews } from "../find-views.server.ts";

const find = defineCall({
  method: "GET",
  path: "paas/palette/find",
  envelope: "data",
  title: {
    zh: "按名称查找数据与视图",
    en: "Find records by title and saved views by name, of all lists that the reader can read; Chinese also by pinyin or its initials",
  },
  access: member,
  limit: { max: 120, windowSeconds: 60 },
  input: z.strictObject({ text: z.string().trim().min(1).max(60) }),
  output: z.strictObject({
    records: z.array(z.strictObject({ id: z.string(), title: z.string(), list: z.string(), url: z.string() })),
    views: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        /** The entity type of the view's list, and the name of that list. */
        type: z.string(),
        list: z.string(),
        content: viewContent,
      }),
    ),
  }),
  async run({ text }, context) {
    const [records, views] = await Promise.all([findRecords(context, text), findViews(context, text)]);
    return { records, views };
  },
});

export default find;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/palette/find": typeof find;
  }
}
