import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";

const ipCountry = defineCall({
  method: "GET",
  path: "basic/ip/country",
  envelope: "data",
  title: { zh: "查询访问地国家", en: "Get the country of the caller’s address from an offline table" },
  access: anyone,
  input: z.strictObject({}),
  output: z.object({ country: z.string().nullable(), locale: z.enum(["zh", "en"]) }),
  run(_input, { services, ip }) {
    const country = services.country.of(ip) ?? null;
    return { country, locale: country === "CN" ? ("zh" as const) : ("en" as const) };
  },
});

export default ipCountry;
declare module "#kit/call.ts" {
  interface Calls {
    "GET basic/ip/country": typeof ipCountry;
  }
}
