import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { choicesNamed, optionsInput, optionsOutput, toOptions } from "../options.server.ts";

const enumKeyValue = defineCall({
  method: "GET",
  path: "basic/enum/{type}/kv",
  envelope: "data",
  title: { zh: "获取枚举选项", en: "List the options of an option set by its identifier" },
  access: anyone,
  input: z.strictObject({ type: optionsInput }),
  output: optionsOutput,
  run: async ({ type }, context) => toOptions(await choicesNamed(type, context), context.locale),
});

export default enumKeyValue;
declare module "#kit/call.ts" {
  interface Calls {
    "GET basic/enum/{type}/kv": typeof enumKeyValue;
  }
}
