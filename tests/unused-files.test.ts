/** References to stored files, and the removal of unreferenced ones. */
import { randomUUID } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { fileReferenceColumns } from "#records/registry/schema.server.ts";
import { newId } from "#server/process/id.server.ts";
import { client, contentOf } from "./support/client.ts";
import { mp3, pdf } from "./support/media.ts";
import { makeOldDatabase } from "./support/old-database.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { startServer } from "./support/server.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";
import { runUpkeep } from "./support/upkeep.ts";

const server = await startServer();
const folder = path.join(server.dataFolder, "files");

async function upload(person: Person, bytes: Buffer, name: string): Promise<string> {
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(bytes)]), name);
  const headers = { authorization: `Bearer ${person.token}`, "x-meridian": "1" };
  const answer = await fetch(`${server.url}/api/File/Upload`, { method: "POST", headers, body });
  return ((await answer.json()) as { result: { url: string } }).result.url;
}
const system = <R>(statement: ReturnType<typeof sql>) => server.database.system((tx) => tx.rows<R>(statement));
/** Runs the review again, as on the next day. */
async function review(): Promise<void> {
  await system(sql`update upkeep_run set state = null where name = 'reviewFiles'`);
  await runUpkeep(server, "reviewFiles");
}
/** Backdates the unused files by `days`. */
const backdate = (days: number) =>
  system(sql`update storage_file set unused_at = now() - ${`${days} days`}::interval where unused_at is not null`);
const statusOf = async (url: string) => (await fetch(server.url + url)).status;
const keyOf = (url: string) => path.posix.basename(url);
const usesOf = async (url: string) =>
  (
    await system<{ source: string }>(sql`select u.source from file_use u join storage_file f on f.id = u.file_id
      where f.path = ${url} order by u.source`)
  ).map(({ source }) => source);
const newsWith = (text: string) => ({
  type: "news",
  title: { zh: "新闻", en: "News" },
  kind: "company",
  status: "draft",
  intro: { zh: `见 ${text}`, en: `See ${text}` },
});

it("T-41: deletes a file thirty days after its last reference by a row, record, draft, snapshot or history", async () => {
  const owner = await newSpaceOwner(server);
  const { call, send } = client(server, owner);
  const names = ["row", "record", "history", "draft", "snapshot", "unused"];
  const files: Record<string, string> = {};
  for (const name of names) files[name] = await upload(owner, pdf, `${name}.pdf`);
  const audio = await upload(owner, mp3, "unused.mp3");

  await call("POST Api/{type}/QueryAdd", newsWith(files.row!) as never);
  await publish(
    server,
    owner.tenantId,
    definitionOf("gauge", { title: { type: "textbox", name: newsWith("").title } }),
  );
  const addRecord = () =>
    send("POST Api/{type}/QueryAdd", { type: "gauge", title: `/files/${keyOf(files.record!)}` } as never);
  await expect.poll(async () => (await addRecord()).status).toBe(200);
  // Only the history still contains this reference.
  const changed = (await call("POST Api/{type}/QueryAdd", newsWith(files.history!) as never)) as AnyRow;
  const { id, version } = changed;
  await call("POST Api/{type}/QueryUpdate", { type: "news", id, version, intro: { zh: "无", en: "None" } } as never);
  // This reference is encoded in another URL.
  const draft = JSON.stringify({ note: `https://example.com/see?it=${encodeURIComponent(files.draft!)}` });
  await system(
    sql`update page set document = coalesce(document, '{}') || ${draft}::jsonb
      where id = (select id from page where tenant_id = ${owner.tenantId}::uuid limit 1)`,
  );
  await system(sql`insert into page_snapshot (id, tenant_id, page_id, number, path, document, rev, theme_version, member_name)
    select ${newId()}::uuid, tenant_id, id, 900, '/x', jsonb_build_object('url', ${files.snapshot!}::text), 1, 1, ''
    from page where tenant_id = ${owner.tenantId}::uuid limit 1`);
  const uses = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await usesOf(files[name]!)])));
  expect(uses).toEqual({
    row: ["news"],
    record: ["record"],
    history: ["row_change"],
    draft: ["page"],
    snapshot: ["page_snapshot"],
    unused: [],
  });

  await review();
  await backdate(29);
  await review();
  expect(await statusOf(files.unused!)).toBe(200);
  await backdate(31);
  await review();
  const statuses = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await statusOf(files[name]!)])),
  );
  expect(statuses).toEqual({ row: 200, record: 200, history: 200, draft: 200, snapshot: 200, unused: 404 });
  expect(await statusOf(audio)).toBe(404);
  expect(await readdir(folder)).not.toContain(keyOf(audio));
  const rows = await server.database.read(owner.tenantId, sql`select 1 from storage_file`);
  expect(rows).toHaveLength(5);
});

it("keeps a file referenced by an uncommitted row, and restarts the thirty days when the reference is removed", async () => {
  const owner = await newSpaceOwner(server);
  const { call } = client(server, owner);
  const [uncommitted, referencedAgain] = [await upload(owner, pdf, "late.pdf"), await upload(owner, pdf, "again.pdf")];
  await review();
  await backdate(31);
  const row = (await call("POST Api/{type}/QueryAdd", newsWith(referencedAgain) as never)) as AnyRow;
  await system(sql`delete from news where id = ${row.id}::uuid`);
  expect(await usesOf(referencedAgain)).toEqual([]);
  await server.database.tenant(owner.tenantId, async (tx) => {
    await tx.rows(sql`update member set avatar = ${uncommitted} where id = ${owner.memberId}::uuid`);
    // The row is written, but not committed.
    await review();
  });
  expect([await statusOf(uncommitted), await statusOf(referencedAgain)]).toEqual([200, 200]);
  expect(await usesOf(uncommitted)).toEqual(["member"]);
  await system(sql`update member set avatar = null where id = ${owner.memberId}::uuid`);
  await review();
  expect([await statusOf(uncommitted), await statusOf(referencedAgain)]).toEqual([200, 200]);
});

