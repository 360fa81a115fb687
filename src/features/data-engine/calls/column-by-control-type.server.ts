import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { convertColumn, typeOfControl } from "#records/definitions/data-columns.server.ts";
import { columnInput, columnOutput, sourcesOf, typeNameInput } from "../columns.server.ts";

const columnByControlType = defineCall({
  method: "POST",
  path: "api/DataColumn/DataColumnByControlType",
  envelope: "site",
  title: {
    zh: "将数据列改为另一字段类型，不适用的选项不保留",
    en: "Convert a data column to another field type, without the options that this type does not have",
  },
  access: administrator,
  safe: true,
  input: z.strictObject({ controlType: typeNameInput, column: columnInput }),
  output: columnOutput,
  run: async ({ controlType, column }, context) =>
    convertColumn(column, typeOfControl(controlType), await sourcesOf(column, context)) as z.input<typeof columnOutput>,
});

export default columnByControlType;
declare module "#kit/call.ts" {
  interface Calls {
    "POST api/DataColumn/DataColumnByControlType": typeof columnByControlType;
  }
}
