import { z } from "zod";
import relationTree from "#entities/relationTree.ts";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { type DataItem, dataKinds, dataTreeOutput, toDataTree } from "#records/describe/data-nodes.server.ts";
import { readTree, type TreeNode } from "#records/describe/tree.server.ts";

const itemOf = ({ id, name, children }: TreeNode): DataItem => ({
  id,
  name,
  kind: dataKinds.relation,
  children: children.map(itemOf),
});

const relationDataTree = defineCall({
  method: "GET",
  path: "api/relationDataService/tree",
  envelope: "site",
  title: { zh: "获取分类树", en: "List the categories of your space as a tree" },
  access: administrator,
  input: z.strictObject({}),
  output: dataTreeOutput,
  async run(_input, { principal, locale, services: { database } }) {
    const nodes = await readTree({ database, principal, locale }, relationTree);
    return toDataTree(nodes.map(itemOf));
  },
});

export default relationDataTree;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/relationDataService/tree": typeof relationDataTree;
  }
}
