import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { fileUseKinds } from "#kit/stored-file.ts";
import { idInput } from "#records/query/row-input.server.ts";
import { readFileUses } from "../file-uses.server.ts";

const fileUses = defineCall({
  method: "GET",
  path: "Api/StorageFile/Uses",
  envelope: "site",
  title: { zh: "查询文件的使用位置", en: "List where a file is used" },
  access: rowAccess("read", "storageFile"),
  input: z.strictObject({ id: idInput }),
  output: z.strictObject({
    uses: z.array(
      z.strictObject({
        entity: z.string(),
        title: z.string(),
        url: z.string().nullable(),
        isDeleted: z.boolean(),
        kinds: z.array(z.enum(fileUseKinds)),
      }),
    ),
    /** The number of uses that the caller may not see. */
    hidden: z.number(),
    /** Whether the file has more uses than are listed and counted. */
    hasMore: z.boolean(),
  }),
  run: ({ id }, context) => readFileUses(context.services.database, context, id),
});

export default fileUses;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/StorageFile/Uses": typeof fileUses;
  }
}
