import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import { type ImportCounts, maxDirectImportRows } from "#kit/import.ts";
import { refuseWithoutProof } from "#records/registry/guard.server.ts";
import { claimRequestEffect } from "#server/http/idempotency.server.ts";
import importRows from "./jobs/import-rows.server.ts";

/** Whether a job, not a call, writes and reverts the rows of a checked import. */
export const isLarge = (counts: ImportCounts | null): boolean =>
  counts !== null && counts.add + counts.update > maxDirectImportRows;

/** Starts a job for a step of an import and returns the job's id. @throws {Problem} as `refuseWithoutProof`, without a recent proof of identity */
export function startImportJob(
  { database, jobs }: Services,
  principal: UserPrincipal,
  input: Parameters<typeof importRows.run>[0],
): Promise<string> {
  refuseWithoutProof(principal);
  return database.tenant(principal.tenantId, async (tx) => {
    await claimRequestEffect(tx);
    return jobs.start(tx, { definition: importRows, input, principal });
  });
}

/** The newest job of an import; undefined if it has none. */
export const newestImportJob = ({ jobs }: Services, principal: UserPrincipal, id: string) =>
  jobs.findNewest(importRows.name, id, principal);
