/** Undoing a deletion, reading the history of a row, and restoring an earlier version. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { type RowHistory, undoMinutes } from "#kit/row-history.ts";
import { client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner, type Person, signInAgain } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
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
const addNews = (more: object = {}) => add("news", { title, kind: "company", status: "draft", ...more });
const change = async (row: Row, values: object, type = "news"): Promise<Row> =>
  (await call("POST Api/{type}/QueryUpdate", { type, id: row.id, version: row.version, ...values } as never)) as Row;
async function remove(type: string, rows: readonly Row[]): Promise<string> {
  const ids = rows.map(({ id }) => id).join(",");
  return ((await call("DELETE Api/{type}/QueryDelete", { type, ids })) as { undo: string }).undo;
}
const undo = async (group: string, person: Pick<Person, "token"> = owner, type = "news") =>
  (await client(server, person).send("POST Api/{type}/Undo", { type, undo: group })).status;
const exists = async ({ id }: Row, type = "news") =>
  (await send("GET Api/{type}/QueryById", { type, id })).status === 200;
const requestHistory = ({ id }: Row, person: Pick<Person, "token"> | undefined = owner, more: object = {}) =>
  client(server, person).send("GET Api/{type}/QueryHistory", { type: "news", id, ...more });
const history = async (...parameters: Parameters<typeof requestHistory>) =>
  contentOf(await requestHistory(...parameters)) as RowHistory;
const restore = (row: Row, to: number, person: Pick<Person, "token"> = owner) =>
  client(server, person).send("POST Api/{type}/RestoreVersion", { type: "news", id: row.id, version: row.version, to });
const read = ({ id }: Row, type = "news") => call("GET Api/{type}/QueryById", { type, id });
const system = <R extends object>(statement: ReturnType<typeof sql>) =>
  server.database.system((tx) => tx.rows<R>(statement));

/** A new session of the owner with a verification of identity that is too old. */
async function signInWithOldVerification(): Promise<Person> {
  const session = await signInAgain(server, owner);
  await system(sql`update session set proved_at = now() - interval '13 hours'
    where id = (select id from session where account_id = ${owner.accountId}::uuid order by id desc limit 1)`);
  return session;
}

/** Gives a member a role and waits until it applies. */
async function giveRole(person: Person, grants: object[], isApplied: () => Promise<boolean>): Promise<void> {
  const role = await add("role", { name: title, grants });
  const [found] = await system<{ version: number }>(
    sql`select version from member where id = ${person.memberId}::uuid`,
  );
  await change({ id: person.memberId, version: found!.version }, { roles: [role.id] }, "member");
  await expect.poll(isApplied).toBe(true);
}

