import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { fullNameOf } from "#kit/regions.ts";

const regionNotFound = { zh: "地区不存在", en: "Region not found" };

const fullName = defineCall({
  method: "GET",
  path: "Api/Region/GetFullName",
  envelope: "site",
  title: { zh: "查询地区全称", en: "Get the province, city and county of a region as one text" },
  access: anyone,
  input: z.object({ areaId: z.coerce.number().int() }),
  output: z.string(),
  run({ areaId }, { locale }) {
    const name = fullNameOf(areaId, locale);
    if (name === "") throw new Problem("notFound", regionNotFound);
    return name;
  },
});

export default fullName;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Region/GetFullName": typeof fullName;
  }
}
