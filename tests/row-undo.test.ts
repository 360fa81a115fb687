/** Undoing a deletion by the person who made it, as a whole; reading the history with the rights on the row; restoring an earlier version as a save. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { type RowHistory, undoMinutes } from "#kit/row-history.ts";
import { client, contentOf } from "./support/client.ts";
import { newMember, newSpace, type Person, signInAgain } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { startServer } from "./support/server.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";

const server = await startServer();
const owner = await newSpace(server);
const { call, send } = client(server, owner);
const title = { zh: "标题", en: "Heading" };
const titled = (en: string) => ({ ...title, en });
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
const undo = async (group: string, who: Pick<Person, "token"> = owner, type = "news") =>
  (await client(server, who).send("POST Api/{type}/Undo", { type, undo: group })).status;
const isThere = async ({ id }: Row, type = "news") =>
  (await send("GET Api/{type}/QueryById", { type, id })).status === 200;
const askHistory = ({ id }: Row, who: Pick<Person, "token"> | undefined = owner, more: object = {}) =>
  client(server, who).send("GET Api/{type}/QueryHistory", { type: "news", id, ...more });
const history = async (...asking: Parameters<typeof askHistory>) =>
  contentOf(await askHistory(...asking)) as RowHistory;
const restore = (row: Row, to: number, who: Pick<Person, "token"> = owner) =>
  client(server, who).send("POST Api/{type}/RestoreVersion", { type: "news", id: row.id, version: row.version, to });
const read = ({ id }: Row, type = "news") => call("GET Api/{type}/QueryById", { type, id });
const system = <R extends object>(statement: ReturnType<typeof sql>) =>
  server.database.system((tx) => tx.rows<R>(statement));

/** Another session of the owner, who proved long ago that it is them. */
async function lateSession(): Promise<Person> {
  const again = await signInAgain(server, owner);
  await system(sql`update session set proved_at = now() - interval '13 hours'
    where id = (select id from session where account_id = ${owner.accountId}::uuid order by id desc limit 1)`);
  return again;
}

/** Lets a member have what a role gives, and waits until the program knows. */
async function give(person: Person, grants: object[], isGiven: () => Promise<boolean>): Promise<void> {
  const role = await add("role", { name: title, grants });
  const [found] = await system<{ version: number }>(
    sql`select version from member where id = ${person.memberId}::uuid`,
  );
  await change({ id: person.memberId, version: found!.version }, { roles: [role.id] }, "member");
  await expect.poll(isGiven).toBe(true);
}

describe("a deletion", () => {
  it("T-08: of several rows is taken back for all of them, once", async () => {
    const rows = [await addNews(), await addNews(), await addNews()];
    const group = await remove("news", rows);
    expect(await Promise.all(rows.map((row) => isThere(row)))).toEqual([false, false, false]);
    expect(await undo(group)).toBe(200);
    expect(await Promise.all(rows.map((row) => isThere(row)))).toEqual([true, true, true]);
    expect(await undo(group)).toBe(409);
    const { changes } = await history(rows[0]!);
    expect(changes.map(({ verb, version, isSelf }) => [verb, version, isSelf])).toEqual([
      ["restore", 3, true],
      ["delete", 2, true],
      ["add", 1, true],
    ]);
  });

  it("is taken back by many at once, and once", async () => {
    const group = await remove("news", [await addNews()]);
    const answers = await Promise.all(Array.from({ length: 4 }, () => undo(group)));
    expect(answers.toSorted()).toEqual([200, 409, 409, 409]);
  });

  it("T-08: is taken back by whoever made it only, where they may still delete, in their own space, and within ten minutes", async () => {
    const clerk = await newMember(server, owner.tenantId);
    const mine = await remove("news", [await addNews()]);
    expect(await undo(mine, clerk)).toBe(403);
    await give(clerk, [{ entity: "news", verbs: ["delete"], read: null, write: null }], async () => {
      const status = await undo(crypto.randomUUID(), clerk);
      return status === 404;
    });
    // They may delete now, and this was somebody else's doing all the same.
    expect(await undo(mine, clerk)).toBe(403);
    expect(await undo(mine, await newSpace(server))).toBe(404);
    expect(await undo(mine, owner, "wiki")).toBe(404);
    expect(await undo(mine)).toBe(200);

    const row = await addNews();
    const late = await remove("news", [row]);
    // What is there is changed by nobody: the same once more, a while ago.
    const [copy] = await system<{ group: string }>(sql`insert into row_change
        (id, tenant_id, entity, row_id, version, verb, actor, member_id, group_id, created_at)
      select gen_random_uuid(), tenant_id, entity, row_id, version, verb, actor, member_id, gen_random_uuid(),
        now() - make_interval(mins => ${undoMinutes}) - interval '1 second'
      from row_change where group_id = ${late}::uuid returning group_id as "group"`);
    expect(await undo(copy!.group)).toBe(409);
    expect(await isThere(row)).toBe(false);
  });

  it("is taken back whole or not at all: not where a row has changed, or its place was taken", async () => {
    const values = { title, slug: "taken" };
    const [one, other] = [await add("wiki", values), await add("wiki", { title, slug: "free" })];
    const group = await remove("wiki", [one, other]);
    const place = await add("wiki", values);
    expect(await undo(group, owner, "wiki")).toBe(409);
    expect(await isThere(other, "wiki")).toBe(false);
    await remove("wiki", [place]);
    expect(await undo(group, owner, "wiki")).toBe(200);
    expect(await isThere(one, "wiki")).toBe(true);
    const again = await remove("wiki", [one, other]);
    await system(sql`update wiki set version = version + 1 where id = ${one.id}::uuid`);
    expect(await undo(again, owner, "wiki")).toBe(409);
    expect(await isThere(other, "wiki")).toBe(false);
  });

  it("does not bring back a row that holds what was deleted since", async () => {
    const theme = await add("theme", { name: titled("Winter"), brand: "#1d4ed8", fonts: "serif" });
    const page = await add("page", { path: "/wintry", title, theme: theme.id });
    const group = await remove("page", [page]);
    const themes = await remove("theme", [theme]);
    expect(await undo(group, owner, "page")).toBe(409);
    expect(await isThere(page, "page")).toBe(false);
    expect(await undo(themes, owner, "theme")).toBe(200);
    expect(await undo(group, owner, "page")).toBe(200);
    expect(await read(page, "page")).toMatchObject({ theme: theme.id });
  });

  it("T-55: of what visitors see is taken back after a proof of who it is", async () => {
    const live = await addNews({ status: "published" });
    const group = await remove("news", [live]);
    const late = client(server, await lateSession());
    const refused = await late.send("POST Api/{type}/Undo", { type: "news", undo: group });
    expect([refused.status, Object.keys(refused.body.details as object)]).toEqual([403, ["stepUp"]]);
    expect(await undo(group)).toBe(200);
    expect(await isThere(live)).toBe(true);
  });
});

