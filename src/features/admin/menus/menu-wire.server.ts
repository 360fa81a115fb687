import { z } from "zod";
import { maxMenuEntries, maxMenuGroups, maxMenuName, menuTargets } from "#kit/menu.ts";
import { menuNames } from "#kit/menus.ts";

const name = z.strictObject({
  zh: z.exactOptional(z.string().max(maxMenuName)),
  en: z.exactOptional(z.string().max(maxMenuName)),
});

/** A menu by its name. */
export const menuInput = z.enum(menuNames);

/** The groups of a menu as spaces store them: `StoredMenuGroup` of kit/menu.ts. */
export const storedGroups = z
  .array(
    z.strictObject({
      group: z.string().max(40).nullable(),
      name: name.nullable(),
      entries: z
        .array(
          z.strictObject({
            opens: z.enum(menuTargets),
            target: z.string().min(1).max(500),
            name: name.nullable(),
            icon: z.string().max(40).nullable(),
            roles: z.array(z.uuid()).max(100),
            isHidden: z.boolean(),
          }),
        )
        .max(maxMenuEntries),
    }),
  )
  .max(maxMenuGroups);
