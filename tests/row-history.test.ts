/** The history of rows: written in the same transaction, without internal columns, and immutable. */
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { historyDays } from "#kit/row-history.ts";
import member from "#entities/member.ts";
import news from "#entities/news.ts";
import { purgeHistory } from "#records/change/history.server.ts";
import { lockRows, patchRow } from "#records/change/patch.server.ts";
import { insertRow, updateRow } from "#records/change/save.server.ts";
import { asProgram } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { client } from "./support/client.ts";
import { newSpaceOwner, type Person } from "./support/people.ts";
import { programIn, registries } from "./support/registries.ts";
import { sharedServer } from "./support/server.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { tenantId } = owner;
const { call, send } = client(server, owner);
const inSpace = <T>(run: (tx: Tx) => Promise<T>, space = tenantId) => server.database.tenant(space, run);

type Change = {
  verb: string;
  version: number;
  actor: string;
  memberId: string | null;
  name: string;
  before: object | null;
  after: object | null;
};
const changesOf = (rowId: string, space = tenantId) =>
  inSpace(
    (tx) =>
      tx.rows<Change>(sql`select verb, version, actor, member_id as "memberId", member_name as name, before, after
        from row_change where row_id = ${rowId}::uuid order by id`),
    space,
  );

const title = { zh: "标题", en: "Heading" };
async function addNews(): Promise<string> {
  const row = { type: "news", title, kind: "company", status: "draft" };
  return ((await call("POST Api/{type}/QueryAdd", row as never)) as { id: string }).id;
}
const change = (id: string, version: number, values: object) =>
  send("POST Api/{type}/QueryUpdate", { type: "news", id, version, ...values });

it("records who changed a row, with the values of changed fields before and after", async () => {
  const id = await addNews();
  expect((await change(id, 1, { title: { ...title, en: "New" }, status: "draft" })).status).toBe(200);
  expect((await send("DELETE Api/{type}/QueryDelete", { type: "news", id })).status).toBe(200);
  const changes = await changesOf(id);
  const noValues = { before: null, after: null };
  expect(changes).toMatchObject([
    { verb: "add", version: 1, ...noValues },
    { verb: "update", version: 2, before: { title }, after: { title: { ...title, en: "New" } } },
    { verb: "delete", version: 3, ...noValues },
  ]);
  expect(Object.keys(changes[1]!.after!)).toEqual(["title"]);
  const [{ name }] = (await inSpace((tx) =>
    tx.rows<{ name: string }>(sql`select name from member where id = ${owner.memberId}::uuid`),
  )) as [{ name: string }];
  for (const { actor, memberId, name: memberName } of changes)
    expect([actor, memberId, memberName]).toEqual(["member", owner.memberId, name]);
});

it("records changes of rows of a runtime entity", async () => {
  const fields = {
    title: { type: "textbox", name: title, required: true, localized: true },
    power: { type: "number", name: title, search: "gte" },
  } as const;
  const { id: entity } = await publish(server, tenantId, definitionOf("gauge", fields));
  const read = () => send("GET Api/{type}/QueryList", { type: "gauge" });
  await expect.poll(async () => (await read()).status).toBe(200);
  const { id } = (await call("POST Api/{type}/QueryAdd", { type: "gauge", title, power: 25 } as never)) as {
    id: string;
  };
  const update = { type: "gauge", id, version: 1, title, power: null };
  expect((await send("POST Api/{type}/QueryUpdate", update)).status).toBe(200);
  expect((await send("DELETE Api/{type}/QueryDelete", { type: "gauge", id })).status).toBe(200);
  expect(await changesOf(id)).toMatchObject([
    { verb: "add", version: 1, actor: "member", before: null, after: null },
    { verb: "update", version: 2, before: { power: 25 }, after: { power: null } },
    { verb: "delete", version: 3, before: null, after: null },
  ]);
  const entities = await inSpace((tx) =>
    tx.rows(sql`select distinct entity from row_change where row_id = ${id}::uuid`),
  );
  expect(entities).toEqual([{ entity }]);
});

it("does not record changes that failed or changed nothing", async () => {
  const id = await addNews();
  expect((await change(id, 1, { title })).status).toBe(200);
  expect((await change(id, 2, { status: "published" })).status).toBe(400);
  expect((await change(id, 1, { kind: "nonsense" })).status).toBe(422);
  await expect(
    inSpace(async (tx) => {
      const [found] = await lockRows(tx, news, sql`id = ${id}::uuid`);
      await patchRow(tx, programIn(tenantId), news, found!, { values: { pinned: true } });
      throw new Error("for another reason");
    }),
  ).rejects.toThrow("for another reason");
  expect(await changesOf(id)).toMatchObject([{ verb: "add" }]);
});

