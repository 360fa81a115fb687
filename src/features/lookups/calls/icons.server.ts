import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { listSpaceIcons } from "#records/registry/space-icons.server.ts";
import { iconSet } from "#ui/icon-set.ts";

const icons = defineCall({
  method: "GET",
  path: "Api/Icon/GetListByUrl",
  envelope: "site",
  title: {
    zh: "获取图标",
    en: "List the icons that icon fields offer: `name` is what rows store, `class` that of its drawing; icons that the space added have a `title`, search `words` and the `url` of their drawing",
  },
  access: member,
  // Clients send the query of the page that asks; every page has the same icons.
  input: z.looseObject({}),
  output: z.array(
    z.strictObject({
      name: z.string(),
      class: z.string(),
      title: z.exactOptional(z.string()),
      words: z.exactOptional(z.string()),
      url: z.exactOptional(z.string()),
    }),
  ),
  async run(_input, { principal: { tenantId }, services: { database }, locale }) {
    const added = await listSpaceIcons(database, tenantId, locale);
    const names = new Set(added.map(({ name }) => name));
    const builtIn = iconSet.filter(({ name }) => !names.has(name));
    return [
      ...builtIn.map(({ name }) => ({ name, class: `lucide lucide-${name}` })),
      ...added.map((icon) => ({ ...icon, class: "icon" })),
    ];
  },
});

export default icons;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Icon/GetListByUrl": typeof icons;
  }
}
