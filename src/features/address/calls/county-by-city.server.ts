import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { findCity, regionsOf } from "#kit/regions.ts";

const countyByCity = defineCall({
  method: "GET",
  path: "api/Region/GetCountyByCity",
  envelope: "site",
  title: { zh: "查询城市的区县", en: "List the counties of a city, named in either language" },
  access: anyone,
  input: z.object({ cityName: z.string().max(60) }),
  output: z.array(z.object({ id: z.number(), name: z.string() })),
  run({ cityName }, { locale }) {
    const city = findCity(cityName);
    // Level 4 is the county.
    return city === undefined ? [] : regionsOf(4, city.id).map(({ id, name }) => ({ id, name: name[locale] }));
  },
});

export default countyByCity;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/Region/GetCountyByCity": typeof countyByCity;
  }
}
