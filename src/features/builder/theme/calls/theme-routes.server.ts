import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { pagePermissionId } from "#kit/page-permission.ts";
import { defineCall } from "#kit/call.ts";
import { themeTypes } from "#kit/theme-type.ts";

/** The same for everybody: the sign names a kind of users, and proves nothing. */
const routes = themeTypes.map((type) => ({ type, sign: pagePermissionId(`/${type}`) }));

const themeRoutes = defineCall({
  method: "GET",
  path: "api/theme/Routes",
  envelope: "site",
  title: {
    zh: "查询主题路由",
    en: "List the kinds of users whose addresses have a prefix of their own, each with the sign of its theme",
  },
  access: anyone,
  input: z.strictObject({}),
  /** N-023 */
  output: z.array(z.object({ type: z.string(), sign: z.string() })),
  run: async () => routes,
});

export default themeRoutes;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/theme/Routes": typeof themeRoutes;
  }
}
