import { sql } from "drizzle-orm";
import { vi } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { isUnderWay } from "#kit/job.ts";
import { newId } from "#server/process/id.server.ts";
import { client, contentOf } from "./client.ts";
import type { Person } from "./people.ts";
import type { Server } from "./server.ts";

type JobValues = { state: string; hoursAgo?: number; key?: string; problem?: Record<string, unknown> };

/** What jobs of `plantJob` say of the space, which the platform must not see. */
export const secretWords = { zh: "机密名称", en: "Secret name" };

let plantedCount = 0;

/** Adds a job without a ticket, so that no worker takes it up, and returns its id. Its stage, result and problem name something of the space. */
export async function plantJob(
  { database }: Server,
  { tenantId, memberId }: Person,
  { state, hoursAgo = 0, key, problem }: JobValues,
): Promise<string> {
  // Two jobs of one millisecond would have no order.
  plantedCount += 1;
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
        ${state === "failed" ? failure! : sql`null`}, 3, now() - make_interval(hours => ${hoursAgo}) - make_interval(secs => ${1 - plantedCount / 1000}), ${state === "failed" ? sql`now()` : sql`null`})`),
  );
  return id;
}

export type Job = CallOutput<"GET Api/Job/Mine">["jobs"][number];

/** Waits until a job of a person has ended. */
export async function endedJob(server: Pick<Server, "url">, person: Person, id: string): Promise<Job> {
  const find = async () => {
    const answer = await client(server, person).send("GET Api/Job/Mine");
    return (contentOf(answer) as { jobs: Job[] }).jobs.find((job) => job.id === id)!;
  };
  await vi.waitUntil(async () => !isUnderWay((await find()).state), { timeout: 120_000, interval: 100 });
  return find();
}

/** Asks for the file at an address of the result of a job. */
export const download = ({ url }: Pick<Server, "url">, address: string, { token }: Pick<Person, "token">) =>
  fetch(url + address, { headers: { authorization: `Bearer ${token}` } });
