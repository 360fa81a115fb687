import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readOffer } from "../packages.server.ts";

const text = z.object({ zh: z.string(), en: z.string() });

const offer = defineCall({
  method: "GET",
  path: "service/offer",
  envelope: "data",
  title: {
    zh: "查询一个套餐",
    en: "Get a published plan of the site’s owner by its slug, or null",
  },
  access: anyone,
  limit: { max: 60, windowSeconds: 60 },
  input: z.strictObject({ key: z.string().min(1).max(40) }),
  output: z.object({ name: text, price: text, days: z.number() }).nullable(),
  run: ({ key }, { siteTenantId, services }) => readOffer(services, siteTenantId, key),
});

export default offer;
declare module "#kit/call.ts" {
  interface Calls {
    "GET service/offer": typeof offer;
  }
}
