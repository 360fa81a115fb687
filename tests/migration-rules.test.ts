/** Migrations leave programs of the version before at work, or say that they do not; they are applied under load, and again after a kill. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { expect, it } from "vitest";
import { auditVerbs } from "#kit/audit.ts";
import { migrate } from "#server/postgres/migrate.server.ts";
import { type Migration, migrations } from "#server/postgres/migrations.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { client } from "./support/client.ts";
import { faultsOf, firstRuled } from "./support/migration-rules.ts";
import { temporaryFolder } from "./support/operation.ts";
import { newSpaceOwner } from "./support/people.ts";
import { bareDatabase, copyDatabase, startServer } from "./support/server.ts";

const server = await startServer();
const sqlMigration = (name: string, ...lines: string[]): Migration => ({ name, run: lines.join("\n") });
const apply = (databaseUrl: string, ...more: Migration[]) =>
  migrate({ connection: { connectionString: databaseUrl }, log: createLog("silent"), list: [...migrations, ...more] });

async function connect(databaseUrl: string): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString: databaseUrl });
  // A test ends connections on purpose.
  connection.on("error", () => undefined);
  await connection.connect();
  return connection;
}

it("R-38: every migration since the marked one only adds, or declares that it does not", () => {
  const ruled = migrations.filter(({ name }) => name >= firstRuled);
  expect(ruled.flatMap((migration) => faultsOf(migration).map((fault) => `${migration.name}: ${fault}`))).toEqual([]);
});

it.each([
  ["drops a column", 'ALTER TABLE "news" DROP COLUMN "title";'],
  ["drops a table", 'DROP TABLE "news";'],
  ["renames a column", 'ALTER TABLE "news" RENAME COLUMN "title" TO "name";'],
  ["requires a value that older programs do not write", 'ALTER TABLE "news" ADD COLUMN "a" text NOT NULL;'],
  ["requires a value of a column", 'ALTER TABLE "news" ALTER COLUMN "title" SET NOT NULL;'],
  ["changes the type of a column", 'ALTER TABLE "news" ALTER COLUMN "title" SET DATA TYPE text;'],
  ["allows a value only once", 'CREATE UNIQUE INDEX "a" ON "news" USING btree ("title");'],
  ["makes an index while writers wait", 'CREATE INDEX "a" ON "news" USING btree ("title");'],
  ["checks values of older programs", 'ALTER TABLE "news" ADD CONSTRAINT "a" CHECK (sort > 0);'],
  ["rewrites rows", "UPDATE news SET title = null;"],
  ["drops a column besides adding one", 'ALTER TABLE "news" ADD COLUMN "a" text, DROP COLUMN "title";'],
  ["fills a new column for every row", 'ALTER TABLE "news" ADD COLUMN "a" uuid DEFAULT gen_random_uuid() NOT NULL;'],
  ["computes a new column for every row", 'ALTER TABLE "news" ADD COLUMN "a" text GENERATED ALWAYS AS (title) STORED;'],
  ["numbers every row", 'ALTER TABLE "news" ADD COLUMN "a" bigserial;'],
  ["allows a new value only once", 'ALTER TABLE "news" ADD COLUMN "a" text UNIQUE;'],
  ["limits a new value", 'ALTER TABLE "news" ADD COLUMN "a" integer CHECK (a > 0);'],
  ["drops an index that older programs need", 'DROP INDEX "news_search";'],
])("R-38: a migration that %s has to declare it", (_what, statement) => {
  expect(faultsOf(sqlMigration("9000_planted", statement))).toHaveLength(1);
  expect(faultsOf(sqlMigration("9000_planted", "-- contract: a reason", statement))).toEqual([]);
});

it("R-38: a key is an addition only of a column that its own table gets", () => {
  const column = (table: string) => `ALTER TABLE "${table}" ADD COLUMN "owner" uuid;`;
  const key = 'ALTER TABLE "news" ADD CONSTRAINT "a" FOREIGN KEY ("owner") REFERENCES "member"("id");';
  expect(faultsOf(sqlMigration("9000_planted", column("news"), key))).toEqual([]);
  expect(faultsOf(sqlMigration("9000_planted", column("wiki"), key))).toHaveLength(1);
});

it("R-38: the values of a check may become more, without a look at the rows, and not fewer", () => {
  const replaced = (values: string, end = " NOT VALID") =>
    faultsOf(
      sqlMigration(
        "9000_planted",
        'ALTER TABLE "row_change" DROP CONSTRAINT "row_change_verb";',
        `ALTER TABLE "row_change" ADD CONSTRAINT "row_change_verb" CHECK (verb in (${values}))${end};`,
      ),
    );
  const all = auditVerbs.map((verb) => `'${verb}'`).join(", ");
  expect(replaced(`${all}, 'another'`)).toEqual([]);
  expect(replaced(`${all}, 'another'`, "")).toHaveLength(2);
  expect(replaced("'add', 'update'")).toHaveLength(2);
  // The check of a table may also have come with the table.
  const ofSpaces = ["DROP CONSTRAINT", "ADD CONSTRAINT"].map(
    (verb) => `ALTER TABLE "space_event" ${verb} "space_event_kind"`,
  );
  const narrowed = sqlMigration(
    "9000_planted",
    `${ofSpaces[0]};`,
    `${ofSpaces[1]} CHECK (kind in ('closed')) NOT VALID;`,
  );
  expect(faultsOf(narrowed)).toHaveLength(2);
});

it("R-38: the rows of a new check are read in a migration after the one that adds it", () => {
  const drop = 'ALTER TABLE "row_change" DROP CONSTRAINT "row_change_verb";';
  const values = [...auditVerbs, "another"].map((verb) => `'${verb}'`).join(", ");
  const add = `ALTER TABLE "row_change" ADD CONSTRAINT "row_change_verb" CHECK (verb in (${values})) NOT VALID;`;
  const validate = 'ALTER TABLE "row_change" VALIDATE CONSTRAINT "row_change_verb";';
  expect(faultsOf(sqlMigration("9000_planted", validate))).toEqual([]);
  expect(faultsOf(sqlMigration("9000_planted", drop, add, validate))).toEqual([validate.slice(0, -1)]);
});

it("R-38: under load, additions are applied while the program of the version before works; a busy table makes them give way after two seconds and try again", async () => {
  const { send } = client(server, await newSpaceOwner(server));
  const addNews = () =>
    send("POST Api/{type}/QueryAdd", {
      type: "news",
      title: { zh: "更新", en: "Update" },
      kind: "company",
      status: "draft",
    });
  let isFinished = false;
  const statuses: number[] = [];
  const work = [addNews, () => send("GET Api/{type}/QueryPageList", { type: "news" }), () => fetch(server.url)];
  const load = work.map(async (request) => {
    while (!isFinished) statuses.push((await request()).status);
  });
  const blocker = await connect(server.databaseUrl);
  await blocker.query("begin; lock table news in access share mode");
  const warned = Promise.withResolvers<string>();
  const log = Object.assign(createLog("silent"), { warn: (_values: object, text: string) => warned.resolve(text) });
  const list = [
    ...migrations,
    sqlMigration(
      "9000_planted",
      'ALTER TABLE "news" ADD COLUMN "planted" text;',
      'CREATE TABLE "planted" ("id" uuid PRIMARY KEY);',
    ),
    sqlMigration(
      "9001_planted-indexes",
      "-- outside a transaction",
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS "news_planted" ON "news" USING btree ("tenant_id","planted");',
    ),
  ];
  expect(list.slice(-2).flatMap(faultsOf)).toEqual([]);
  const migrating = migrate({ connection: { connectionString: server.databaseUrl }, log, list });
  expect(await warned.promise).toBe("a migration waits for a lock");
  await blocker.query("commit");
  await migrating;
  await blocker.end();
  expect((await addNews()).status).toBe(200);
  isFinished = true;
  await Promise.all(load);
  expect(statuses.length).toBeGreaterThan(10);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});

it("R-38: a migration that older programs cannot work with waits until they are stopped", async () => {
  const contract = sqlMigration(
    "9002_planted",
    "-- contract: the column is gone",
    'ALTER TABLE "news" DROP COLUMN "sort";',
  );
  await expect(apply(server.databaseUrl, contract)).rejects.toThrow(
    /^Migration 9002_planted has to wait until every process of the version before is stopped \(\d+ connections\): the column is gone$/,
  );
  const idle = await copyDatabase();
  await apply(idle, contract);
  const connection = await connect(idle);
  const { rows } = await connection.query("select from migration where name = '9002_planted'");
  expect(rows).toHaveLength(1);
  await connection.end();
});

it("R-38: a program that was killed in the middle of its migrations leaves whole ones, and the next start applies the others", async () => {
  const databaseUrl = await bareDatabase();
  const connection = await connect(databaseUrl);
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: await temporaryFolder(), PORT: "0", LOG_LEVEL: "silent" };
  const child = spawn(process.execPath, ["dist/server/main.server.js"], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: "ignore",
  });
  const count = async () => {
    const { rows } = await connection.query<{ count: number }>("select count(*)::int as count from migration");
    return rows[0]!.count;
  };
  await expect.poll(() => count().catch(() => 0)).toBeGreaterThan(3);
  // The migration under way cannot record itself.
  const blocker = await connect(databaseUrl);
  await blocker.query("begin; lock table migration in share row exclusive mode");
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into public.migration%'";
  await expect.poll(async () => (await connection.query(waiting)).rows.length).toBe(1);
  child.kill("SIGKILL");
  await once(child, "exit");
  await blocker.end();
  expect(await count()).toBeLessThan(migrations.length);
  await apply(databaseUrl);
  expect(await count()).toBe(migrations.length);
  await connection.end();
});

it("R-38: an index that a killed migration left invalid is made again", async () => {
  const databaseUrl = await copyDatabase();
  const connection = await connect(databaseUrl);
  const indexes = sqlMigration(
    "9001_planted-indexes",
    "-- outside a transaction",
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "wiki_planted" ON "wiki" USING btree ("tenant_id","planted");',
  );
  const withIndex = [sqlMigration("9000_planted", 'ALTER TABLE "wiki" ADD COLUMN "planted" text;'), indexes];
  const validity = async () =>
    (
      await connection.query<{ valid: boolean }>(
        "select indisvalid as valid from pg_index where indexrelid = to_regclass('wiki_planted')",
      )
    ).rows;
  await apply(databaseUrl, ...withIndex.slice(0, 1));
  const writer = await connect(databaseUrl);
  await writer.query("begin; lock table wiki in row exclusive mode");
  const interrupted = apply(databaseUrl, ...withIndex).catch((error: Error) => error);
  await expect.poll(validity).toEqual([{ valid: false }]);
  await connection.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like 'CREATE INDEX CONCURRENTLY%wiki_planted%' and pid <> pg_backend_pid()",
  );
  expect(await interrupted).toBeInstanceOf(Error);
  await writer.query("commit");
  await writer.end();
  expect(await validity()).toEqual([{ valid: false }]);
  await apply(databaseUrl, ...withIndex);
  expect(await validity()).toEqual([{ valid: true }]);
  await connection.end();
});
