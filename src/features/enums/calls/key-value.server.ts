import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { choicesNamed, optionsInput, optionsOutput, toOptions } from "../options.server.ts";

const keyValue = defineCall({
  method: "GET",
  path: "Api/Type/GetKeyValue",
  envelope: "site",
  title: {
    zh: "查询选项",
    en: "List the options of an option set by its identifier, or of a field, named `entity.field`",
  },
  // What the caller may read is checked once the list is known.
  access: anyone,
  input: z.strictObject({ type: optionsInput }),
  output: optionsOutput,
  run: async ({ type }, context) => toOptions(await choicesNamed(type, context), context.locale),
});

export default keyValue;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Type/GetKeyValue": typeof keyValue;
  }
}
