import { sql } from "drizzle-orm";
import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import type { FindingSubject } from "#kit/governance.ts";
import { type Text, textIn } from "#kit/text.ts";
import { readRun } from "#features/builder/governance/runs.server.ts";

/** Findings per page of the answer. */
const pageSize = 50;

type FindingRow = {
  number: number;
  subject: FindingSubject;
  record: string | null;
  text: Text;
  isNew: boolean;
  isMended: boolean;
  canMend: boolean;
};

/** The address in the app where somebody changes what a finding is about; null for what has none. */
function addressOf({ type, id }: FindingSubject, record: string | null): string | null {
  if (type === "space") return null;
  if (type === "page") return `/builder/${id}${record === null ? "" : `?record=${record}`}`;
  return `/paas/${type}/edit?id=${id}`;
}

const findingsCall = defineCall({
  method: "GET",
  path: "paas/governance/findings",
  envelope: "data",
  title: { zh: "获取治理报告中一项检查的发现", en: "List the findings of one check in a governance report" },
  access: administrator,
  input: z.strictObject({
    runId: z.uuid(),
    check: z.string().max(60),
    after: z.coerce.number().int().min(0).default(0),
  }),
  output: z.strictObject({
    findings: z.array(
      z.strictObject({
        number: z.number(),
        title: z.string(),
        text: z.string(),
        url: z.string().nullable(),
        isNew: z.boolean(),
        isMended: z.boolean(),
        canMend: z.boolean(),
      }),
    ),
    next: z.number().nullable(),
  }),
  async run({ runId, check, after }, { principal, services: { database }, locale }) {
    const { tenantId } = principal;
    await readRun((query) => database.read(tenantId, query), principal, runId);
    const rows = await database.read<FindingRow>(
      tenantId,
      sql`select number, subject, record, text, is_new as "isNew", mended_at is not null as "isMended", mend is not null as "canMend"
        from governance_finding where tenant_id = ${tenantId}::uuid and run_id = ${runId}::uuid and check_name = ${check} and number > ${after}
        order by number limit ${pageSize + 1}`,
    );
    const findings = rows.slice(0, pageSize).map(({ subject, record, text, ...finding }) => ({
      ...finding,
      title: textIn(subject.title, locale),
      text: text[locale],
      url: addressOf(subject, record),
    }));
    return { findings, next: rows.length > pageSize ? findings.at(-1)!.number : null };
  },
});

export default findingsCall;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/governance/findings": typeof findingsCall;
  }
}
