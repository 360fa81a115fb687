import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { runMessage, type RunState, runStates } from "#kit/governance.ts";
import type { Text } from "#kit/text.ts";
import { readRun } from "#features/builder/governance/runs.server.ts";

const messages: Record<RunState, Text> = {
  queued: runMessage,
  running: runMessage,
  done: { zh: "成功", en: "Success" },
  failed: { zh: "治理失败，请重新开始", en: "Governance failed. Start it again." },
  cancelled: { zh: "已取消", en: "Cancelled" },
};

const status = defineCall({
  method: "GET",
  path: "Api/SiteGovernance/Status",
  envelope: "site",
  title: { zh: "获取治理进度", en: "Get the progress of a governance run" },
  access: administrator,
  input: z.object({ runId: z.uuid() }),
  output: z.strictObject({
    runId: z.uuid(),
    status: z.enum(runStates),
    /** 0 to 100; 100 once the report is complete. */
    percent: z.number(),
    message: z.string(),
  }),
  async run({ runId }, { principal, services: { database }, locale }) {
    const { id, state, done, total } = await readRun(
      (query) => database.read(principal.tenantId, query),
      principal,
      runId,
    );
    const percent = state === "done" ? 100 : Math.min(99, Math.floor((100 * done) / Math.max(1, total ?? 1)));
    return { runId: id, status: state, percent, message: messages[state][locale] };
  },
});

export default status;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/SiteGovernance/Status": typeof status;
  }
}