describe("a deletion", () => {
  it("T-08: of several rows is undone for all of them, once", async () => {
    const rows = [await addNews(), await addNews(), await addNews()];
    const group = await remove("news", rows);
    expect(await Promise.all(rows.map((row) => exists(row)))).toEqual([false, false, false]);
    expect(await undo(group)).toBe(200);
    expect(await Promise.all(rows.map((row) => exists(row)))).toEqual([true, true, true]);
    expect(await undo(group)).toBe(409);
    const { changes } = await history(rows[0]!);
    expect(changes.map(({ verb, version, isSelf }) => [verb, version, isSelf])).toEqual([
      ["restore", 3, true],
      ["delete", 2, true],
      ["add", 1, true],
    ]);
  });

  it("is undone once by concurrent requests", async () => {
    const group = await remove("news", [await addNews()]);
    const answers = await Promise.all(Array.from({ length: 4 }, () => undo(group)));
    expect(answers.toSorted()).toEqual([200, 409, 409, 409]);
  });

  it("T-08: is undone only by its author, with the right to delete, in their space, within ten minutes", async () => {
    const member = await newMember(server, owner.tenantId);
    const ownDeletion = await remove("news", [await addNews()]);
    expect(await undo(ownDeletion, member)).toBe(403);
    await giveRole(member, [{ entity: "news", verbs: ["delete"], read: null, write: null }], async () => {
      const status = await undo(crypto.randomUUID(), member);
      return status === 404;
    });
    // The member may delete now, but the deletion was made by another person.
    expect(await undo(ownDeletion, member)).toBe(403);
    expect(await undo(ownDeletion, await newSpaceOwner(server))).toBe(404);
    expect(await undo(ownDeletion, owner, "wiki")).toBe(404);
    expect(await undo(ownDeletion)).toBe(200);

    const row = await addNews();
    const lateDeletion = await remove("news", [row]);
    // History is immutable, so the test adds an older copy of the change.
    const [expiredDeletion] = await system<{ group: string }>(sql`insert into row_change
        (id, tenant_id, entity, row_id, version, verb, actor, member_id, group_id, created_at)
      select gen_random_uuid(), tenant_id, entity, row_id, version, verb, actor, member_id, gen_random_uuid(),
        now() - make_interval(mins => ${undoMinutes}) - interval '1 second'
      from row_change where group_id = ${lateDeletion}::uuid returning group_id as "group"`);
    expect(await undo(expiredDeletion!.group)).toBe(409);
    expect(await exists(row)).toBe(false);
  });

  it("is undone completely or not at all, if a row has changed or its unique value is taken", async () => {
    const values = { title, slug: "taken" };
    const [first, second] = [await add("wiki", values), await add("wiki", { title, slug: "free" })];
    const group = await remove("wiki", [first, second]);
    const replacement = await add("wiki", values);
    expect(await undo(group, owner, "wiki")).toBe(409);
    expect(await exists(second, "wiki")).toBe(false);
    await remove("wiki", [replacement]);
    expect(await undo(group, owner, "wiki")).toBe(200);
    expect(await exists(first, "wiki")).toBe(true);
    const secondDeletion = await remove("wiki", [first, second]);
    await system(sql`update wiki set version = version + 1 where id = ${first.id}::uuid`);
    expect(await undo(secondDeletion, owner, "wiki")).toBe(409);
    expect(await exists(second, "wiki")).toBe(false);
  });

  it("is not undone while a related row is deleted", async () => {
    const theme = await add("theme", { name: titleWith("Winter"), brand: "#1d4ed8", fonts: "serif" });
    const page = await add("page", { path: "/wintry", title, theme: theme.id });
    const group = await remove("page", [page]);
    const themes = await remove("theme", [theme]);
    expect(await undo(group, owner, "page")).toBe(409);
    expect(await exists(page, "page")).toBe(false);
    expect(await undo(themes, owner, "theme")).toBe(200);
    expect(await undo(group, owner, "page")).toBe(200);
    expect(await read(page, "page")).toMatchObject({ theme: theme.id });
  });

  it("T-55: of published rows is undone only after a verification of identity", async () => {
    const published = await addNews({ status: "published" });
    const group = await remove("news", [published]);
    const sessionClient = client(server, await signInWithOldVerification());
    const refused = await sessionClient.send("POST Api/{type}/Undo", { type: "news", undo: group });
    expect([refused.status, Object.keys(refused.body.details as object)]).toEqual([403, ["stepUp"]]);
    expect(await undo(group)).toBe(200);
    expect(await exists(published)).toBe(true);
  });
});

