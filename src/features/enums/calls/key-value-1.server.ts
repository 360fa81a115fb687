import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { choicesNamed, optionsInput, optionsOutput, readableLists, toOptions } from "../options.server.ts";

const keyValue1 = defineCall({
  method: "GET",
  path: "api/Type/GetKeyValue1",
  envelope: "site",
  title: {
    zh: "查询选项（不带类型时列出所有类型）",
    en: "List options as `Api/Type/GetKeyValue` does, or, without a type, the names of all lists",
  },
  access: anyone,
  limit: { max: 120, windowSeconds: 60 },
  input: z.strictObject({ type: optionsInput.optional() }),
  output: optionsOutput,
  async run({ type }, context) {
    const { locale } = context;
    if (type !== undefined) return toOptions(await choicesNamed(type, context), locale);
    const lists = await readableLists(context, locale);
    return lists.map(({ name, title }) => ({ key: name, name: title, text: title }));
  },
});

export default keyValue1;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/Type/GetKeyValue1": typeof keyValue1;
  }
}
