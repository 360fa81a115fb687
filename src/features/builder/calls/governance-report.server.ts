import { sql } from "drizzle-orm";
import { z } from "zod";
import { administrator, forbiddenText, hasLevel } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { governanceKinds, severities } from "#kit/governance.ts";
import { Problem } from "#kit/problem.ts";
import { checksOf } from "#features/builder/governance/checks.server.ts";
import { siteIdOf } from "#features/builder/governance/run-output.server.ts";
import { latestRuns } from "#features/builder/governance/runs.server.ts";

const reportCall = defineCall({
  method: "GET",
  path: "paas/governance/report",
  envelope: "data",
  title: {
    zh: "获取最近的治理报告、与上次的比较和进行中的治理",
    en: "Get the latest governance report, compared with the one before, and the run under way",
  },
  access: administrator,
  input: z.strictObject({ kind: z.enum(governanceKinds), appId: z.uuid().optional() }),
  output: z.strictObject({
    siteId: z.string().nullable(),
    /** The published light apps, for runs of the kind `app`. */
    apps: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    activeRunId: z.string().nullable(),
    report: z
      .strictObject({
        runId: z.string(),
        endedAt: z.string(),
        hasPrevious: z.boolean(),
        checks: z.array(
          z.strictObject({
            id: z.string(),
            title: z.string(),
            advice: z.string(),
            severity: z.enum(severities),
            count: z.number(),
            /** Findings that the report before did not have, and findings of that report that are gone. */
            added: z.number(),
            resolved: z.number(),
            mended: z.number(),
            mendable: z.number(),
            /** The name of the mend, if the check has one. */
            mend: z.string().nullable(),
          }),
        ),
      })
      .nullable(),
  }),
  async run({ kind, appId }, { principal, services: { database }, entities, locale }) {
    if (kind === "admin" && !hasLevel(principal, "superAdmin")) throw new Problem("forbidden", forbiddenText);
    const { tenantId } = principal;
    const read = <R>(query: ReturnType<typeof sql>) => database.read<R>(tenantId, query);
    const [siteId, { active, report }] = await Promise.all([
      siteIdOf(read, tenantId),
      latestRuns(read, tenantId, { kind, objectId: kind === "app" ? (appId ?? null) : null }),
    ]);
    const apps = entities.all.flatMap(({ stored, name, listName }) =>
      stored === undefined ? [] : [{ id: stored.id, name: (listName ?? name)[locale] }],
    );
    const base = { siteId: siteId ?? null, apps, activeRunId: active?.id ?? null };
    if (report === undefined) return { ...base, report: null };
    const states = await read<{ check: string; added: number; mended: number; mendable: number }>(sql`
      select check_name as "check", (count(*) filter (where is_new))::int as added, (count(*) filter (where mended_at is not null))::int as mended,
        (count(*) filter (where mended_at is null and mend is not null))::int as mendable
      from governance_finding where tenant_id = ${tenantId}::uuid and run_id = ${report.id}::uuid group by check_name`);
    const checks = checksOf(kind).map(({ id, title, advice, severity, mend }) => {
      const state = states.find(({ check }) => check === id);
      return {
        id,
        title: title[locale],
        advice: advice[locale],
        severity,
        count: report.counts[id] ?? 0,
        added: state?.added ?? 0,
        resolved: report.resolved[id] ?? 0,
        mended: state?.mended ?? 0,
        mendable: state?.mendable ?? 0,
        mend: mend?.name[locale] ?? null,
      };
    });
    const hasPrevious = report.previousId !== null;
    return { ...base, report: { runId: report.id, endedAt: report.endedAt!, hasPrevious, checks } };
  },
});

export default reportCall;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/governance/report": typeof reportCall;
  }
}
