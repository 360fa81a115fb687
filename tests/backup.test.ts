/** Backup and restore with the built commands, on a program that works meanwhile. */
import { globSync, readFileSync } from "node:fs";
import { cp, mkdir, open, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import sharp from "sharp";
import { expect, inject, it } from "vitest";
import { client } from "./support/client.ts";
import { type Ended, operate, temporaryFolder } from "./support/operation.ts";
import { givePassword, newSpaceOwner, nextMobile } from "./support/people.ts";
import { makeOldDatabase } from "./support/old-database.ts";
import { addressOf, launch, pepper } from "./support/program.ts";
import { readPage } from "./support/read-page.ts";
import { bareDatabase, startServer } from "./support/server.ts";
import { startS3 } from "./support/s3.ts";
import { siteHost } from "./support/site-host.ts";

type TableLine = { name: string; rows: number; digest: string };
type Manifest = { tables: TableLine[]; files: { count: number; missing: number; isIncluded: boolean } };

const server = await startServer();
const settings = { DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataFolder };
const folder = path.join(await temporaryFolder(), "backup");
const mobile = nextMobile();
const owner = await newSpaceOwner(server, mobile);
await givePassword(server, owner, "Harbour7x");
// The commands read the key where the program would have generated it.
await writeFile(path.join(server.dataFolder, "pepper"), `${pepper}\n`, { mode: 0o600 });

async function upload(content: Uint8Array, name: string): Promise<string> {
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(content)]), name);
  const headers = { authorization: `Bearer ${owner.token}`, "x-meridian": "1" };
  const answer = await fetch(`${server.url}/api/File/Upload`, { method: "POST", headers, body });
  return ((await answer.json()) as { result: { url: string } }).result.url;
}
const pictureUrl = await upload(
  await sharp({ create: { width: 900, height: 600, channels: 3, background: "#864" } })
    .png()
    .toBuffer(),
  "picture.png",
);
const textUrl = await upload(Buffer.from("经纬 and a line\n".repeat(5000)), "notes.txt");

const manifestOf = async (backup: string) =>
  JSON.parse(await readFile(path.join(backup, "manifest.json"), "utf8")) as Manifest;

async function withClient<T>(databaseUrl: string, work: (connection: pg.Client) => Promise<T>): Promise<T> {
  const connection = new pg.Client({ connectionString: databaseUrl });
  await connection.connect();
  await connection.query("set meridian.tenant = '*'");
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

/** Rows of every table, with a checksum that PostgreSQL makes of them. */
const contentsOf = (databaseUrl: string) =>
  withClient(databaseUrl, async (connection) => {
    const { rows: tables } = await connection.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
    );
    const contents: Record<string, unknown> = {};
    for (const { name } of tables) {
      const { rows } = await connection.query(
        `select count(*)::int as rows, md5(string_agg(md5(t::text), '' order by md5(t::text))) as sum from "${name}" t`,
      );
      contents[name] = rows[0];
    }
    return contents;
  });
const countTables = (databaseUrl: string) =>
  withClient(databaseUrl, async (connection) => {
    const { rows } = await connection.query<{ count: number }>(
      "select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace",
    );
    return rows[0]!.count;
  });

/** The settings of an installation without anything. */
async function bareInstallation(): Promise<{ DATABASE_URL: string; DATA_DIR: string }> {
  return { DATABASE_URL: await bareDatabase(), DATA_DIR: await temporaryFolder() };
}

const nameOf = ({ DATABASE_URL }: { DATABASE_URL: string }) => new URL(DATABASE_URL).pathname.slice(1);
const newsTitle = (n: number) => ({ zh: `备份 ${n}`, en: `Backup ${n}` });

const writer = client(server, owner);
const addNews = async (n: number) =>
  (
    await writer.send("POST Api/{type}/QueryAdd", {
      type: "news",
      title: newsTitle(n),
      kind: "company",
      status: "draft",
    })
  ).status;

// A job that no worker has a ticket for: it stays under way.
await server.database.system((tx) =>
  tx.rows(sql`insert into job (id, tenant_id, member_id, name, key, input)
    values (gen_random_uuid(), ${owner.tenantId}::uuid, ${owner.memberId}::uuid, 'publishAll', 'under way', '{}')`),
);

let backup: Ended;

