import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { enumItem } from "#records/describe/data-entities.server.ts";
import { dataKinds, dataTreeOutput, toDataTree } from "#records/describe/data-nodes.server.ts";
import { choicesOfEnum } from "#records/registry/enums.server.ts";
import { readableEnums } from "../options.server.ts";

const enumTree = defineCall({
  method: "GET",
  path: "api/enumDataService/tree",
  envelope: "site",
  title: { zh: "获取枚举树", en: "List the option sets of your space as a tree, with their options as children" },
  access: administrator,
  input: z.strictObject({}),
  output: dataTreeOutput,
  async run(_input, context) {
    const { locale } = context;
    const rows = await readableEnums(context);
    return toDataTree(
      rows.map((row) => ({
        ...enumItem(row, locale),
        children: choicesOfEnum(row).map(({ key, name }) => ({
          id: `${row.name}.${key}`,
          name: name[locale],
          kind: dataKinds.enumeration,
        })),
      })),
    );
  },
});

export default enumTree;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/enumDataService/tree": typeof enumTree;
  }
}
