import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { mapTilesOf } from "#server/env.server.ts";

const mapSource = defineCall({
  method: "GET",
  path: "basic/map/source",
  envelope: "data",
  title: { zh: "查询地图图源", en: "Get the URL template of map tiles; if it is null, maps show a coordinate grid" },
  access: member,
  input: z.strictObject({}),
  output: z.object({ tiles: z.string().nullable(), attribution: z.string() }),
  run(_input, { services: { env } }) {
    const tiles = mapTilesOf(env);
    return { tiles: tiles?.url ?? null, attribution: tiles?.attribution ?? "" };
  },
});

export default mapSource;
declare module "#kit/call.ts" {
  interface Calls {
    "GET basic/map/source": typeof mapSource;
  }
}
