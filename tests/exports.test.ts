/** Exports of lists: the content of files, access to them and their expiry, and exporting a whole list as a job. */
import { sql } from "drizzle-orm";
import pg from "pg";
import { readSheet } from "read-excel-file/node";
import { beforeAll, describe, expect, it } from "vitest";
import type { Grant } from "#kit/access.ts";
import type { ListDescription } from "#kit/auto.ts";
import type { CallOutput } from "#kit/call.ts";
import type { AnyRow } from "#kit/entity.ts";
import { isUnderWay } from "#kit/job.ts";
import { addCleanUp } from "./support/clean-up.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";
import { runUpkeep } from "./support/upkeep.ts";

const server = await sharedServer();
const count = 4500;
let owner: Person;
let admin: Client;

type File = CallOutput<"GET api/Auto/ToExcel">;
type Job = CallOutput<"GET Api/Job/Mine">["jobs"][number];

async function requestExport(input: object, api = admin, language = "en"): Promise<File> {
  const answer = await api.send("GET api/Auto/ToExcel", { type: "news", ...input }, { "accept-language": language });
  expect(answer.status, answer.text).toBe(200);
  return contentOf(answer) as File;
}
const fetchFile = (url: string, { token }: Pick<Person, "token">) =>
  fetch(server.url + url, { headers: { authorization: `Bearer ${token}` } });
async function bytesOf(url: string): Promise<Buffer> {
  const answer = await fetchFile(url, owner);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
const sheetOf = async (input: object, language?: string) =>
  readSheet(await bytesOf((await requestExport(input, admin, language)).value));

/** Blocks the storage of files until `release` is called. `countWaiting`: the number of files that wait for it. */
async function holdFiles(): Promise<{ countWaiting: () => Promise<number>; release: () => Promise<unknown> }> {
  const connection = new pg.Client({ connectionString: server.databaseUrl });
  await connection.connect();
  // The end of the connection releases the files of a test that fails.
  addCleanUp(() => connection.end());
  await connection.query("begin; lock table private_file in share mode");
  return {
    async countWaiting() {
      // A transaction sees the same activity throughout, unless it asks for the current one.
      await connection.query("select pg_stat_clear_snapshot()");
      const { rows } = await connection.query(`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into private_file%'`);
      return rows.length;
    },
    release: () => connection.query("commit"),
  };
}

/** A member of the owner's space with a role that may read these fields of enquiries. */
async function readerOf(read: string[] | null, changes: Partial<Grant> = {}): Promise<Client> {
  const role = {
    type: "role",
    name: { zh: "导出", en: "Exports" },
    grants: [{ entity: "contactMessage", verbs: ["read", "export"], read, write: null, ...changes }],
  };
  const person = await newMember(server, owner.tenantId);
  const { id } = contentOf(await admin.send("POST Api/{type}/QueryAdd", role)) as AnyRow;
  const memberRow = { type: "member", id: person.memberId };
  const { version } = contentOf(await admin.send("GET Api/{type}/QueryById", memberRow)) as AnyRow;
  const answer = await admin.send("POST Api/{type}/QueryUpdate", { ...memberRow, version, roles: [id] });
  expect(answer.status, answer.text).toBe(200);
  return client(server, person);
}

beforeAll(async () => {
  owner = await newSpaceOwner(server);
  admin = client(server, owner);
  await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`insert into news (id, tenant_id, title, kind, status, published_at, pinned, sort)
      select gen_random_uuid(), ${owner.tenantId}::uuid, jsonb_build_object('zh', '=第' || n || '条', 'en', '=row ' || n),
        'company', (array['draft', 'published'])[n % 2 + 1], '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 hour', n % 10 = 0, n
      from generate_series(1, ${count}) n`),
  );
});

