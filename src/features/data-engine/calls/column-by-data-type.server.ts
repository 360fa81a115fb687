import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { convertColumn, typeOfData } from "#records/definitions/data-columns.server.ts";
import { columnInput, columnOutput, sourcesOf, typeNameInput } from "../columns.server.ts";

const columnByDataType = defineCall({
  method: "POST",
  path: "api/DataColumn/dataColumnByDataType",
  envelope: "site",
  title: {
    zh: "将数据列改为另一数据类型，不适用的选项不保留",
    en: "Convert a data column to another data type, without the options that its new field type does not have",
  },
  access: administrator,
  safe: true,
  input: z.strictObject({ dataType: typeNameInput, column: columnInput }),
  output: columnOutput,
  run: async ({ dataType, column }, context) =>
    convertColumn(column, typeOfData(dataType), await sourcesOf(column, context)) as z.input<typeof columnOutput>,
});

export default columnByDataType;
declare module "#kit/call.ts" {
  interface Calls {
    "POST api/DataColumn/dataColumnByDataType": typeof columnByDataType;
  }
}