it("R-39: a backup under writes is one snapshot: all rows acknowledged before it, none in part, every file with its checksum", async () => {
  for (let n = 0; n < 20; n += 1) expect(await addNews(n)).toBe(200);
  let isFinished = false;
  let during = 0;
  const writing = (async () => {
    while (!isFinished) if ((await addNews((during += 1) + 1000)) !== 200) throw new Error("A write failed.");
  })();
  backup = await operate(["backup", folder], settings);
  isFinished = true;
  await writing;
  expect(backup.report).toContain("Copied 2 files");
  expect([backup.code, backup.output.trim()]).toEqual([0, folder]);
  expect(during).toBeGreaterThan(0);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await readFile(`${folder}.key`, "utf8")).trim()).toBe(pepper);
  const manifest = await manifestOf(folder);
  expect(manifest.files).toMatchObject({ count: 2, missing: 0, isIncluded: true });
  const news = manifest.tables.find(({ name }) => name === "news")!.rows;
  const [now] = await server.database.read<{ count: number }>("*", sql`select count(*)::int as count from news`);
  expect(news).toBeGreaterThanOrEqual(20);
  expect(news).toBeLessThanOrEqual(now!.count);
});

it("a second backup into the same folder is refused, and leaves it as it is", async () => {
  const again = await operate(["backup", folder], settings);
  expect([again.code, again.report]).toEqual([1, `${folder} exists already. Name another folder.\n`]);
  expect((await operate(["restore", folder, "--check"])).code).toBe(0);
});

it("a backup whose key file cannot be written is refused before anything is copied; one with the same key stays", async () => {
  const next = path.join(await temporaryFolder(), "next");
  await writeFile(`${next}.key`, "the key of another installation\n");
  const refused = await operate(["backup", next], settings);
  expect(refused).toMatchObject({
    code: 1,
    report: expect.stringContaining(`${next}.key exists already and has another key.`) as string,
  });
  expect(refused.report).not.toContain("Copied");
  expect(await readdir(path.dirname(next))).toEqual(["next.key"]);
  expect(await readFile(`${next}.key`, "utf8")).toBe("the key of another installation\n");
  await writeFile(`${next}.key`, `${pepper}\n`);
  expect((await operate(["backup", next, "--list-files"], settings)).code).toBe(0);
});

it.each([
  ["a damaged table", "tables/account.copy.zst", "its checksum differs"],
  ["a damaged file", "files", "its checksum differs"],
  ["a damaged manifest", "manifest.json", "its checksum differs"],
])("R-39: %s is refused before anything changes", async (_what, name, message) => {
  const damaged = path.join(await temporaryFolder(), "damaged");
  await cp(folder, damaged, { recursive: true });
  await cp(`${folder}.key`, `${damaged}.key`);
  const file = path.join(damaged, name, name === "files" ? (await readdir(path.join(damaged, name)))[0]! : "");
  const handle = await open(file, "r+");
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(1), 0, 1, 20);
  expect(bytesRead).toBe(1);
  await handle.write(Buffer.from([buffer[0]! ^ 1]), 0, 1, 20);
  await handle.close();
  const bare = await bareInstallation();
  const ended = await operate(["restore", damaged], bare);
  expect(ended).toMatchObject({ code: 1, report: expect.stringContaining(message) as string });
  expect(await countTables(bare.DATABASE_URL)).toBe(0);
  expect(await readdir(bare.DATA_DIR)).toEqual([]);
});

it("R-39: a restore that fails at its last step leaves an empty database and no file", async () => {
  const bare = await bareInstallation();
  // A folder in the place of the second file: it cannot be written.
  const [first, second] = (await readFile(path.join(folder, "files.jsonl"), "utf8"))
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { key: string }).key);
  await mkdir(path.join(bare.DATA_DIR, "files", second!), { recursive: true });
  const ended = await operate(["restore", folder], bare);
  expect(ended.code).toBe(1);
  expect(ended.report).toContain("Restoring the tables…");
  expect(await countTables(bare.DATABASE_URL)).toBe(0);
  expect(await readdir(path.join(bare.DATA_DIR, "files"))).toEqual([second]);
  expect(await readdir(bare.DATA_DIR)).toEqual(["files"]);
  expect(first).not.toBe(second);
});

it("R-39: a restore that fails keeps a file which was there before, damaged or not", async () => {
  const bare = await bareInstallation();
  const [first, second] = (await readFile(path.join(folder, "files.jsonl"), "utf8"))
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { key: string }).key);
  await mkdir(path.join(bare.DATA_DIR, "files", second!), { recursive: true });
  await writeFile(path.join(bare.DATA_DIR, "files", first!), "only a part");
  expect((await operate(["restore", folder], bare)).code).toBe(1);
  expect((await readdir(path.join(bare.DATA_DIR, "files"))).toSorted()).toEqual([first, second].toSorted());
});

