import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { entityItems } from "#records/describe/data-entities.server.ts";
import { dataTreeOutput, toDataTree } from "#records/describe/data-nodes.server.ts";

const entityTree = defineCall({
  method: "GET",
  path: "api/EntityDataService/tree",
  envelope: "site",
  title: { zh: "获取实体树", en: "List the entities of your space as a tree, with their fields as children" },
  access: administrator,
  input: z.strictObject({}),
  output: dataTreeOutput,
  run: (_input, context) => toDataTree(entityItems(context)),
});

export default entityTree;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/EntityDataService/tree": typeof entityTree;
  }
}
