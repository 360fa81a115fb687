import { sql } from "drizzle-orm";
import { newId } from "#server/process/id.server.ts";
import type { Person } from "./people.ts";
import type { Server } from "./server.ts";

type JobValues = { state: string; hoursAgo?: number; key?: string; problem?: Record<string, unknown> };

/** What jobs of `plantJob` say of the space, which the platform must not see. */
export const secretWords = { zh: "机密名称", en: "Secret name" };

/** Adds a job without a ticket, so that no worker takes it up, and returns its id. Its stage, result and problem name something of the space. */
export async function plantJob(
  { database }: Server,
  { tenantId, memberId }: Person,
  { state, hoursAgo = 0, key, problem }: JobValues,
): Promise<string> {
  const id = newId();
  const texts = [
    secretWords,
    { text: secretWords, url: "/secret-address" },
    { text: secretWords, reference: id, ...problem },
  ];
  const [stage, result, failure] = texts.map((value) => sql`${JSON.stringify(value)}::jsonb`);
  await database.tenant(tenantId, (tx) =>
    tx.rows(sql`insert into job (id, tenant_id, member_id, name, key, input, state, stage, result, problem, failures, created_at, ended_at)
      values (${id}::uuid, ${tenantId}::uuid, ${memberId}::uuid, 'publishAll', ${key ?? id}, '{}', ${state}, ${stage}, ${result},
        ${state === "failed" ? failure! : sql`null`}, 3, now() - make_interval(hours => ${hoursAgo}), ${state === "failed" ? sql`now()` : sql`null`})`),
  );
  return id;
}
