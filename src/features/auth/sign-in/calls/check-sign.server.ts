import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { isSameHash, keyedHash } from "#server/process/secrets.server.ts";

const checkSign = defineCall({
  method: "POST",
  path: "Api/Admin/CheckSign",
  envelope: "site",
  title: {
    zh: "校验后台入口",
    en: "Check the secret address of the admin sign-in; grants nothing",
  },
  access: anyone,
  limit: { max: 20, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ sign: z.string().max(200) }),
  output: z.boolean(),
  run({ sign }, { services: { env, pepper } }) {
    // HMACs are compared in constant time. If no address is configured, every address is wrong.
    const receivedKey = keyedHash(pepper, "admin sign", sign);
    const expectedKey = keyedHash(pepper, "admin sign", env.ADMIN_SIGN ?? "");
    return isSameHash(receivedKey, expectedKey) && env.ADMIN_SIGN !== undefined;
  },
});

export default checkSign;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Admin/CheckSign": typeof checkSign;
  }
}