describe("the history of a row", () => {
  it("lists its changes page by page with the values before and after", async () => {
    let row = await addNews();
    for (let n = 1; n <= 25; n += 1) row = await change(row, { title: titleWith(`Title ${n}`) });
    const firstPage = await history(row);
    expect(firstPage.changes.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, n) => 26 - n));
    expect(firstPage.changes[0]).toMatchObject({
      verb: "update",
      actor: "member",
      values: [{ field: "title", before: titleWith("Title 24"), after: titleWith("Title 25") }],
    });
    expect(firstPage.fields).toMatchObject({ title: { type: "textbox", localized: true, name: "Title" } });
    const secondPage = await history(row, owner, { before: firstPage.next });
    expect(secondPage.changes.map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(secondPage.next).toBeNull();
  });

  it("has titles for relations, and omits values that are too long", async () => {
    const parent = await add("wiki", { title: titleWith("Above"), slug: "above" });
    const row = await add("wiki", { title, slug: "below" });
    const text = titleWith("x".repeat(12_000));
    await change(row, { parent: parent.id, text }, "wiki");
    const wikiHistory = (await call("GET Api/{type}/QueryHistory", { type: "wiki", id: row.id })) as RowHistory;
    expect(wikiHistory.changes[0]!.values).toEqual([
      { field: "parent", before: null, after: parent.id },
      { field: "text", omitted: "long", before: null, after: null },
    ]);
    expect(wikiHistory.titles).toEqual({ [parent.id]: "Above" });
  });

  it("T-04, T-06: omits fields that the reader may not read, and is refused to those who may not read the row", async () => {
    let row = await addNews();
    row = await change(row, { kind: "product" });
    row = await change(row, { title: titleWith("Seen"), kind: "company" });
    const reader = await newMember(server, owner.tenantId);
    expect((await requestHistory(row, reader)).status).toBe(200);
    const stranger = await requestHistory(row, await newSpaceOwner(server));
    const missing = await requestHistory({ id: crypto.randomUUID(), version: 1 });
    expect([stranger.status, stranger.body.message]).toEqual([404, missing.body.message]);
    const group = await remove("news", [row]);
    expect((await requestHistory(row)).status).toBe(404);
    expect(await undo(group)).toBe(200);

    const theme = await add("theme", { name: titleWith("Plain"), brand: "#1d4ed8", fonts: "serif" });
    const second = await change(theme, { brand: "#1d4ed9" }, "theme");
    await change(second, { name: titleWith("Plainer"), radius: 3 }, "theme");
    const requestThemeHistory = () =>
      client(server, reader).send("GET Api/{type}/QueryHistory", { type: "theme", id: theme.id });
    expect((await requestThemeHistory()).status).toBe(403);
    const grants = [{ entity: "theme", verbs: ["read"], read: ["name"], write: null }];
    await giveRole(reader, grants, async () => (await requestThemeHistory()).status === 200);
    const answer = await requestThemeHistory();
    expect(answer.text).not.toContain("1d4ed");
    const { changes, fields } = contentOf(answer) as RowHistory;
    expect(changes.map(({ version, values }) => [version, values.map(({ field }) => field)])).toEqual([
      [3, ["name"]],
      [1, []],
    ]);
    expect(Object.keys(fields)).toEqual(["name"]);
  });

  it("is refused to visitors, even if they may read the row", async () => {
    const text = { type: "textbox", name: title } as const;
    const { access, ...definition } = definitionOf("notice", { text, more: text });
    await publish(server, owner.tenantId, { ...definition, access: { ...access, read: "anyone" } });
    const listNotices = () => send("GET Api/{type}/QueryList", { type: "notice" });
    await expect.poll(async () => (await listNotices()).status).toBe(200);
    const row = await add("notice", { text: "One" });
    const changed = await change(row, { text: "Two" }, "notice");
    const noticeHistory = () => send("GET Api/{type}/QueryHistory", { type: "notice", id: row.id });
    const [space] = await system<{ code: string }>(sql`select code from tenant where id = ${owner.tenantId}::uuid`);
    const asVisitor = async (name: string) => {
      const address = `${server.url}/api/notice/${name}?id=${row.id}`;
      return (await readPage(address, { host: `${space!.code}.localhost` })).status;
    };
    expect(await asVisitor("QueryById")).toBe(200);
    expect(await asVisitor("QueryHistory")).toBe(401);
    expect(contentOf(await noticeHistory())).toMatchObject({
      changes: [{ values: [{ field: "text", before: "One", after: "Two" }] }, { verb: "add" }],
    });

    // Rows of runtime entities are restored like others.
    const group = await remove("notice", [changed]);
    expect(await undo(group, owner, "notice")).toBe(200);
    expect(await read(row, "notice")).toMatchObject({ text: "Two", version: 4 });
    const restoreInput = { type: "notice", id: row.id, version: 4, to: 1 };
    expect((await send("POST Api/{type}/RestoreVersion", restoreInput)).status).toBe(200);
    expect(await read(row, "notice")).toMatchObject({ text: "One", version: 5 });

    // A new field with the name of an earlier one, whose values were deleted, does not have its changes.
    const fields = { text: { type: "number", name: title }, more: text } as const;
    await publish(server, owner.tenantId, definitionOf("notice", { more: text }));
    // The values of the removed field are deleted when they have been kept long enough.
    await server.database.system((tx) =>
      tx.rows(sql`update entity_definition set removed_fields = jsonb_set(removed_fields, '{text,removedAt}', '"2020-01-01T00:00:00Z"')
        where tenant_id = ${owner.tenantId}::uuid and type = 'notice'`),
    );
    await runUpkeep(server, "purgeRemovedFields");
    await publish(server, owner.tenantId, definitionOf("notice", fields));
    const verbs = async () => (contentOf(await noticeHistory()) as RowHistory).changes.map(({ verb }) => verb);
    await expect.poll(verbs).toEqual(["restore", "delete", "add"]);
  });
});

