import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";

const mapSource = defineCall({
  method: "GET",
  path: "basic/map/source",
  envelope: "data",
  title: { zh: "查询地图图源", en: "Get where map tiles come from; null: maps show the grid of coordinates" },
  access: member,
  input: z.strictObject({}),
  output: z.object({ tiles: z.string().nullable(), attribution: z.string() }),
  run: (_input, { services: { env } }) => ({ tiles: env.MAP_TILES ?? null, attribution: env.MAP_ATTRIBUTION ?? "" }),
});

export default mapSource;
declare module "#kit/call.ts" {
  interface Calls {
    "GET basic/map/source": typeof mapSource;
  }
}