describe("the export of a page", () => {
  it("E-033, B-166: has a hundred rows by default, in the order of the list, and all columns", async () => {
    const [head, ...rows] = await sheetOf({ orderBy: "sort" });
    expect(head).toEqual(expect.arrayContaining(["Title", "Type", "Status", "Created", "Updated"]));
    const sortColumn = head!.indexOf("Sort order");
    expect(rows.map((row) => row[sortColumn])).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
  });

  it("has texts and choices in the reader's language, and times as dates of the spreadsheet", async () => {
    const columns = "title,status,pinned,publishedAt,sort";
    const input = { columns, orderBy: "sort", pageSize: 2, timeZone: "Asia/Shanghai" };
    expect(await sheetOf(input)).toEqual([
      ["Title", "Status", "Pinned", "Publish date", "Sort order"],
      ["=row 1", "Published", "No", new Date("2026-01-01T09:00:00Z"), 1],
      ["=row 2", "Draft", "No", new Date("2026-01-01T10:00:00Z"), 2],
    ]);
    const [head, first] = await sheetOf(input, "zh");
    expect([head![0], first!.slice(0, 3)]).toEqual(["标题", ["=第1条", "已发布", "否"]]);
  });

  it("B-167, B-168, N-042: applies filters and ranges, both ends included, and refuses a page beyond the last row", async () => {
    const filters = JSON.stringify({ status: "published" });
    const input = { columns: "sort", orderBy: "sort", filters, sort_Start: 10, sort_End: 21, pageSize: 4 };
    expect(await sheetOf(input)).toEqual([["Sort order"], [11], [13], [15], [17]]);
    expect(await sheetOf({ ...input, pageIndex: 2 })).toEqual([["Sort order"], [19], [21]]);
    for (const pageBeyond of [{ pageIndex: 3 }, { pageIndex: 4 }, { pageSize: 6, pageIndex: 2 }])
      expect(await admin.send("GET api/Auto/ToExcel", { type: "news", ...input, ...pageBeyond })).toMatchObject({
        status: 422,
        body: { fields: { pageIndex: "This page does not exist" } },
      });
    expect(await sheetOf({ ...input, sort_Start: 4499, sort_End: 4499, pageIndex: 1 })).toEqual([
      ["Sort order"],
      [4499],
    ]);
  });

  it("B-166: has at most ten thousand rows", async () => {
    const answer = await admin.send("GET api/Auto/ToExcel", { type: "news", pageSize: 10_001 });
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining("Up to 10,000 records per export")]);
    expect(await sheetOf({ columns: "sort", pageSize: 10_000 })).toHaveLength(count + 1);
  });

  it("T-34: prefixes formulas in CSV with an apostrophe", async () => {
    const file = await requestExport({ columns: "title,sort", orderBy: "sort", pageSize: 1, format: "csv" });
    expect(file.name).toMatch(/^News \d{4}-\d\d-\d\d\.csv$/);
    expect((await bytesOf(file.value)).toString()).toBe("\uFEFFTitle,Sort order\r\n'=row 1,1\r\n");
  });

  it.each([
    ["columns", { columns: "title,nothing" }, 422],
    ["columns", { columns: "" }, 422],
    ["timeZone", { timeZone: "Moon/Base" }, 422],
    ["pageSize", { pageSize: 0 }, 422],
    ["filters", { filters: "{" }, 400],
    ["orderBy", { orderBy: "intro" }, 400],
  ])("is refused for invalid %s: %j", async (_name, input, status) => {
    expect((await admin.send("GET api/Auto/ToExcel", { type: "news", ...input })).status).toBe(status);
  });

  it("R-15: is created once for twenty concurrent requests of one person", async () => {
    const { countWaiting, release } = await holdFiles();
    const request = { type: "news", pageSize: 4000 };
    const requests = Promise.all(Array.from({ length: 20 }, () => admin.send("GET api/Auto/ToExcel", request)));
    // The first export does not end before all requests have arrived.
    await expect.poll(countWaiting).toBeGreaterThan(0);
    await release();
    const answers = await requests;
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map((answer) => (contentOf(answer) as File).value)).size).toBe(1);
  });
});