describe("an earlier version", () => {
  it("is restored like a save, with conflicts", async () => {
    const first = await addNews();
    const second = await change(first, { title: titleWith("Second") });
    const third = await change(second, { title: titleWith("Third"), kind: "product" });
    expect((await restore(second, 1)).status).toBe(409);
    const answer = await restore(third, 2);
    expect(answer.status, answer.text).toBe(200);
    expect(await read(first)).toMatchObject({ version: 4, title: titleWith("Second"), kind: "company" });
    expect((await history(first)).changes[0]).toMatchObject({ verb: "update", version: 4 });
    expect((await restore({ ...first, version: 4 }, 1)).status).toBe(200);
    // Unknown versions, one of them beyond the integers of the database.
    expect((await restore({ ...first, version: 5 }, 77)).status).toBe(404);
    expect((await restore({ ...first, version: 5 }, 3_000_000_000)).status).toBe(422);
    expect(await read(first)).toMatchObject({ version: 5, title, kind: "company" });
  });

  it("T-04: is restored only in the fields that the person may change", async () => {
    const first = await addNews();
    const second = await change(first, { title: titleWith("Second"), kind: "product" });
    const editor = await newMember(server, owner.tenantId);
    expect((await restore(second, 1, editor)).status).toBe(403);
    const grants = [{ entity: "news", verbs: ["update"], read: null, write: ["title"] }];
    await giveRole(
      editor,
      grants,
      async () => (await restore({ ...second, id: crypto.randomUUID() }, 1, editor)).status === 404,
    );
    // The dialog offers to restore these values only.
    expect((await history(second, editor)).restorable).toEqual(["title"]);
    expect((await history(second)).restorable.toSorted()).toEqual(["kind", "title"]);
    expect((await restore(second, 1, editor)).status).toBe(200);
    expect(await read(first)).toMatchObject({ version: 3, title, kind: "product" });
    expect((await restore(second, 1, await newSpaceOwner(server))).status).toBe(404);
  });

  it("T-55: of a row that is or becomes public is restored only after a verification of identity", async () => {
    const draft = await addNews();
    const published = await change(draft, { status: "published" });
    const unpublished = await change(published, { status: "draft" });
    const refused = await restore(unpublished, published.version, await signInWithOldVerification());
    expect([refused.status, Object.keys(refused.body.details as object)]).toEqual([403, ["stepUp"]]);
    expect(await read(draft)).toMatchObject({ status: "draft" });
    expect((await restore(unpublished, published.version)).status).toBe(200);
    expect(await read(draft)).toMatchObject({ status: "published" });
  });
});
