import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readPayPasswordState } from "../pay-password.server.ts";

const needSetPayPassword = defineCall({
  method: "GET",
  path: "api/UserDetail/NeedSetPayPassword",
  envelope: "site",
  title: {
    zh: "查询是否需要设置支付密码",
    en: "Check whether you need to set a payment password: it is not set, or locked",
  },
  access: member,
  input: z.object({}),
  output: z.boolean(),
  async run(_input, { services, principal }) {
    const state = await services.database.system((tx) => readPayPasswordState(tx, principal.accountId));
    return state !== "set";
  },
});

export default needSetPayPassword;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/UserDetail/NeedSetPayPassword": typeof needSetPayPassword;
  }
}
