/** Deleted rows: listed for those who may restore them, restored, deleted permanently, and expired. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { type TrashEntity, type TrashPage, trashDays } from "#kit/row-history.ts";
import { client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner, type Person, signInAgain } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";
import { runUpkeep } from "./support/upkeep.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { call, send } = client(server, owner);
const title = { zh: "标题", en: "Heading" };
const titleWith = (en: string) => ({ ...title, en });
type Row = { id: string; version: number };
const add = async (type: string, values: object) =>
  (await call("POST Api/{type}/QueryAdd", { type, ...values } as never)) as Row;
const addNews = (en = "Heading", more: object = {}) =>
  add("news", { title: titleWith(en), kind: "company", status: "draft", ...more });
const remove = (type: string, rows: readonly Row[]) =>
  call("DELETE Api/{type}/QueryDelete", { type, ids: rows.map(({ id }) => id).join(",") });
const exists = async ({ id }: Row, type = "news") =>
  (await send("GET Api/{type}/QueryById", { type, id })).status === 200;
const requestTrash = (type: string, person: Pick<Person, "token"> = owner, before?: string) =>
  client(server, person).send("GET Api/{type}/QueryTrash", { type, ...(before === undefined ? {} : { before }) });
const trash = async (...parameters: Parameters<typeof requestTrash>) =>
  contentOf(await requestTrash(...parameters)) as TrashPage;
const restore = async (type: string, rows: readonly { id: string }[], person: Pick<Person, "token"> = owner) =>
  (await client(server, person).send("POST Api/{type}/RestoreDeleted", { type, ids: rows.map(({ id }) => id) })).status;
const erase = async (type: string, rows: readonly { id: string }[], person: Pick<Person, "token"> = owner) =>
  (await client(server, person).send("POST Api/{type}/Erase", { type, ids: rows.map(({ id }) => id) })).status;
const system = <R extends object>(statement: ReturnType<typeof sql>) =>
  server.database.system((tx) => tx.rows<R>(statement));
const backdateDeletion = (table: "news" | "wiki" | "record", { id }: { id: string }, days: number) =>
  system(
    sql`update ${sql.identifier(table)} set deleted_at = now() - make_interval(days => ${days}) where id = ${id}::uuid`,
  );
const verbsOf = async ({ id }: Row) =>
  (
    await system<{ verb: string; actor: string }>(
      sql`select verb, actor from row_change where row_id = ${id}::uuid order by id`,
    )
  ).map(({ verb, actor }) => `${verb} ${actor}`);

/** A new session of the owner with a verification of identity that is too old. */
async function signInWithOldVerification(): Promise<Person> {
  const session = await signInAgain(server, owner);
  await system(sql`update session set proved_at = now() - interval '13 hours'
    where id = (select id from session where account_id = ${owner.accountId}::uuid order by id desc limit 1)`);
  return session;
}

describe("the trash", () => {
  it("lists deleted rows with author and time, newest first, page by page, and the entities that have some", async () => {
    const space = await newSpaceOwner(server);
    const spaceClient = client(server, space);
    const rows: Row[] = [];
    for (let n = 0; n < 51; n += 1)
      rows.push(
        (await spaceClient.call("POST Api/{type}/QueryAdd", {
          type: "news",
          title: titleWith(`News ${n}`),
          kind: "company",
          status: "draft",
        } as never)) as Row,
      );
    const entities = async () =>
      (contentOf(await spaceClient.send("GET Api/Trash/Entities", {})) as TrashEntity[]).map(({ type, count }) => [
        type,
        count,
      ]);
    expect(await entities()).toEqual([]);
    for (const { id } of rows) await spaceClient.call("DELETE Api/{type}/QueryDelete", { type: "news", id });
    expect(await entities()).toEqual([["news", 51]]);
    const firstPage = await trash("news", space);
    const secondPage = await trash("news", space, firstPage.next!);
    const titles = [...firstPage.rows, ...secondPage.rows].map((row) => row.title);
    expect(titles).toEqual(rows.map((_, n) => `News ${50 - n}`));
    expect([...firstPage.rows, ...secondPage.rows].map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toReversed());
    expect(secondPage.next).toBeNull();
    expect(firstPage.rows[0]!.by).toEqual({ actor: "member", name: expect.any(String), isSelf: true });
    expect((await requestTrash("news", space, "nonsense")).status).toBe(400);
  });

  it("is limited to rows that the person may delete and fields that they may read, in their space", async () => {
    const row = await add("page", { path: "/seldom", title: titleWith("Secret heading") });
    await remove("page", [row]);
    const member = await newMember(server, owner.tenantId);
    expect((await requestTrash("page", member)).status).toBe(403);
    expect(await restore("page", [row], member)).toBe(403);
    expect(await erase("page", [row], member)).toBe(403);
    const stranger = await newSpaceOwner(server);
    expect((await trash("page", stranger)).rows).toEqual([]);
    expect(await restore("page", [row], stranger)).toBe(404);
    expect(await erase("page", [row], stranger)).toBe(404);
    const role = await add("role", {
      name: title,
      grants: [{ entity: "page", verbs: ["delete"], read: ["path"], write: null }],
    });
    const [found] = await system<{ version: number }>(
      sql`select version from member where id = ${member.memberId}::uuid`,
    );
    const roleChange = { type: "member", id: member.memberId, version: found!.version, roles: [role.id] };
    await call("POST Api/{type}/QueryUpdate", roleChange as never);
    await expect.poll(async () => (await requestTrash("page", member)).status).toBe(200);
    const { rows } = await trash("page", member);
    expect(rows).toMatchObject([{ id: row.id, title: "/seldom", summary: "" }]);
    expect(await restore("page", [row], member)).toBe(200);
    expect(await exists(row, "page")).toBe(true);
  });
});

