import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readSite } from "#records/site/site.server.ts";
import { colorValues } from "../color-values.server.ts";

const appColors = defineCall({
  method: "GET",
  path: "Api/AppColor/List",
  envelope: "site",
  title: {
    zh: "获取配色",
    en: "List the nine colours of the palette: `color` in the theme of your space’s site, `sizeColor` the name of its style",
  },
  access: member,
  input: z.strictObject({}),
  output: z.array(z.strictObject({ color: z.string(), sizeColor: z.string() })),
  async run(_input, { principal: { tenantId }, services: { database } }) {
    const { tokens } = await readSite((query) => database.read(tenantId, query), tenantId);
    return colorValues(tokens);
  },
});

export default appColors;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/AppColor/List": typeof appColors;
  }
}
