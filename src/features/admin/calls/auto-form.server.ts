import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { toForm } from "#records/describe/describe.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import { readRow } from "#records/query/list.server.ts";
import { mayUpdateRow } from "#records/describe/row-actions.server.ts";
import { addableTypes } from "#records/describe/addable.server.ts";
import { lastChange } from "#records/describe/row-history.server.ts";
import { titlesFor } from "#records/describe/titles.server.ts";
import { formOutput } from "../auto-output.server.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";

const autoForm = defineCall({
  method: "GET",
  path: "Api/Ui/AutoForm",
  envelope: "site",
  title: { zh: "获取自动表单", en: "Get the auto form: its description and initial values" },
  access: member,
  input: z.strictObject({ type: typeInput, id: idInput.optional() }),
  output: formOutput,
  async run({ type, id }, { who, entities, locale, services }) {
    const entity = entities.find(type);
    guard(who, entity, id === undefined ? "add" : "read");
    const addable = addableTypes({ who, entities }, entity);
    if (id === undefined) return { ...toForm(entity, who, locale, null), titles: {}, addable };
    const row = await readRow(services.database, who, entity, id);
    const [titles, mayUpdate, last] = await Promise.all([
      titlesFor(services.database, { who, entities, locale }, entity, [row]),
      mayUpdateRow(services.database, who, entity, id),
      lastChange(services.database, who, entity, id),
    ]);
    return {
      ...toForm(entity, who, locale, row, mayUpdate),
      ...(last === undefined ? {} : { lastChange: last }),
      titles,
      addable,
    };
  },
});

export default autoForm;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Ui/AutoForm": typeof autoForm;
  }
}