it("shows administrators the storage used and files unused for a week, and deletes these unless referenced again", async () => {
  const owner = await newSpaceOwner(server);
  const { call, send } = client(server, owner);
  const [pdfFile, audioFile] = [await upload(owner, pdf, "one.pdf"), await upload(owner, mp3, "other.mp3")];
  type Storage = {
    bytes: number;
    files: number;
    maxBytes: number;
    unused: { count: number; files: { id: string; name: string }[] };
  };
  const storage = async () => contentOf(await send("GET Api/File/Storage", {})) as Storage;
  await review();
  expect(await storage()).toMatchObject({ bytes: pdf.length + mp3.length, files: 2, unused: { count: 0, files: [] } });
  const recent = await system<{ id: string }>(
    sql`select id from storage_file where tenant_id = ${owner.tenantId}::uuid`,
  );
  expect(await call("POST Api/File/RemoveUnused", { ids: recent.map(({ id }) => id) })).toEqual({ removed: 0 });
  await backdate(8);
  const { unused } = await storage();
  expect(unused.files.map(({ name }) => name).toSorted()).toEqual(["one.pdf", "other.mp3"]);
  const ids = unused.files.map(({ id }) => id);
  const stranger = await newSpaceOwner(server);
  expect(await client(server, stranger).call("POST Api/File/RemoveUnused", { ids })).toEqual({ removed: 0 });
  const member = client(server, await newMember(server, owner.tenantId));
  expect((await member.send("GET Api/File/Storage", {})).status).toBe(403);
  await call("POST Api/{type}/QueryAdd", newsWith(audioFile) as never);
  expect(await call("POST Api/File/RemoveUnused", { ids })).toEqual({ removed: 1 });
  expect([await statusOf(pdfFile), await statusOf(audioFile)]).toEqual([404, 200]);
  expect(await storage()).toMatchObject({ bytes: mp3.length, files: 1, unused: { count: 0 } });
});

it("a file is kept by a reference from another space", async () => {
  const [owner, otherOwner] = [await newSpaceOwner(server), await newSpaceOwner(server)];
  const file = await upload(owner, pdf, "shared.pdf");
  await client(server, otherOwner).call("POST Api/{type}/QueryAdd", newsWith(file) as never);
  const uses = await system(
    sql`select u.tenant_id as id from file_use u join storage_file f on f.id = u.file_id where f.path = ${file}`,
  );
  expect(uses).toEqual([{ id: otherOwner.tenantId }]);
});

it("every table whose rows may reference a file has triggers that record the references in all of its text columns", async () => {
  type TableTriggers = { name: string; texts: string[]; triggers: string[] };
  const found = await system<TableTriggers>(sql`select c.relname as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname !~ '^(search_text|facets|facet[0-9])$'
        and a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'json'::regtype, 'text[]'::regtype)) as texts,
      array(select pg_get_triggerdef(t.oid) from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid = c.oid and p.proname = 'note_file_uses' and t.tgenabled = 'O') as triggers
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'id' and a.atttypid = 'uuid'::regtype)
      and c.relname <> all('{storage_file,private_file,file_upload,session,webhook_delivery}')`);
  const textTables = found.filter(({ texts }) => texts.length > 0);
  const columnsIn = (trigger: string) =>
    new Set(Array.from(trigger.matchAll(/(?:old|new)\."?(\w+)/g), ([, name]) => name));
  const unwatched = textTables.flatMap(({ name, texts, triggers }) =>
    triggers.flatMap((trigger) =>
      texts.filter((text) => !columnsIn(trigger).has(text)).map((text) => `${name}.${text}`),
    ),
  );
  expect(unwatched).toEqual([]);
  expect(textTables.filter(({ triggers }) => triggers.length !== 3)).toEqual([]);
  expect(textTables.map(({ name }) => name).toSorted()).toEqual(Object.keys(fileReferenceColumns()).toSorted());
});

it("an upload from before the table of files gets a row in the space that references it, with its size", async () => {
  const oldDatabase = await makeOldDatabase("_file_uses.sql");
  const [tenantId, key] = [randomUUID(), `${randomUUID()}_40x40_.webp`];
  try {
    await oldDatabase.client.query("insert into tenant (id, code, name) values ($1, 'one', '{}')", [tenantId]);
    await oldDatabase.client.query(
      "insert into news (id, tenant_id, title, kind, status, cover) values (gen_random_uuid(), $1, '{}', 'company', 'draft', $2)",
      [tenantId, `/files/${key}`],
    );
    await oldDatabase.migrate();
    const { rows } = await oldDatabase.client.query(
      "select f.path, f.tenant_id, f.file_type, u.source from storage_file f join file_use u on u.file_id = f.id",
    );
    expect(rows).toEqual([{ path: `/files/${key}`, tenant_id: tenantId, file_type: "image", source: "news" }]);
  } finally {
    await oldDatabase.drop();
  }
  const owner = await newSpaceOwner(server);
  const [existing, missing] = [key, `${randomUUID()}.webp`];
  await writeFile(path.join(folder, existing), mp3);
  for (const name of [existing, missing])
    await system(sql`insert into storage_file (id, tenant_id, path, file_type, size)
      values (${name.slice(0, 36)}::uuid, ${owner.tenantId}::uuid, ${`/files/${name}`}, 'image', 0)`);
  await review();
  const rows = await server.database.read(owner.tenantId, sql`select path, size::int as size from storage_file`);
  expect(rows).toEqual([{ path: `/files/${existing}`, size: mp3.length }]);
});
