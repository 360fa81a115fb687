import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { locales } from "#kit/text.ts";
import { type WorkState, workSides, workStates, workStepNames } from "#kit/work.ts";
import { readWorkDetails } from "../work.server.ts";

const localizedName = z.partialRecord(z.enum(locales), z.string()).nullable();

const details = defineCall({
  method: "GET",
  path: "paas/workorder/details",
  envelope: "data",
  title: { zh: "查询工单详情", en: "Get a work order, its conversation and the actions you may take" },
  access: rowAccess("read", "paasWork"),
  input: z.object({ id: z.uuid() }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    kind: z.string(),
    priority: z.string(),
    status: z.enum(Object.keys(workStates) as [WorkState, ...WorkState[]]),
    device: z.string().nullable(),
    description: z.string(),
    picture: z.string().nullable(),
    filedBy: z.string(),
    createdAt: z.string(),
    side: z.enum(workSides),
    party: localizedName,
    packageName: localizedName,
    responseHours: z.number().nullable(),
    dueAt: z.string().nullable(),
    answeredAt: z.string().nullable(),
    messages: z.array(
      z.object({
        id: z.string(),
        memberName: z.string(),
        party: localizedName,
        isOwn: z.boolean(),
        step: z.enum(workStepNames).nullable(),
        text: z.string(),
        pictures: z.array(z.string()),
        createdAt: z.string(),
      }),
    ),
    steps: z.array(z.enum(workStepNames)),
    mayReply: z.boolean(),
    mayEdit: z.boolean(),
  }),
  run: ({ id }, { principal, services }) =>
    services.database.tenant(principal.tenantId, (tx) => readWorkDetails(tx, principal, id)),
});

export default details;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/workorder/details": typeof details;
  }
}
