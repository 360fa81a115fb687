import { z } from "zod";
import { member, verifyIdentityText } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { allowsEntity, isSensitive } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { admit } from "#server/http/calls.server.ts";
import { claimRequestEffect } from "#server/http/idempotency.server.ts";
import type { JobDefinition } from "#server/jobs/define-job.server.ts";
import { jobNotFound } from "../job-view.server.ts";

/** Whether starting the job requires a recent proof of identity: because of its definition, or because the verb that it requires is sensitive. */
function requiresStepUp(
  { access, stepUp }: JobDefinition,
  { entities }: RowContext,
  input: Record<string, unknown>,
): boolean {
  return stepUp === true || ("verb" in access && isSensitive(entities, access.type ?? input.type, access.verb));
}

const start = defineCall({
  method: "POST",
  path: "Api/Job/Start",
  envelope: "site",
  title: { zh: "启动任务", en: "Start a job" },
  access: member,
  idempotent: true,
  input: z.strictObject({ name: z.string().max(60), input: z.record(z.string(), z.unknown()).default({}) }),
  output: z.object({ id: z.uuid() }),
  async run({ name, input }, context) {
    const { principal, services } = context;
    const definition = services.jobs.definitions.get(name);
    if (definition === undefined) throw new Problem("notFound", jobNotFound);
    admit(definition.access, context, input, { allowsEntity });
    if (requiresStepUp(definition, context, input) && !principal.hasRecentProof)
      throw new Problem("forbidden", verifyIdentityText, { needsProof: true });
    // `reportInput` lets messages distinguish a missing field from one of another type.
    const parsedInput = definition.input.parse(input, { reportInput: true });
    return services.database.tenant(principal.tenantId, async (tx) => {
      await claimRequestEffect(tx);
      return { id: await services.jobs.start(tx, { definition, input: parsedInput, principal }) };
    });
  },
});

export default start;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Job/Start": typeof start;
  }
}
