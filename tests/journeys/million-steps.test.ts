/** A job of a million steps, added as one file to a copy of the project: its progress, three kills of its process, two workers, cancellation. */
import { once } from "node:events";
import { cp } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { type Client, client, contentOf } from "../support/client.ts";
import { openBrowser } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { newMember, newSpaceOwner } from "../support/people.ts";
import { launch, type Program } from "../support/program.ts";
import { copyProject } from "../support/project-copy.ts";
import { type OwnServer, startServer } from "../support/server.ts";

const jobFile = "src/features/platform/jobs/count-to.server.ts";
const definition = `import { sql } from "drizzle-orm";
import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineJob } from "#server/jobs/define-job.server.ts";

/** Inserts every number up to a total. */
export default defineJob({
  name: "countTo",
  title: { zh: "计数", en: "Count" },
  access: member,
  input: z.strictObject({ total: z.number().int() }),
  cursor: z.number().int(),
  async run({ total }, { jobId, setTotal, slices }) {
    await setTotal(total);
    await slices(async ({ tx, cursor = 0, size }) => {
      const last = Math.min(total, cursor + size);
      if (last === cursor) return undefined;
      await tx.rows(sql\`insert into counted (job_id, number) select \${jobId}::uuid, n from generate_series(\${cursor + 1}::int, \${last}::int) n\`);
      return { cursor: last, steps: last - cursor };
    });
    return { text: { zh: "已完成计数", en: "Counted" } };
  },
});
`;
const totalSteps = 1_000_000;

const open = await openBrowser();
const { folder, run } = await copyProject({ [jobFile]: definition });
// A job is part of the program only, so the other outputs are those of the project.
await cp("dist", path.join(folder, "dist"), { recursive: true });
run("scripts/build.ts", "server");
let server: OwnServer;
const workers: Program[] = [];

afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await server.stop();
});

async function addWorker(): Promise<Program> {
  const worker = await launch({ DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl }, folder);
  workers.push(worker);
  return worker;
}
const startJob = async (api: Client, total: number) => {
  const response = await api.send("POST Api/Job/Start", { name: "countTo", input: { total } });
  expect(response.status, response.text).toBe(200);
  return (contentOf(response) as { id: string }).id;
};
async function rowOf(id: string) {
  const [row] = await server.database.read<{ state: string; done: number; attempt: number }>(
    "*",
    sql`select state, done, attempt from job where id = ${id}::uuid`,
  );
  return row!;
}
async function waitForSteps(id: string, done: number): Promise<void> {
  await expect.poll(async () => (await rowOf(id)).done, { timeout: 120_000, interval: 20 }).toBeGreaterThan(done);
}

it("shows the progress of a million steps, runs each once despite three kills and two workers, and lets only its owner cancel a job", async () => {
  // This process serves requests but runs no jobs. It keeps running while the workers are killed.
  server = await startServer({ JOBS: "0" }, folder);
  const connection = new pg.Client({ connectionString: server.databaseUrl });
  await connection.connect();
  await connection.query(
    "create table counted (job_id uuid, number int, primary key (job_id, number)); grant all on counted to meridian_app",
  );
  await connection.end();
  const owner = await newSpaceOwner(server);
  const api = client(server, owner);
  let worker = await addWorker();
  const id = await startJob(api, totalSteps);

  const { context, page } = await open({ url: server.url, locale: "en" });
  await context.addCookies(sessionCookies(owner, server.url));
  await page.goto("/paas/news/list");
  await page.getByRole("button", { name: "Notifications" }).click();
  const progressBar = page.getByRole("dialog", { name: "Notifications" }).getByRole("progressbar");
  const progress = async () => Number(await progressBar.getAttribute("value"));

  for (let kill = 0; kill < 3; kill += 1) {
    const { done } = await rowOf(id);
    await waitForSteps(id, done);
    const before = await progress();
    await expect.poll(progress, { timeout: 60_000 }).toBeGreaterThan(before);
    expect((await rowOf(id)).state).toBe("running");
    worker.process.kill("SIGKILL");
    await once(worker.process, "exit");
    worker = await addWorker();
  }
  await addWorker();
  await expect.poll(async () => (await rowOf(id)).state, { timeout: 240_000 }).toBe("done");
  const { attempt, done } = await rowOf(id);
  expect([attempt >= 4, done]).toEqual([true, totalSteps]);
  const counted = sql`select count(*)::int as count, min(number) as first, max(number) as last from counted where job_id = ${id}::uuid`;
  expect(await server.database.read("*", counted)).toEqual([{ count: totalSteps, first: 1, last: totalSteps }]);

  // Only the owner may cancel a job.
  const longJob = await startJob(api, 2_000_000_000);
  await waitForSteps(longJob, 0);
  for (const stranger of [await newMember(server, owner.tenantId), await newSpaceOwner(server)]) {
    expect((await client(server, stranger).send("POST Api/Job/Cancel", { id: longJob })).status).toBe(404);
    expect((await client(server, stranger).send("GET Api/Job/Log", { id: longJob })).status).toBe(404);
  }
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog", { name: "Notifications" }).getByText("Cancelled").waitFor();
  const { done: doneSteps } = await rowOf(longJob);
  const countedRows = sql`select count(*)::int as count from counted where job_id = ${longJob}::uuid`;
  expect(await server.database.read("*", countedRows)).toEqual([{ count: doneSteps }]);
});
