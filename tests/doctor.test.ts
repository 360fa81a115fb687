/** `npm run doctor` finds faults that are planted in a database, a data folder and the settings. Nothing else runs on that database. */
import { chmod, mkdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { certificateFile, startMockSmtp } from "./support/mock-smtp.ts";
import { operate, temporaryFolder } from "./support/operation.ts";
import { copyDatabase, runAsOwner, runAsSuperuser } from "./support/server.ts";

type DoctorFinding = { probe: string; problem: string; mend: string };

const databaseUrl = await copyDatabase();
const name = new URL(databaseUrl).pathname.slice(1);
const dataFolder = await temporaryFolder();
const plant = (...statements: string[]) => runAsOwner({ databaseUrl }, "set meridian.tenant = '*'", ...statements);
const tenant = "(select id from tenant limit 1)";
const file = (digit: number) => `${String(digit).repeat(8)}-0000-7000-8000-000000000000`;

async function findings(args: readonly string[], settings: Record<string, string>): Promise<DoctorFinding[]> {
  const ended = await operate(["doctor", "--json", ...args], {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataFolder,
    ...settings,
  });
  expect(ended.code, ended.report).toBe(1);
  return JSON.parse(ended.output) as DoctorFinding[];
}

// The faults of the database.
await plant(
  "delete from migration where name = '0050_page-settings'",
  "update migration set hash = repeat('0', 64) where name = '0000_init'",
  "insert into migration (name, hash) values ('9999_future', '')",
  "alter table private_file drop column name",
  "alter table news disable row level security",
  "alter table news add constraint planted check (true) not valid",
  "alter table news disable trigger user",
  "drop index job_member",
  "alter table page set (autovacuum_enabled = false)",
  "update pgboss.version set version = 1",
  `insert into job (id, tenant_id, member_id, name, key, input, created_at) select gen_random_uuid(), id, id, 'planted', 'planted', '{}', now() - interval '2 hours' from tenant`,
  "insert into upkeep_run (name, created_at) values ('plantedUpkeep', now() - interval '2 days')",
  `insert into entity_definition (id, tenant_id, type, version, definition) values (gen_random_uuid(), ${tenant}, 'planted', 1, '{"type": "planted"}')`,
  `insert into api_key (id, tenant_id, name, expires_at, last_used_at) select gen_random_uuid(), ${tenant}, name, now() - interval '1 day', used_at
    from (values (E'Planted key\\x1b]0;x\\x07', now() - interval '2 days'), ('Unused key', null)) key (name, used_at)`,
  "update account set created_at = now() - interval '8 days' where is_super_admin",
  ...[1, 2].map(
    (digit) =>
      `insert into storage_file (id, tenant_id, path, size) values ('${file(digit)}', ${tenant}, '/files/${file(digit)}.txt', 10)`,
  ),
  "create function public.clock_timestamp() returns timestamptz language sql as 'select now() + interval ''1 hour'''",
  `alter database ${name} set search_path = public, pg_catalog`,
);
// A unique index that fails because values occur twice stays, invalid.
await plant("create unique index concurrently planted on news (tenant_id)").catch(() => undefined);
await runAsSuperuser("alter function arraycontains(anyarray, anyarray) not leakproof", databaseUrl);
// Those of the data folder.
await mkdir(path.join(dataFolder, "files"));
await writeFile(path.join(dataFolder, "files", `${file(2)}.txt`), "short");
const orphan = path.join(dataFolder, "files", `${file(3)}.txt`);
await writeFile(orphan, "nobody's");
await utimes(orphan, 0, 0);
await writeFile(path.join(dataFolder, "pepper"), `${"0123456789abcdef".repeat(4)}\n`);
await chmod(path.join(dataFolder, "pepper"), 0o644);
await chmod(dataFolder, 0o777);

const inDatabase = await findings(["--free-mb", "1000000000"], {
  DATABASE_POOL: "200",
  PUBLIC_URL: "https://203.0.113.7/path",
  METRICS_TOKEN: "change-me-change-me",
  MAILBOX: "open",
});
await writeFile(path.join(dataFolder, "plain"), "");
const inSettings = await findings([], {
  DATA_DIR: path.join(dataFolder, "plain"),
  PUBLIC_URL: "http://www.example.org",
  PEPPER: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  VIRUS_SCANNER: "tcp://127.0.0.1:1",
  SMTP_URL: "smtp://user:password@127.0.0.1:1",
  EMAIL_FROM: "a@example.org",
});

const planted: [string, string, string, DoctorFinding[]][] = [
  ["a missing migration", "migrations", "not applied: 0050_page-settings", inDatabase],
  ["a migration of a newer version", "migrations", "newer version: 9999_future", inDatabase],
  ["a changed migration", "migrations", "changed after they were applied: 0000_init", inDatabase],
  ["a missing column", "tables", "private_file.name", inDatabase],
  [
    "row security that is off",
    "tables",
    "Row security is off, so that a space could read rows of others: news.",
    inDatabase,
  ],
  ["an unchecked constraint", "tables", "planted on news", inDatabase],
  ["disabled triggers", "tables", "Triggers are disabled, so that uses of files are not counted: news.", inDatabase],
  ["a missing index", "indexes", "Indexes are missing: job_member.", inDatabase],
  ["an invalid index", "indexes", "invalid and not used: planted", inDatabase],
  ["comparisons that search cannot use", "search", "arraycontains", inDatabase],
  ["old tables of the queue", "queue", "have version 1 instead of", inDatabase],
  ["a stuck job", "jobs", "planted (", inDatabase],
  ["late upkeep", "jobs", "plantedUpkeep", inDatabase],
  ["a light app that does not load", "definitions", "planted of space meridian", inDatabase],
  ["an expired API key", "api-keys", "Planted key\u001b]0;x\u0007 of space meridian", inDatabase],
  ["autovacuum that is off", "vacuum", "Autovacuum is off for page", inDatabase],
  ["durability that is off", "server", "fsync or full_page_writes is off", inDatabase],
  ["a clock that differs", "clock", "differs from this machine's by 3600 s", inDatabase],
  ["fewer connections than the pool takes", "connections", "up to 202 connections", inDatabase],
  ["a missing file", "files", `missing in the storage: ${file(1)}.txt`, inDatabase],
  ["a damaged file", "files", `another size than their rows say: ${file(2)}.txt`, inDatabase],
  ["an orphan file", "files", `No row knows these stored files: ${file(3)}.txt`, inDatabase],
  ["a data folder that everybody may write to", "storage", "Everybody on this machine may write", inDatabase],
  ["too little space", "disk", "are free on the disk", inDatabase],
  ["a key that others can read", "secrets", "Others on this machine can read", inDatabase],
  ["passwords of another key", "secrets", "passwords were hashed with another key", inDatabase],
  ["a password of the first start", "secrets", "has never replaced the password", inDatabase],
  ["a token of an example", "secrets", "METRICS_TOKEN can be guessed.", inDatabase],
  ["a mailbox on the internet", "secrets", "MAILBOX=open", inDatabase],
  ["a public address with a path", "public-url", "more than scheme, host and port", inDatabase],
  ["a public address that is a number", "public-url", "names a number", inDatabase],
  ["https without a proxy", "public-url", "no proxy is trusted", inDatabase],
  ["a public address without encryption", "public-url", "is not encrypted", inSettings],
  ["a key that can be guessed", "secrets", "PEPPER can be guessed.", inSettings],
  ["a virus scanner that does not answer", "scanner", "uploads are refused", inSettings],
  ["a mail server that does not answer", "email", "ECONNREFUSED", inSettings],
  ["a storage that cannot be written to", "storage", "cannot be written to", inSettings],
];

it.each(planted)("doctor finds %s, and says how to mend it", (_what, probe, problem, found) => {
  const match = found.find((finding) => finding.probe === probe && finding.problem.includes(problem));
  expect(match, JSON.stringify(found.filter((finding) => finding.probe === probe))).toBeDefined();
  expect(match!.mend.length).toBeGreaterThan(15);
});

it("doctor tells a mail server that takes messages from one whose certificate is not valid and one that refuses the password", async () => {
  const smtp = await startMockSmtp();
  const settings = { ...smtp.settings(), NODE_EXTRA_CA_CERTS: certificateFile };
  const problemsWith = async (changes: Record<string, string>) =>
    (await findings([], { ...settings, ...changes }))
      .filter(({ probe }) => probe === "email")
      .map(({ problem }) => problem);
  expect(await problemsWith({})).toEqual([]);
  const { SMTP_URL } = settings;
  expect(await problemsWith({ SMTP_URL: SMTP_URL.replace(/:[^:@]*@/, ":wrong@") })).toEqual([
    expect.stringContaining("refuses the user or the password"),
  ]);
  expect(await problemsWith({ NODE_EXTRA_CA_CERTS: "" })).toEqual([expect.stringContaining("self-signed certificate")]);
});

it("doctor finds a database that cannot be reached", async () => {
  const found = await findings([], { DATABASE_URL: "postgres://meridian@127.0.0.1:1/meridian" });
  expect(found).toEqual([
    expect.objectContaining({ probe: "database", problem: expect.stringContaining("ECONNREFUSED") as string }),
  ]);
});

it("doctor prints names that people have made without what a terminal would obey", async () => {
  const { output } = await operate(["doctor"], { DATABASE_URL: databaseUrl, DATA_DIR: dataFolder });
  expect(output).toContain("Planted key ]0;x  of space meridian");
  expect(output.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
});

it("doctor does not report an expired API key that no program used", () => {
  expect(JSON.stringify(inDatabase)).not.toContain("Unused key");
});

it("doctor finds nothing but what was planted", () => {
  const count = (found: DoctorFinding[]) => planted.filter(([, , , list]) => list === found).length;
  expect(inDatabase.length).toBe(count(inDatabase));
});