describe("restoring", () => {
  it("restores one or several rows, all or none, and records it", async () => {
    const rows = [await addNews(), await addNews(), await addNews()];
    await remove("news", rows);
    expect(await restore("news", [...rows, { id: crypto.randomUUID() }])).toBe(404);
    expect(await exists(rows[0]!)).toBe(false);
    expect(await restore("news", rows)).toBe(200);
    expect(await Promise.all(rows.map((row) => exists(row)))).toEqual([true, true, true]);
    expect(await restore("news", rows)).toBe(404);
    expect(await verbsOf(rows[0]!)).toEqual(["add member", "delete member", "restore member"]);
  });

  it("is refused if the unique value is taken, and requires a verification of identity for published rows", async () => {
    const page = await add("wiki", { title, slug: "place" });
    await remove("wiki", [page]);
    await add("wiki", { title, slug: "place" });
    expect(await restore("wiki", [page])).toBe(409);
    const published = await addNews("Live", { status: "published", publishedAt: new Date().toISOString() });
    await remove("news", [published]);
    const oldSession = await signInWithOldVerification();
    expect(await restore("news", [published], oldSession)).toBe(403);
    expect(await restore("news", [published])).toBe(200);
    // Restoring rows of an entity whose changes require a verification requires one, too.
    const role = await add("role", { name: title, grants: [] });
    await remove("role", [role]);
    expect(await restore("role", [role], oldSession)).toBe(403);
    expect(await restore("role", [role])).toBe(200);
  });
});

describe("permanent deletion", () => {
  it("deletes the row and its parts after a verification of identity, and records it", async () => {
    const page = await add("page", { path: "/gone", title });
    await system(sql`insert into page_revision (id, tenant_id, page_id, rev, change, member_name)
      values (gen_random_uuid(), ${owner.tenantId}::uuid, ${page.id}::uuid, 99, '{}', '')`);
    expect(await erase("page", [page])).toBe(404);
    await remove("page", [page]);
    expect(await erase("page", [page], await signInWithOldVerification())).toBe(403);
    expect(await erase("page", [page])).toBe(200);
    const remaining = await system(sql`select 1 from page where id = ${page.id}::uuid
      union all select 1 from page_revision where page_id = ${page.id}::uuid`);
    expect(remaining).toEqual([]);
    expect(await verbsOf(page)).toEqual(["add member", "delete member", "erase member"]);
    expect(await restore("page", [page])).toBe(404);
  });

  it("is refused while another row refers to the row", async () => {
    const parent = await add("wiki", { title, slug: "parent" });
    const child = await add("wiki", { title, slug: "child", parent: parent.id });
    await remove("wiki", [child, parent]);
    expect(await erase("wiki", [parent])).toBe(409);
    expect(await restore("wiki", [parent])).toBe(200);
    await remove("wiki", [parent]);
    expect(await erase("wiki", [child, parent])).toBe(200);
  });
});

it("rows are deleted permanently after their retention, also of runtime entities, unless others refer to them", async () => {
  const [oldNews, recentNews] = [await addNews(), await addNews()];
  const parent = await add("wiki", { title, slug: "old-parent" });
  const child = await add("wiki", { title, slug: "young-child", parent: parent.id });
  const unreferenced = await add("wiki", { title, slug: "old-free" });
  const { id: entity } = await publish(
    server,
    owner.tenantId,
    definitionOf("gauge", { name: { type: "textbox", name: title, required: true } }),
  );
  await expect.poll(async () => (await send("GET Api/{type}/QueryList", { type: "gauge" })).status).toBe(200);
  const [record, restoredRecord] = [await add("gauge", { name: "One" }), await add("gauge", { name: "Two" })];
  await remove("news", [oldNews, recentNews]);
  await remove("wiki", [parent, child, unreferenced]);
  await remove("gauge", [record, restoredRecord]);
  expect((await trash("gauge")).rows.map(({ title: name }) => name).toSorted()).toEqual(["One", "Two"]);
  expect(await restore("gauge", [restoredRecord])).toBe(200);
  for (const [table, row] of [
    ["news", oldNews],
    ["wiki", parent],
    ["wiki", unreferenced],
    ["record", record],
  ] as const)
    await backdateDeletion(table, row, trashDays + 1);
  await backdateDeletion("news", recentNews, trashDays - 1);
  await runUpkeep(server, "emptyTrash");
  const remaining = await system<{
    id: string;
  }>(sql`select id from news where id in (${oldNews.id}::uuid, ${recentNews.id}::uuid)
    union all select id from wiki where id in (${parent.id}::uuid, ${child.id}::uuid, ${unreferenced.id}::uuid)
    union all select id from record where entity_id = ${entity}::uuid`);
  expect(remaining.map(({ id }) => id).toSorted()).toEqual(
    [recentNews.id, parent.id, child.id, restoredRecord.id].toSorted(),
  );
  expect(await verbsOf(oldNews)).toEqual(["add member", "delete member", "erase program"]);
});
