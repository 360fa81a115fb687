import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readBranch, readPaths, readTree, type TreeNode } from "#records/describe/tree.server.ts";
import { idInput, typeInput } from "#records/query/row-input.server.ts";

const node: z.ZodType<TreeNode> = z.strictObject({
  id: z.string(),
  name: z.string(),
  fatherId: z.string().nullable(),
  sortOrder: z.number(),
  hasChildren: z.boolean(),
  isSelectable: z.boolean(),
  children: z.lazy(() => z.array(node)),
});

const relationTree = defineCall({
  method: "GET",
  path: "Api/RelationTree/GetTree",
  envelope: "site",
  title: {
    zh: "查询关联数据树",
    en: "Get an entity’s rows as a tree: all, the children of one row (`parent`; `top`: the roots), or those that `q` or `id` finds, with their ancestors",
  },
  access: rowAccess("read"),
  input: z.strictObject({
    type: typeInput,
    /** The row whose children to return, 200 at a time; `top`: the roots. */
    parent: z.union([idInput, z.literal("top")]).optional(),
    pageIndex: z.coerce.number<number | string>().int().min(1).max(10_000).default(1),
    /** The code of the row below which the rows are, as relation fields name it. */
    branch: z.string().min(1).max(40).optional(),
    /** Search words. */
    q: z.string().max(100).optional(),
    /** The row whose ancestors to return. */
    id: idInput.optional(),
  }),
  output: z.array(node),
  run({ type, parent, pageIndex, branch, q = "", id }, { principal, entities, locale, services: { database } }) {
    const entity = entities.find(type);
    const reader = { database, principal, locale, branch };
    if (q.trim() !== "") return readPaths(reader, entity, { q });
    if (id !== undefined) return readPaths(reader, entity, { ids: [id] });
    if (parent === undefined) return readTree(reader, entity);
    return readBranch(reader, entity, { parent: parent === "top" ? null : parent, pageIndex });
  },
});

export default relationTree;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/RelationTree/GetTree": typeof relationTree;
  }
}
