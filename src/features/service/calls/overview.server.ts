import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { type WorkState, workStates } from "#kit/work.ts";
import { readOverview } from "../overview.server.ts";

const text = z.object({ zh: z.string(), en: z.string() });

const overview = defineCall({
  method: "GET",
  path: "service/overview",
  envelope: "data",
  title: { zh: "查询服务首页", en: "Get your space’s active plans and latest work orders" },
  access: member,
  input: z.strictObject({}),
  output: z.object({
    packages: z.array(
      z.object({
        id: z.string(),
        name: text,
        provider: text,
        openedAt: z.string(),
        endsAt: z.string(),
        daysLeft: z.number(),
        daysInAll: z.number(),
        devices: z.number().nullable(),
        responseHours: z.number(),
      }),
    ),
    hasOpened: z.boolean(),
    work: z.object({
      open: z.number(),
      latest: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          status: z.enum(Object.keys(workStates) as [WorkState, ...WorkState[]]),
          updatedAt: z.string(),
          provider: text.nullable(),
          dueAt: z.string().nullable(),
        }),
      ),
    }),
  }),
  run: (_input, { principal, services }) =>
    services.database.tenant(principal.tenantId, (tx) => readOverview(tx, principal)),
});

export default overview;
declare module "#kit/call.ts" {
  interface Calls {
    "GET service/overview": typeof overview;
  }
}
