import { z } from "zod";
import { superAdmin } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readSpace, spaceDetailOutput } from "../spaces.server.ts";

const spaceDetail = defineCall({
  method: "GET",
  path: "paas/space/detail",
  envelope: "data",
  title: { zh: "查询空间详情", en: "Get a space with its usage, quotas, administrators and history" },
  access: superAdmin,
  stepUp: true,
  sensitive: true,
  input: z.strictObject({ id: z.uuid() }),
  output: spaceDetailOutput,
  run: ({ id }, { services }) => readSpace(services, id),
});

export default spaceDetail;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/space/detail": typeof spaceDetail;
  }
}
