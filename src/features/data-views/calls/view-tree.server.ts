import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { dataKinds, dataTreeOutput, toDataTree } from "#records/describe/data-nodes.server.ts";

const kind = dataKinds.view;

const viewTree = defineCall({
  method: "GET",
  path: "api/collectDataService/tree",
  envelope: "site",
  title: { zh: "获取数据视图树", en: "List the data views of your space as a tree, with their columns as children" },
  access: administrator,
  input: z.strictObject({}),
  output: dataTreeOutput,
  run: (_input, { entities, locale }) =>
    toDataTree(
      entities.views.map(({ type, name, fields }) => ({
        id: type,
        name: name[locale],
        kind,
        children: Object.entries(fields).map(([field, config]) => ({
          id: `${type}.${field}`,
          name: config.name[locale],
          kind,
        })),
      })),
    ),
});

export default viewTree;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/collectDataService/tree": typeof viewTree;
  }
}
