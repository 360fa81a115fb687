import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { inLocale } from "#kit/text.ts";
import { choicesOfEnum } from "#records/registry/enums.server.ts";
import { readableEnums } from "../options.server.ts";

/** The kind of data that a node is (N-051): an enumeration. */
const kind = 4;

const node = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.number(),
  fatherId: z.string().nullable(),
  sortOrder: z.number(),
});

const enumTree = defineCall({
  method: "GET",
  path: "api/enumDataService/tree",
  envelope: "site",
  title: { zh: "获取枚举树", en: "List the option sets of your space as a tree, with their options as children" },
  access: administrator,
  input: z.strictObject({}),
  output: z.array(node.extend({ children: z.array(node.extend({ children: z.array(z.never()) })) })),
  async run(_input, context) {
    const { locale } = context;
    const rows = await readableEnums(context);
    return rows.map((row, sortOrder) => ({
      id: row.id,
      name: inLocale(row.title, locale) ?? row.name,
      kind,
      fatherId: null,
      sortOrder,
      children: choicesOfEnum(row).map((choice, index) => ({
        id: `${row.name}.${choice.key}`,
        name: choice.name[locale],
        kind,
        fatherId: row.id,
        sortOrder: index,
        children: [],
      })),
    }));
  },
});

export default enumTree;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/enumDataService/tree": typeof enumTree;
  }
}