describe("the file of an export", () => {
  it("E-034, N-043: is downloaded under its name, not cached, and never shown as a page", async () => {
    const file = await requestExport({ columns: "sort" }, admin, "zh");
    const { headers } = await fetchFile(file.value, owner);
    expect(file.name).toMatch(/^新闻 \d{4}-\d\d-\d\d\.xlsx$/);
    expect(headers.get("content-disposition")).toBe(`attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`);
    expect(headers.get("content-type")).toContain("spreadsheetml.sheet");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toContain("sandbox");
  });

  it("T-35, B-319: is found only by the person who made it", async () => {
    const { value } = await requestExport({ columns: "sort" });
    expect((await fetchFile(value, owner)).status).toBe(200);
    for (const stranger of [await newMember(server, owner.tenantId), await newSpaceOwner(server)])
      expect((await fetchFile(value, stranger)).status).toBe(404);
    expect((await fetch(server.url + value)).status).toBe(401);
    for (const wrongPath of ["/files/private/..%2f..%2fsecret", "/files/private/x", `${value}0`])
      expect((await fetchFile(wrongPath, owner)).status).toBe(404);
    const [row] = await server.database.read<{ key: string }>(
      owner.tenantId,
      sql`select key from private_file where id = ${value.split("/").at(-1)}::uuid`,
    );
    expect((await fetchFile(`/files/${row!.key}`, owner)).status).toBe(404);
  });

  it("T-35: is deleted with its bytes after an hour", async () => {
    const { value } = await requestExport({ columns: "sort" });
    const id = value.split("/").at(-1);
    const rows = () =>
      server.database.read<{ minutes: number }>(
        owner.tenantId,
        sql`select extract(epoch from expires_at - created_at)::int / 60 as minutes from private_file where id = ${id}::uuid`,
      );
    expect(await rows()).toEqual([{ minutes: 60 }]);
    await server.database.tenant(owner.tenantId, (tx) =>
      tx.rows(sql`update private_file set expires_at = now() where id = ${id}::uuid`),
    );
    expect((await fetchFile(value, owner)).status).toBe(404);
    await runUpkeep(server, "purgePrivateFiles");
    expect(await rows()).toEqual([]);
  });
});

