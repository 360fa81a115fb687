import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { cityIndex } from "#kit/regions.ts";

const cityIndexCall = defineCall({
  method: "GET",
  path: "api/Region/CityIndex",
  envelope: "site",
  title: { zh: "查询城市索引", en: "List cities by first letter" },
  access: anyone,
  input: z.object({}),
  /** `key`: the first letter of the English names. */
  output: z.array(z.object({ key: z.string(), cities: z.array(z.object({ id: z.number(), name: z.string() })) })),
  run: (_input, { locale }) =>
    cityIndex().map(({ key, cities }) => ({ key, cities: cities.map(({ id, name }) => ({ id, name: name[locale] })) })),
});

export default cityIndexCall;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/Region/CityIndex": typeof cityIndexCall;
  }
}
