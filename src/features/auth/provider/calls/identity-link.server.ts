import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readOwnLink } from "../identity-links.server.ts";

const identityLink = defineCall({
  method: "GET",
  path: "user/sso/link",
  envelope: "data",
  title: {
    zh: "查询我的单点登录关联",
    en: "Get your link to the identity provider of the space; null if the space has none",
  },
  access: member,
  sensitive: true,
  input: z.strictObject({}),
  output: z
    .object({
      name: z.object({ zh: z.string(), en: z.string() }),
      link: z.object({ email: z.string(), createdAt: z.string() }).nullable(),
      canLink: z.boolean(),
    })
    .nullable(),
  run: (_input, context) => readOwnLink(context),
});

export default identityLink;
declare module "#kit/call.ts" {
  interface Calls {
    "GET user/sso/link": typeof identityLink;
  }
}