describe("what became of a row", () => {
  it("is told page by page, with what each field was and became", async () => {
    let row = await addNews();
    for (let n = 1; n <= 25; n += 1) row = await change(row, { title: titled(`Title ${n}`) });
    const first = await history(row);
    expect(first.changes.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, n) => 26 - n));
    expect(first.changes[0]).toMatchObject({
      verb: "update",
      actor: "member",
      values: [{ field: "title", before: titled("Title 24"), after: titled("Title 25") }],
    });
    expect(first.fields).toMatchObject({ title: { type: "textbox", localized: true, name: "Title" } });
    const rest = await history(row, owner, { before: first.next });
    expect(rest.changes.map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(rest.next).toBeNull();
  });

  it("names the rows that its values point at, and leaves out what is too long to be shown", async () => {
    const parent = await add("wiki", { title: titled("Above"), slug: "above" });
    const row = await add("wiki", { title, slug: "below" });
    const text = titled("x".repeat(12_000));
    await change(row, { parent: parent.id, text }, "wiki");
    const said = (await call("GET Api/{type}/QueryHistory", { type: "wiki", id: row.id })) as RowHistory;
    expect(said.changes[0]!.values).toEqual([
      { field: "parent", before: null, after: parent.id },
      { field: "text", omitted: "long", before: null, after: null },
    ]);
    expect(said.titles).toEqual({ [parent.id]: "Above" });
  });

  it("T-04, T-06: says nothing of a field that its reader does not know, and nothing to whoever may not read the row", async () => {
    let row = await addNews();
    row = await change(row, { kind: "product" });
    row = await change(row, { title: titled("Seen"), kind: "company" });
    const reader = await newMember(server, owner.tenantId);
    expect((await askHistory(row, reader)).status).toBe(200);
    const stranger = await askHistory(row, await newSpace(server));
    const missing = await askHistory({ id: crypto.randomUUID(), version: 1 });
    expect([stranger.status, stranger.body.message]).toEqual([404, missing.body.message]);
    const group = await remove("news", [row]);
    expect((await askHistory(row)).status).toBe(404);
    expect(await undo(group)).toBe(200);

    const theme = await add("theme", { name: titled("Plain"), brand: "#1d4ed8", fonts: "serif" });
    const second = await change(theme, { brand: "#1d4ed9" }, "theme");
    await change(second, { name: titled("Plainer"), radius: 3 }, "theme");
    const ask = () => client(server, reader).send("GET Api/{type}/QueryHistory", { type: "theme", id: theme.id });
    expect((await ask()).status).toBe(403);
    const grants = [{ entity: "theme", verbs: ["read"], read: ["name"], write: null }];
    await give(reader, grants, async () => (await ask()).status === 200);
    const answer = await ask();
    expect(answer.text).not.toContain("1d4ed");
    const { changes, fields } = contentOf(answer) as RowHistory;
    expect(changes.map(({ version, values }) => [version, values.map(({ field }) => field)])).toEqual([
      [3, ["name"]],
      [1, []],
    ]);
    expect(Object.keys(fields)).toEqual(["name"]);
  });

  it("is for members: a visitor who may read the row is not told who they are", async () => {
    const text = { type: "textbox", name: title } as const;
    const { access, ...definition } = definitionOf("notice", { text, more: text });
    await publish(server, owner.tenantId, { ...definition, access: { ...access, read: "anyone" } });
    const ofNotices = () => send("GET Api/{type}/QueryList", { type: "notice" });
    await expect.poll(async () => (await ofNotices()).status).toBe(200);
    const row = await add("notice", { text: "One" });
    const later = await change(row, { text: "Two" }, "notice");
    const about = () => send("GET Api/{type}/QueryHistory", { type: "notice", id: row.id });
    const [space] = await system<{ code: string }>(sql`select code from tenant where id = ${owner.tenantId}::uuid`);
    const asVisitor = async (name: string) => {
      const address = `${server.url}/api/notice/${name}?id=${row.id}`;
      return (await readPage(address, { host: `${space!.code}.localhost` })).status;
    };
    expect(await asVisitor("QueryById")).toBe(200);
    expect(await asVisitor("QueryHistory")).toBe(401);
    expect(contentOf(await about())).toMatchObject({
      changes: [{ values: [{ field: "text", before: "One", after: "Two" }] }, { verb: "add" }],
    });

    // Rows of an entity that the space defined come back like others.
    const group = await remove("notice", [later]);
    expect(await undo(group, owner, "notice")).toBe(200);
    expect(await read(row, "notice")).toMatchObject({ text: "Two", version: 4 });
    const back = { type: "notice", id: row.id, version: 4, to: 1 };
    expect((await send("POST Api/{type}/RestoreVersion", back)).status).toBe(200);
    expect(await read(row, "notice")).toMatchObject({ text: "One", version: 5 });

    // A field of the same name that is another one now has never held the earlier values, and no change of them is its own.
    const fields = { text: { type: "number", name: title }, more: text } as const;
    for (const next of [definitionOf("notice", { more: text }), definitionOf("notice", fields)])
      await publish(server, owner.tenantId, next);
    const verbs = async () => (contentOf(await about()) as RowHistory).changes.map(({ verb }) => verb);
    await expect.poll(verbs).toEqual(["restore", "delete", "add"]);
  });
});

