import { z } from "zod";
import { superAdmin } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { queueFigures, readQueues, readUpkeepTasks, upkeepFigures } from "../queues/work-figures.server.ts";

const figures = defineCall({
  method: "GET",
  path: "paas/job/figures",
  envelope: "data",
  title: { zh: "查询队列与系统维护状态", en: "Get what waits in every queue, and the last runs of upkeep tasks" },
  access: superAdmin,
  stepUp: true,
  sensitive: true,
  input: z.strictObject({}),
  output: z.object({ queues: z.array(queueFigures), upkeep: z.array(upkeepFigures) }),
  async run(_input, { services }) {
    const [queues, upkeep] = await Promise.all([readQueues(services), readUpkeepTasks(services)]);
    return { queues, upkeep };
  },
});

export default figures;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/job/figures": typeof figures;
  }
}
