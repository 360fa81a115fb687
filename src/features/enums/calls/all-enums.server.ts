import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readableLists } from "../options.server.ts";

const allEnums = defineCall({
  method: "GET",
  path: "api/type/AllEnums",
  envelope: "site",
  title: {
    zh: "获取所有枚举",
    en: "List all option sets and fields with options, disabled options included, so that every stored value has a name",
  },
  access: anyone,
  limit: { max: 120, windowSeconds: 60 },
  input: z.strictObject({}),
  output: z.array(
    z.strictObject({ name: z.string(), keyValue: z.array(z.strictObject({ key: z.string(), value: z.string() })) }),
  ),
  async run(_input, context) {
    const { locale } = context;
    const lists = await readableLists(context, locale);
    return lists.map(({ name, choices }) => ({
      name,
      keyValue: choices.map((choice) => ({ key: choice.key, value: choice.name[locale] })),
    }));
  },
});

export default allEnums;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/type/AllEnums": typeof allEnums;
  }
}
