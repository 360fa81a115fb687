import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readAutoForm } from "#records/definitions/read-auto-form.server.ts";
import { formInput } from "#records/describe/read-form.server.ts";

const jsonForm = defineCall({
  method: "GET",
  path: "Api/Ui/JsonForm",
  envelope: "site",
  title: { zh: "获取 JSON 文本格式的自动表单", en: "Get the auto form as JSON text" },
  // As for `Api/Ui/AutoForm`: `readAutoForm` checks the rights.
  access: anyone,
  input: formInput,
  output: z.string(),
  run: async (input, context) => JSON.stringify(await readAutoForm(context, input)),
});

export default jsonForm;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Ui/JsonForm": typeof jsonForm;
  }
}
