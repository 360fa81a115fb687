import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readAutoForm } from "#records/definitions/read-auto-form.server.ts";
import { formInput } from "#records/describe/read-form.server.ts";

const defaultValue = defineCall({
  method: "GET",
  path: "Api/Ui/DefaultValue",
  envelope: "site",
  title: {
    zh: "获取表单的默认值",
    en: "Get the initial values of the auto form: the defaults of a new row, or the values of the row with the id",
  },
  // As for `Api/Ui/AutoForm`: `readAutoForm` checks the rights.
  access: anyone,
  input: formInput,
  output: z.record(z.string(), z.unknown()),
  run: async (input, context) => (await readAutoForm(context, input)).values,
});

export default defaultValue;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Ui/DefaultValue": typeof defaultValue;
  }
}
