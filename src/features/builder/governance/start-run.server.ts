import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import type { RunState } from "#kit/governance.ts";
import type { JobDefinition } from "#server/jobs/define-job.server.ts";
import { claimRequestEffect } from "#server/http/idempotency.server.ts";
import { addRun, readRun, type RunTarget } from "./runs.server.ts";

/** Starts a run, or finds the one under way: one at a time for each target. */
export async function startRun(
  { principal, services }: Pick<CallContext<UserPrincipal>, "principal" | "services">,
  { definition, input }: { definition: JobDefinition; input: unknown },
  target: RunTarget,
): Promise<{ runId: string; status: RunState }> {
  const { tenantId, memberId } = principal;
  return services.database.tenant(tenantId, async (tx) => {
    await claimRequestEffect(tx);
    const runId = await services.jobs.start(tx, { definition, input, principal });
    await addRun(tx, { tenantId, runId, memberId, ...target });
    return { runId, status: (await readRun(tx.rows, principal, runId)).state };
  });
}