it("T-57: distinguishes visitor, program, another space and member, and names only members of the space", async () => {
  const otherOwner = await newSpaceOwner(server);
  const actorOf = async (actor: Person | "visitor" | undefined) => {
    const values = { title, kind: "company", status: "draft" };
    const { id } = await inSpace((tx) => insertRow(tx, asProgram({ registries }, tenantId, actor), news, { values }));
    const [added] = await changesOf(id);
    return added;
  };
  const unnamed = { memberId: null, name: "" };
  expect(await actorOf(undefined)).toMatchObject({ actor: "program", ...unnamed });
  expect(await actorOf("visitor")).toMatchObject({ actor: "visitor", ...unnamed });
  expect(await actorOf(otherOwner)).toMatchObject({ actor: "space", ...unnamed });
  expect(await actorOf(owner)).toMatchObject({ actor: "member", memberId: owner.memberId });
});

it("does not contain internal columns", async () => {
  const program = programIn(tenantId);
  const id = await inSpace(async (tx) => {
    const internal = { invitation: "hash-one", invitedMobile: "sealed-one" };
    const row = await insertRow(tx, program, member, { values: { name: "Ada", status: "invited" }, internal });
    await updateRow(tx, program, member, { id: row.id, version: 1, internal: { invitation: "hash-two" } });
    const update = { values: { name: "Ada L" }, internal: { invitedMobile: "sealed-two" } };
    await updateRow(tx, program, member, { id: row.id, version: 2, ...update });
    return row.id;
  });
  expect(await changesOf(id)).toMatchObject([
    { verb: "add", before: null, after: null },
    { verb: "update", version: 3, before: { name: "Ada" }, after: { name: "Ada L" } },
  ]);
  const allChanges = await inSpace((tx) => tx.rows(sql`select row_change::text from row_change`));
  expect(JSON.stringify(allChanges)).not.toMatch(/hash-|sealed-/);
});

it("is written in the same batch as the change, without another round trip", async () => {
  const id = await addNews();
  await inSpace(async (tx) => {
    const [found] = await lockRows(tx, news, sql`id = ${id}::uuid`);
    const events: string[] = [];
    const observedTx: Tx = {
      ...tx,
      async rows(query) {
        events.push("sent");
        const rows = await tx.rows(query);
        events.push("answered");
        return rows as never;
      },
    };
    await patchRow(observedTx, programIn(tenantId), news, found!, { values: { pinned: true } });
    expect(events).toEqual(["sent", "sent", "sent", "answered", "answered", "answered"]);
  });
});

it("T-01: cannot be changed, can be deleted only when old, and is readable in its space only, as the database enforces", async () => {
  const otherOwner = await newSpaceOwner(server);
  const id = await addNews();
  const expectRefused = (statement: ReturnType<typeof sql>) =>
    expect(inSpace((tx) => tx.rows(statement))).rejects.toMatchObject({ code: "42501" });
  await expectRefused(sql`update row_change set member_name = 'somebody else'`);
  const add = (
    space: string,
    at: string,
  ) => sql`insert into row_change (id, tenant_id, entity, row_id, version, verb, actor, group_id, created_at)
    values (gen_random_uuid(), ${space}::uuid, 'news', ${id}::uuid, 1, 'update', 'program', gen_random_uuid(), now() - ${at}::interval)`;
  await expectRefused(add(otherOwner.tenantId, "0"));
  expect(await changesOf(id, otherOwner.tenantId)).toEqual([]);
  await inSpace((tx) => tx.rows(add(tenantId, `${historyDays + 1} days`)));
  await inSpace((tx) => tx.rows(sql`delete from row_change`));
  expect(await changesOf(id)).toMatchObject([{ verb: "add" }]);
  await inSpace((tx) => tx.rows(add(tenantId, `${historyDays + 1} days`)));
  await inSpace((tx) => tx.rows(add(tenantId, `${historyDays - 1} days`)));
  expect(await server.database.system((tx) => purgeHistory(tx, 5000))).toBe(1);
  expect(await changesOf(id)).toHaveLength(2);
});
