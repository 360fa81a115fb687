import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { componentClasses as classes } from "#features/builder/wire/component.server.ts";

const componentClasses = defineCall({
  method: "GET",
  path: "api/Diywidget/class",
  envelope: "site",
  title: { zh: "查询组件分类", en: "List the classes of components" },
  access: rowAccess("read", "page"),
  input: z.object({}),
  output: z.array(z.object({ id: z.string(), name: z.string() })),
  run: (_input, { locale }) => classes.map(({ id, name }) => ({ id, name: name[locale] })),
});

export default componentClasses;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/Diywidget/class": typeof componentClasses;
  }
}
