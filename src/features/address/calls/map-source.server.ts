import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";

const mapSource = defineCall({
  method: "GET",
  path: "basic/map/source",
  envelope: "data",
  title: { zh: "查询地图图源", en: "Get the URL template of map tiles; if it is null, maps show a coordinate grid" },
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
