import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { regionsOf } from "#kit/regions.ts";

const wrongLevel = { zh: "地区级别只能是 2、3、4", en: "The region level must be 2, 3 or 4" };

const regionData = defineCall({
  method: "GET",
  path: "api/Region/GetRegionData",
  envelope: "site",
  title: { zh: "查询地区", en: "List provinces (level 2), cities (3) or counties (4), all or under one parent" },
  access: anyone,
  input: z.object({ level: z.coerce.number(), parentId: z.coerce.number().int().optional() }),
  output: z.array(z.object({ id: z.number(), name: z.string(), parentId: z.number().nullable() })),
  run({ level, parentId }, { locale }) {
    if (level !== 2 && level !== 3 && level !== 4) throw new Problem("invalid", wrongLevel);
    return regionsOf(level, parentId).map(({ id, name, parentId: parent }) => ({
      id,
      name: name[locale],
      parentId: parent,
    }));
  },
});

export default regionData;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/Region/GetRegionData": typeof regionData;
  }
}
