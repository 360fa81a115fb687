import { sql } from "drizzle-orm";
import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { dataKinds, dataTreeOutput, toDataTree } from "#records/describe/data-nodes.server.ts";
import { readConfigurations } from "../read-configurations.server.ts";

const kind = dataKinds.configuration;

const configurationTree = defineCall({
  method: "GET",
  path: "api/autoConfigDataService/tree",
  envelope: "site",
  title: {
    zh: "获取配置树",
    en: "List the types of configurations of your space as a tree, with the configurations as children",
  },
  access: administrator,
  input: z.strictObject({}),
  output: dataTreeOutput,
  async run(_input, context) {
    const configurations = await readConfigurations(context, sql`true`);
    const byType = Map.groupBy(configurations, ({ type }) => type.toLowerCase());
    return toDataTree(
      [...byType.values()].map((group) => {
        const { type } = group[0]!;
        return {
          id: type,
          name: type,
          kind,
          children: group.map(({ id, name }) => ({ id, name: name || type, kind })),
        };
      }),
    );
  },
});

export default configurationTree;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/autoConfigDataService/tree": typeof configurationTree;
  }
}
