import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { iconSet } from "#ui/icon-set.ts";

const icons = defineCall({
  method: "GET",
  path: "Api/Icon/GetListByUrl",
  envelope: "site",
  title: {
    zh: "获取图标",
    en: "List the icons that icon fields offer: `name` is what rows store, `class` that of its drawing",
  },
  access: member,
  // Clients send the query of the page that asks; every page has the same icons.
  input: z.looseObject({}),
  output: z.array(z.strictObject({ name: z.string(), class: z.string() })),
  run: () => iconSet.map(({ name }) => ({ name, class: `lucide lucide-${name}` })),
});

export default icons;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Icon/GetListByUrl": typeof icons;
  }
}