it("R-39: without the key a restore is refused: no password would work", async () => {
  const bare = await bareInstallation();
  const args = ["restore", folder, "--key-file", path.join(bare.DATA_DIR, "none")];
  expect(await operate(args, bare)).toMatchObject({
    code: 1,
    report: expect.stringContaining("The key of the backup is missing.") as string,
  });
  expect(await operate(args, { ...bare, PEPPER: "another key, which is long enough for one" })).toMatchObject({
    code: 1,
    report: expect.stringContaining("with another key than this installation has") as string,
  });
  expect(await countTables(bare.DATABASE_URL)).toBe(0);
});

it("R-39: a restore on a bare machine has the same rows and checksums, serves the same bytes, and people sign in", async () => {
  const bare = await bareInstallation();
  const ended = await operate(["restore", folder], bare);
  expect(ended.report).toContain("every row compares equal to the backup");
  expect(ended.code).toBe(0);
  expect((await stat(path.join(bare.DATA_DIR, "pepper"))).mode & 0o777).toBe(0o600);

  const { tables } = await manifestOf(folder);
  const contents = await contentsOf(bare.DATABASE_URL);
  expect(Object.keys(contents)).toEqual(tables.map(({ name }) => name));
  expect(Object.values(contents).map((content) => (content as { rows: number }).rows)).toEqual(
    tables.map(({ rows }) => rows),
  );
  const { rows: jobs } = await withClient(bare.DATABASE_URL, (connection) =>
    connection.query<{ state: string; en: string }>("select state, problem -> 'text' ->> 'en' as en from job"),
  );
  expect(jobs).toEqual([
    {
      state: "failed",
      en: "The data was restored from a backup, which ended this job. Start it again if you still need it.",
    },
  ]);
  const second = path.join(await temporaryFolder(), "second");
  expect((await operate(["backup", second], bare)).code).toBe(0);
  const digests = ({ tables: lines }: Manifest) =>
    lines.filter(({ name }) => name !== "job").map(({ name, rows, digest }) => [name, rows, digest]);
  expect(digests(await manifestOf(second))).toEqual(digests(await manifestOf(folder)));

  const restored = await launch({ ...bare, PEPPER: "" });
  try {
    const host = await siteHost(server, owner);
    for (const address of ["/?language=zh", "/?language=en", "/about?language=zh"])
      expect((await readPage(restored.url + address, { host })).text, address).toBe(
        (await readPage(server.url + address, { host })).text,
      );
    const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
    for (const url of [pictureUrl, textUrl])
      expect(await bytesOf(restored.url + url)).toEqual(await bytesOf(server.url + url));
    expect((await fetch(`${restored.url}${pictureUrl}?w=640`)).status).toBe(200);
    const signIn = (password: string) => client(restored).send("POST Api/Member/Login", { username: mobile, password });
    expect((await signIn("Wrong7xx")).status).toBe(401);
    expect((await signIn("Harbour7x")).status).toBe(200);
    const added = await client(restored, owner).send("POST Api/{type}/QueryAdd", {
      type: "news",
      title: newsTitle(1),
      kind: "company",
      status: "draft",
    });
    expect(added.status, added.text).toBe(200);
    expect(await operate(["restore", folder, "--overwrite", nameOf(bare)], bare)).toMatchObject({
      code: 1,
      report: expect.stringContaining("Meridian is running on the database") as string,
    });
  } finally {
    await restored.stop();
  }

  const refused = await operate(["restore", folder], bare);
  expect([refused.code, refused.report]).toEqual([1, expect.stringContaining(`add --overwrite ${nameOf(bare)}`)]);
  const wrong = await operate(["restore", folder, "--overwrite", "another"], bare);
  expect([wrong.code, wrong.report]).toEqual([1, expect.stringContaining("--overwrite names another")]);
  const overwritten = await operate(["restore", folder, "--overwrite", nameOf(bare)], bare);
  expect(overwritten).toMatchObject({ code: 0, report: expect.stringContaining("2 were there already") as string });
  // The job has another time of its end.
  expect({ ...(await contentsOf(bare.DATABASE_URL)), job: null }).toEqual({ ...contents, job: null });
});

it("R-39: a restore makes the embedded database on a bare machine; doctor finds nothing wrong there, and in the program that works only what tests switch off", async () => {
  const embedded = { DATA_DIR: await temporaryFolder() };
  expect((await operate(["restore", folder], embedded)).report).toContain("every row compares equal to the backup");
  expect(await operate(["doctor"], embedded)).toMatchObject({
    code: 0,
    output: expect.stringContaining("0 findings.") as string,
  });
  const working = await operate(["doctor", "--json"], settings);
  expect([working.code, JSON.parse(working.output)]).toEqual([
    1,
    [expect.objectContaining({ probe: "server", problem: expect.stringContaining("fsync") as string })],
  ]);
});

