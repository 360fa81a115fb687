import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { storages } from "#kit/field.ts";
import { Problem } from "#kit/problem.ts";
import { columnForm } from "#records/definitions/column-form.server.ts";
import { typeOfControl, typeOfData } from "#records/definitions/data-columns.server.ts";
import { columnFieldOutput, columnOutput, typeNameInput } from "../columns.server.ts";

const otherStorage = new Problem("badRequest", {
  zh: "字段类型不适用于此数据类型",
  en: "This field type has another data type",
});

const formInfo = defineCall({
  method: "GET",
  path: "api/DataColumn/FormInfo",
  envelope: "site",
  title: {
    zh: "获取某数据类型的列的表单",
    en: "Get the form for a data column of a data type, with the settings of its usual field type or of `controlType`",
  },
  access: administrator,
  input: z.strictObject({ dataType: typeNameInput, controlType: typeNameInput.optional() }),
  output: z.strictObject({
    dataType: z.enum(storages),
    controlType: z.string(),
    name: z.string(),
    groups: z.array(
      z.strictObject({
        groupName: z.string(),
        items: z.array(z.strictObject({ field: z.string(), readOnly: z.boolean(), config: columnFieldOutput })),
      }),
    ),
    values: columnOutput,
  }),
  run({ dataType, controlType }, { locale }) {
    const usualType = typeOfData(dataType);
    const type = controlType === undefined ? usualType : typeOfControl(controlType);
    if (type.storage !== usualType.storage) throw otherStorage;
    const { values, ...form } = columnForm(type, locale);
    return { ...form, values: values as z.input<typeof columnOutput> };
  },
});

export default formInfo;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/DataColumn/FormInfo": typeof formInfo;
  }
}