describe("the right to export", () => {
  it("B-169, T-33: belongs to administrators, not to members", async () => {
    const member = client(server, await newMember(server, owner.tenantId));
    for (const type of ["news", "member", "role", "paasWork"])
      expect([type, (await member.send("GET api/Auto/ToExcel", { type })).status]).toEqual([type, 403]);
    expect((await client(server).send("GET api/Auto/ToExcel", { type: "news" })).status).toBe(401);
  });

  it("T-33: of a role is what the list says of itself, in the member area and below /admin, and no header changes that", async () => {
    const type = "contactMessage";
    for (const [verbs, isOffered] of [
      [["read", "export"], true],
      [["read"], false],
    ] as const) {
      const reader = await readerOf(null, { verbs: [...verbs] });
      for (const url of [`/paas/${type}/list`, `/admin/${type}/list`]) {
        const { play } = (await reader.call("POST paas/table/search", { paraModel: { url } })) as {
          play: ListDescription;
        };
        expect([url, play.isExportable]).toEqual([url, isOffered]);
      }
      const status = async (filter: string) => (await reader.send("GET api/Auto/ToExcel", { type }, { filter })).status;
      expect([verbs, await status("1"), await status("3")]).toEqual([verbs, isOffered ? 200 : 403, 403]);
    }
  });

  it("T-33: of a role covers only its columns, in the dialog, the file and the job", async () => {
    const reader = await readerOf(["name", "status"]);
    await server.database.tenant(owner.tenantId, (tx) =>
      tx.rows(sql`insert into contact_message (id, tenant_id, name, contact, message, status)
        values (gen_random_uuid(), ${owner.tenantId}::uuid, 'Grace', 'grace@example.org', 'Hello', 'new')`),
    );
    const options = contentOf(
      await reader.send("POST paas/export/options", { type: "contactMessage" }),
    ) as CallOutput<"POST paas/export/options">;
    expect(options).toMatchObject({ total: 1 });
    expect(options.columns.map(({ field }) => field).toSorted()).toEqual([
      "createdAt",
      "id",
      "name",
      "status",
      "updatedAt",
    ]);
    const type = "contactMessage";
    expect((await requestExport({ type }, reader)).value).toMatch(/^\/files\/private\//);
    for (const [input, status] of [
      [{ columns: "contact" }, 422],
      [{ orderBy: "message" }, 400],
      [{ filters: '{"contact":"grace@example.org"}' }, 400],
    ] as const)
      expect([input, (await reader.send("GET api/Auto/ToExcel", { type, ...input })).status]).toEqual([input, status]);
    const started = await reader.send("POST Api/Job/Start", {
      name: "exportRows",
      input: { type, columns: ["contact"] },
    });
    const { id } = contentOf(started) as { id: string };
    expect(await waitForEnd(reader, id)).toMatchObject({ state: "failed" });
  });
});

it("T-33: a role that may read all fields exports only the fields of its export list", async () => {
  const type = "contactMessage";
  const reader = await readerOf(null, { export: ["name"] });
  const options = contentOf(
    await reader.send("POST paas/export/options", { type }),
  ) as CallOutput<"POST paas/export/options">;
  expect(options.columns.map(({ field }) => field)).toEqual(["name", "createdAt", "updatedAt", "id"]);
  // A search or a sort by a field requires only the right to read it.
  const byContact = { type, columns: "name", orderBy: "createdAt", filters: '{"contact":"nobody@example.org"}' };
  expect((await requestExport(byContact, reader)).value).toMatch(/^\/files\/private\//);
  expect((await reader.send("GET api/Auto/ToExcel", { type, columns: "name,contact" })).status).toBe(422);
  const start = { name: "exportRows", input: { type, columns: ["name", "message"] } };
  const { id } = contentOf(await reader.send("POST Api/Job/Start", start)) as { id: string };
  expect(await waitForEnd(reader, id)).toMatchObject({ state: "failed" });
  const readerWithoutExport = await readerOf(null, { export: [] });
  expect((await readerWithoutExport.send("GET api/Auto/ToExcel", { type })).status).toBe(403);
  expect((await readerWithoutExport.send("POST Api/Job/Start", { name: "exportRows", input: { type } })).status).toBe(
    403,
  );
});

async function jobOf(api: Client, id: string): Promise<Job> {
  const { jobs } = contentOf(await api.send("GET Api/Job/Mine")) as { jobs: Job[] };
  return jobs.find((job) => job.id === id)!;
}
async function waitForEnd(api: Client, id: string): Promise<Job> {
  await expect.poll(async () => isUnderWay((await jobOf(api, id)).state), { timeout: 90_000 }).toBe(false);
  return jobOf(api, id);
}

describe("the export of a whole list", () => {
  const inputOf = (format: string) => ({ type: "news", fields: { status: "published" }, columns: ["sort"], sort: { field: "sort", direction: "desc" }, format, locale: "en" }); // prettier-ignore
  async function exportList(format: string): Promise<Job> {
    const job = { name: "exportRows", input: inputOf(format) };
    const started = await admin.send("POST Api/Job/Start", job);
    expect(started.status, started.text).toBe(200);
    return waitForEnd(admin, (contentOf(started) as { id: string }).id);
  }

  it.each(["xlsx", "csv"])("is a job that writes every row in order into one file: %s", async (format) => {
    const job = await exportList(format);
    expect(job).toMatchObject({ state: "done", done: count / 2, total: count / 2 });
    expect(job.result!.text).toContain("2,250");
    const bytes = await bytesOf(job.result!.url!);
    const numbers = Array.from({ length: count / 2 }, (_, n) => count - 1 - n * 2);
    if (format === "xlsx") expect(await readSheet(bytes)).toEqual([["Sort order"], ...numbers.map((n) => [n])]);
    else expect(bytes.toString()).toBe(`\uFEFFSort order\r\n${numbers.map((n) => `${n}\r\n`).join("")}`);
  });

  it("leaves one file and no pieces behind", async () => {
    const storedFiles = () =>
      server.database.read<{ url: string }>(
        owner.tenantId,
        sql`select '/files/private/' || id as url from private_file where tenant_id = ${owner.tenantId}::uuid`,
      );
    const before = new Set((await storedFiles()).map(({ url }) => url));
    const { result } = await exportList("xlsx");
    expect((await storedFiles()).filter(({ url }) => !before.has(url))).toEqual([{ url: result!.url }]);
  });

  it("of personal data requires a recent verification of identity", async () => {
    const { accountId, token } = await newSpaceOwner(server);
    const { send } = client(server, { token });
    const job = { name: "exportRows", input: { type: "member" } };
    const statuses = async () => [
      (await send("POST Api/Job/Start", job)).status,
      (await send("GET api/Auto/ToExcel", { type: "member" })).status,
      (await send("GET api/Auto/ToExcel", { type: "news" })).status,
    ];
    expect(await statuses()).toEqual([200, 200, 200]);
    await server.database.system(async (tx) => {
      await tx.rows(sql`update session set proved_at = now() - interval '1 day' where account_id = ${accountId}::uuid`);
      await tx.notifyChanged(`account:${accountId}`);
    });
    await expect.poll(statuses).toEqual([403, 403, 200]);
  });
});
