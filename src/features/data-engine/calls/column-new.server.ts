import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { newColumn, typeOfData } from "#records/definitions/data-columns.server.ts";
import { columnOutput, typeNameInput } from "../columns.server.ts";

const columnNew = defineCall({
  method: "GET",
  path: "api/DataColumn/DataColumnNew",
  envelope: "site",
  title: { zh: "获取某数据类型的新列", en: "Get a new data column of a data type" },
  access: administrator,
  input: z.strictObject({ dataType: typeNameInput }),
  output: columnOutput,
  run: ({ dataType }) => newColumn(typeOfData(dataType)) as z.input<typeof columnOutput>,
});

export default columnNew;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/DataColumn/DataColumnNew": typeof columnNew;
  }
}
