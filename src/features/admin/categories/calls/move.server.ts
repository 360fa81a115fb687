import { z } from "zod";
import relationTree from "#entities/relationTree.ts";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { moveRow } from "#records/change/move.server.ts";
import { idInput } from "#records/query/row-input.server.ts";

const move = defineCall({
  method: "POST",
  path: "paas/relationTree/move",
  envelope: "data",
  title: {
    zh: "移动分类",
    en: "Move a category below `parent` (null: to the top level), in front of its child `before` (null: to the end)",
  },
  access: rowAccess("update", "relationTree"),
  input: z.strictObject({ id: idInput, parent: idInput.nullable(), before: idInput.nullable() }),
  output: z.strictObject({ id: z.string(), version: z.number() }),
  async run(input, context) {
    const { principal, services } = context;
    const { id, version } = await services.database.tenant(principal.tenantId, (tx) =>
      moveRow(tx, context, relationTree, input),
    );
    return { id, version };
  },
});

export default move;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/relationTree/move": typeof move;
  }
}
