import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { jobNotFound } from "../job-view.server.ts";

const cancel = defineCall({
  method: "POST",
  path: "Api/Job/Cancel",
  envelope: "site",
  title: { zh: "取消任务", en: "Cancel one of my jobs; what it has done stays" },
  access: member,
  input: z.object({ id: z.uuid() }),
  output: z.object({ ok: z.literal(true) }),
  async run({ id }, { principal, services }) {
    if (!(await services.jobs.cancel(id, principal))) throw new Problem("notFound", jobNotFound);
    return { ok: true as const };
  },
});

export default cancel;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Job/Cancel": typeof cancel;
  }
}
