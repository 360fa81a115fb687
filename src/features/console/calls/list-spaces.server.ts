import { z } from "zod";
import { superAdmin } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { spaceStates } from "#kit/space.ts";
import { listSpaces, spaceOutput } from "../spaces.server.ts";

const spaceList = defineCall({
  method: "GET",
  path: "paas/space/list",
  envelope: "data",
  title: { zh: "查询所有空间", en: "List all spaces of the installation with their state and usage, newest first" },
  access: superAdmin,
  stepUp: true,
  sensitive: true,
  input: z.strictObject({
    /** A part of a name or code. */
    keyword: z.string().trim().max(100).default(""),
    state: z.enum(spaceStates).optional(),
    /** The id of the last space of the previous page. */
    before: z.uuid().optional(),
    limit: z.coerce.number<number | string>().int().min(1).max(100).default(50),
  }),
  output: z.object({
    list: z.array(spaceOutput),
    /** The value of `before` for the next page; null on the last one. */
    next: z.string().nullable(),
  }),
  run: (input, { services }) => listSpaces(services, input),
});

export default spaceList;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/space/list": typeof spaceList;
  }
}
