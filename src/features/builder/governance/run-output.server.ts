import { sql } from "drizzle-orm";
import { z } from "zod";
import { runStates } from "#kit/governance.ts";
import { Problem } from "#kit/problem.ts";
import { notFoundText } from "#records/change/refusals.server.ts";
import type { Read } from "#server/postgres/database.server.ts";

/** The answer of the calls that start a run: its id, with which its progress is asked for. */
export const startedRun = z.strictObject({ runId: z.uuid(), status: z.enum(runStates) });

/** The id of the site of a space; undefined before it has one. */
export async function siteIdOf(read: Read, tenantId: string): Promise<string | undefined> {
  const [site] = await read<{ id: string }>(
    sql`select id from site where tenant_id = ${tenantId}::uuid and deleted_at is null order by created_at limit 1`,
  );
  return site?.id;
}

/** @throws {Problem} notFound when the id is not that of a site of the space */
export async function refuseOtherSite(read: Read, tenantId: string, siteId: string): Promise<void> {
  const sites = await read(
    sql`select 1 from site where tenant_id = ${tenantId}::uuid and id = ${siteId}::uuid and deleted_at is null`,
  );
  if (sites.length === 0) throw new Problem("notFound", notFoundText);
}
