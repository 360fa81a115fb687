import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { firstStepsOf } from "../first-steps.server.ts";

const firstSteps = defineCall({
  method: "GET",
  path: "paas/start",
  envelope: "data",
  title: { zh: "查询新空间的起步清单", en: "Get the getting-started list of a new space" },
  access: administrator,
  input: z.strictObject({}),
  output: z.object({
    isNew: z.boolean(),
    site: z
      .object({
        id: z.string(),
        version: z.number(),
        name: z.object({ zh: z.string().optional(), en: z.string().optional() }),
      })
      .nullable(),
    done: z.object({ name: z.boolean(), colours: z.boolean(), home: z.boolean(), publish: z.boolean() }),
  }),
  run: (_input, context) => firstStepsOf(context),
});

export default firstSteps;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/start": typeof firstSteps;
  }
}