describe("an earlier version", () => {
  it("comes back as a save does: what has changed since, and a clash as ever", async () => {
    const first = await addNews();
    const second = await change(first, { title: titled("Second") });
    const third = await change(second, { title: titled("Third"), kind: "product" });
    expect((await restore(second, 1)).status).toBe(409);
    const answer = await restore(third, 2);
    expect(answer.status, answer.text).toBe(200);
    expect(await read(first)).toMatchObject({ version: 4, title: titled("Second"), kind: "company" });
    expect((await history(first)).changes[0]).toMatchObject({ verb: "update", version: 4 });
    expect((await restore({ ...first, version: 4 }, 1)).status).toBe(200);
    // Versions that the row never had, and one that is no integer of the database.
    expect((await restore({ ...first, version: 5 }, 77)).status).toBe(404);
    expect((await restore({ ...first, version: 5 }, 3_000_000_000)).status).toBe(422);
    expect(await read(first)).toMatchObject({ version: 5, title, kind: "company" });
  });

  it("T-04: comes back for whoever may change the row, in the fields that they may change", async () => {
    const first = await addNews();
    const second = await change(first, { title: titled("Second"), kind: "product" });
    const editor = await newMember(server, owner.tenantId);
    expect((await restore(second, 1, editor)).status).toBe(403);
    const grants = [{ entity: "news", verbs: ["update"], read: null, write: ["title"] }];
    await give(
      editor,
      grants,
      async () => (await restore({ ...second, id: crypto.randomUUID() }, 1, editor)).status === 404,
    );
    expect((await restore(second, 1, editor)).status).toBe(200);
    expect(await read(first)).toMatchObject({ version: 3, title, kind: "product" });
    expect((await restore(second, 1, await newSpace(server))).status).toBe(404);
  });

  it("T-55: of what visitors see, or that they would see, comes back after a proof of who it is", async () => {
    const draft = await addNews();
    const live = await change(draft, { status: "published" });
    const hidden = await change(live, { status: "draft" });
    const refused = await restore(hidden, live.version, await lateSession());
    expect([refused.status, Object.keys(refused.body.details as object)]).toEqual([403, ["stepUp"]]);
    expect(await read(draft)).toMatchObject({ status: "draft" });
    expect((await restore(hidden, live.version)).status).toBe(200);
    expect(await read(draft)).toMatchObject({ status: "published" });
  });
});
