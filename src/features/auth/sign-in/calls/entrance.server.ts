import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { isSameHash, keyedHash } from "#server/process/secrets.server.ts";

const notFoundText = { zh: "后台入口地址错误", en: "This sign-in address is incorrect" };

const entrance = defineCall({
  method: "POST",
  path: "admin/entrance",
  envelope: "data",
  title: {
    zh: "校验后台入口",
    en: "Check the secret address of the admin sign-in; grants nothing",
  },
  access: anyone,
  limit: { max: 20, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ sign: z.string().max(200) }),
  output: z.object({ ok: z.literal(true) }),
  run({ sign }, { services: { env, pepper } }) {
    // HMACs are compared in constant time. If no address is configured, every address is wrong.
    const receivedKey = keyedHash(pepper, "admin sign", sign);
    const expectedKey = keyedHash(pepper, "admin sign", env.ADMIN_SIGN ?? "");
    if (!isSameHash(receivedKey, expectedKey) || env.ADMIN_SIGN === undefined)
      throw new Problem("notFound", notFoundText);
    return { ok: true as const };
  },
});

export default entrance;
declare module "#kit/call.ts" {
  interface Calls {
    "POST admin/entrance": typeof entrance;
  }
}
