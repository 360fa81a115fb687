/** An export whose process is killed half-way: another process completes it, and the file is identical. */
import { once } from "node:events";
import { sql } from "drizzle-orm";
import pg from "pg";
import { readSheet } from "read-excel-file/node";
import { expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { isUnderWay } from "#kit/job.ts";
import { client, contentOf } from "./support/client.ts";
import { newSpace } from "./support/people.ts";
import { launch, type Program } from "./support/program.ts";
import { startServer } from "./support/server.ts";
import { queueJob } from "./support/upkeep.ts";

const server = await startServer();
const settings = { DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl };
const rows = 20_000;

type Job = CallOutput<"GET Api/Job/Mine">["jobs"][number];

/** Blocks inserts of pieces beyond `count` until `release` is called. */
async function holdPieces(count: number): Promise<{ isWaiting: () => Promise<boolean>; release: () => Promise<void> }> {
  const connection = new pg.Client({ connectionString: server.databaseUrl });
  await connection.connect();
  await connection.query(`
    create function hold_piece() returns trigger language plpgsql as $$ begin
      if (select count(*) from private_file where key like '%.piece') >= ${count} then perform pg_advisory_xact_lock_shared(4711); end if;
      return new;
    end $$;
    create trigger hold_piece before insert on private_file for each row when (new.key like '%.piece') execute function hold_piece();
    select pg_advisory_lock(4711)`);
  return {
    async isWaiting() {
      const { rows: found } = await connection.query(
        "select 1 from pg_locks where locktype = 'advisory' and not granted and objid = 4711",
      );
      return found.length > 0;
    },
    async release() {
      await connection.query("select pg_advisory_unlock(4711)");
      await connection.query("drop trigger hold_piece on private_file");
      await connection.end();
    },
  };
}

it("R-01: completes a killed export in another process with an identical file", async () => {
  const owner = await newSpace(server);
  await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`insert into news (id, tenant_id, title, kind, status, published_at, sort)
      select gen_random_uuid(), ${owner.tenantId}::uuid, jsonb_build_object('zh', '第' || n || '条', 'en', 'Row ' || n),
        'company', 'draft', '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute', n
      from generate_series(1, ${rows}::int) n`),
  );
  const begin = async (where: Pick<Program, "url">): Promise<string> => {
    const input = {
      type: "news",
      columns: ["sort", "title", "publishedAt", "id"],
      sort: { field: "sort", direction: "asc" },
    };
    const answer = await client(where, owner).send("POST Api/Job/Start", { name: "exportRows", input });
    expect(answer.status, answer.text).toBe(200);
    return (contentOf(answer) as { id: string }).id;
  };
  const jobIn = async (where: Pick<Program, "url">, id: string): Promise<Job> => {
    const { jobs } = contentOf(await client(where, owner).send("GET Api/Job/Mine")) as { jobs: Job[] };
    return jobs.find((job) => job.id === id)!;
  };
  const fileOf = async (where: Pick<Program, "url">, id: string): Promise<Buffer> => {
    await expect.poll(async () => isUnderWay((await jobIn(where, id)).state), { timeout: 90_000 }).toBe(false);
    const job = await jobIn(where, id);
    expect(job).toMatchObject({ state: "done", done: rows });
    const answer = await fetch(where.url + job.result!.url!, { headers: { authorization: `Bearer ${owner.token}` } });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const expected = await fileOf(server, await begin(server));
  await server.stop();

  const second = await launch(settings);
  const pieces = await holdPieces(2);
  const id = await begin(second);
  await expect.poll(() => pieces.isWaiting(), { timeout: 30_000 }).toBe(true);
  expect(await jobIn(second, id)).toMatchObject({ state: "running", done: rows / 2 });
  second.process.kill("SIGKILL");
  await once(second.process, "exit");
  await pieces.release();

  const third = await launch(settings);
  try {
    await queueJob(server, id, owner.tenantId);
    const file = await fileOf(third, id);
    expect(file.equals(expected)).toBe(true);
    const sheet = await readSheet(file);
    expect(sheet).toHaveLength(rows + 1);
    expect(sheet.slice(1).map(([n]) => n)).toEqual(Array.from({ length: rows }, (_, n) => n + 1));
  } finally {
    await third.stop();
  }
});