it("R-39: a restore applies the migrations that the backup lacks, and refuses a backup of a newer version", async () => {
  const old = await makeOldDatabase("_page-settings.sql");
  try {
    const { host, port, password, owner: user } = inject("postgres");
    const { rows } = await old.client.query<{ name: string }>("select current_database() as name");
    const source = {
      DATABASE_URL: addressOf({ host, port, password, user, owner: user }, rows[0]!.name),
      DATA_DIR: await temporaryFolder(),
      PEPPER: pepper,
    };
    const applied = globSync("migrations/*.{sql,ts}")
      .toSorted()
      .filter((file) => file < "migrations/0050")
      .map((file) => ({
        name: path.parse(file).name,
        content: readFileSync(file, "utf8"),
        isSql: file.endsWith(".sql"),
      }));
    await old.client.query(
      "create table migration (name text primary key, hash text not null, applied_at timestamptz not null default now())",
    );
    for (const { name, content, isSql } of applied)
      await old.client.query("insert into migration (name, hash) values ($1, encode(sha256($2::bytea), 'hex'))", [
        name,
        Buffer.from(isSql ? content : name),
      ]);
    const target = await temporaryFolder();
    expect((await operate(["backup", path.join(target, "old")], source)).code).toBe(0);
    const bare = { ...(await bareInstallation()), PEPPER: pepper };
    const restored = await operate(["restore", path.join(target, "old")], bare);
    expect(restored).toMatchObject({
      code: 0,
      report: expect.stringContaining("Migrating: 0050_page-settings") as string,
    });
    const columns = await withClient(bare.DATABASE_URL, (connection) =>
      connection.query("select is_login from page_snapshot"),
    );
    expect(columns.rows).toEqual([]);

    await old.client.query("insert into migration (name, hash) values ('9999_future', repeat('0', 64))");
    expect((await operate(["backup", path.join(target, "future")], source)).code).toBe(0);
    const empty = { ...(await bareInstallation()), PEPPER: pepper };
    expect(await operate(["restore", path.join(target, "future")], empty)).toMatchObject({
      code: 1,
      report: expect.stringContaining("whose migration 9999_future this version does not have") as string,
    });
    expect(await countTables(empty.DATABASE_URL)).toBe(0);
  } finally {
    await old.drop();
  }
});

it("R-39: files go from a folder to a bucket by a restore, and a backup of a bucket can be a list with checksums", async () => {
  const s3 = await startS3();
  const bare = { ...(await bareInstallation()), ...s3.settings, PEPPER: pepper };
  expect((await operate(["restore", folder], bare)).report).toContain("Restored 2 files");
  expect(s3.requests).toContain(`PUT ${path.posix.basename(textUrl)}`);
  const list = path.join(await temporaryFolder(), "list");
  expect((await operate(["backup", list, "--list-files"], bare)).code).toBe(0);
  const lines = (await readFile(path.join(list, "files.jsonl"), "utf8")).trim().split("\n").toSorted();
  expect(lines).toEqual((await readFile(path.join(folder, "files.jsonl"), "utf8")).trim().split("\n").toSorted());
  const elsewhere = { ...(await bareInstallation()), PEPPER: pepper };
  expect(await operate(["restore", list], elsewhere)).toMatchObject({
    code: 1,
    report: expect.stringContaining("The storage does not have files that the backup lists") as string,
  });
  expect(await countTables(elsewhere.DATABASE_URL)).toBe(0);
});

it.each([
  [["backup", "--unknown"], 2, "Unknown option '--unknown'"],
  [["restore"], 2, "Name the folder of the backup."],
  [["restore", "/nowhere"], 1, "/nowhere is no backup"],
  [["mend"], 2, "One of backup, restore"],
])("%s ends with an exit code and what is wrong", async (args, code, message) => {
  expect(await operate(args, { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" })).toMatchObject({
    code,
    report: expect.stringContaining(message) as string,
  });
});

it("a setting that cannot be used ends a command with 78, and --help explains it", async () => {
  expect((await operate(["backup"], { DATABASE_URL: "mysql://a/b" })).code).toBe(78);
  expect(await operate(["restore", "--help"])).toMatchObject({
    code: 0,
    output: expect.stringContaining("--overwrite DATABASE") as string,
  });
});
