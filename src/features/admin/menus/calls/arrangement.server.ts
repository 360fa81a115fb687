import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { menuTargets } from "#kit/menu.ts";
import { menuIconNames } from "#kit/menus.ts";
import { menuInput, storedGroups } from "../menu-wire.server.ts";
import { readArrangement } from "../read-arrangement.server.ts";

const arrangement = defineCall({
  method: "GET",
  path: "paas/menu/arrangement",
  envelope: "data",
  title: {
    zh: "查询菜单的编排",
    en: "Get a menu as administrators arrange it, with what its entries can open and who can see them",
  },
  access: administrator,
  input: z.strictObject({ menu: menuInput }),
  output: z.object({
    /** The row that stores the menu; null while the space has the menu of the program. */
    row: z.object({ id: z.string(), version: z.number() }).nullable(),
    groups: storedGroups,
    targets: z.array(
      z.object({
        opens: z.enum(menuTargets),
        target: z.string(),
        name: z.object({ zh: z.string(), en: z.string() }),
        icon: z.enum(menuIconNames),
        /** Whether it is in the menu of the program: its entry can be hidden, but not removed. */
        isDefault: z.boolean(),
      }),
    ),
    roles: z.array(
      z.object({
        id: z.string(),
        name: z.object({ zh: z.exactOptional(z.string()), en: z.exactOptional(z.string()) }),
      }),
    ),
    /** The paths of the pages of the site. */
    pages: z.array(z.string()),
  }),
  run: ({ menu }, context) => readArrangement(context, menu),
});

export default arrangement;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/menu/arrangement": typeof arrangement;
  }
}
