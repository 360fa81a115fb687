import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { formOutput } from "#records/describe/auto-output.server.ts";
import { readAutoForm } from "#records/definitions/read-auto-form.server.ts";
import { formInput } from "#records/describe/read-form.server.ts";

const autoForm = defineCall({
  method: "GET",
  path: "Api/Ui/AutoForm",
  envelope: "site",
  title: { zh: "获取自动表单", en: "Get the auto form: its description and initial values" },
  // A few forms have a key of their own and are open to everyone; `readAutoForm` checks the rights for forms of entities.
  access: anyone,
  input: formInput,
  output: formOutput,
  run: (input, context) => readAutoForm(context, input),
});

export default autoForm;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Ui/AutoForm": typeof autoForm;
  }
}
