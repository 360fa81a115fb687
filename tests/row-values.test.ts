/** Values in the history: restoring one field, values too long to record, and fields that reuse a name. */
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { maxChangeSize, type RowHistory } from "#kit/row-history.ts";
import { recordedValues } from "#records/change/history.server.ts";
import { client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";
import { runUpkeep } from "./support/upkeep.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { call, send } = client(server, owner);
const title = { zh: "标题", en: "Heading" };
type Row = { id: string; version: number } & Record<string, unknown>;
const add = async (type: string, values: object) =>
  (await call("POST Api/{type}/QueryAdd", { type, ...values } as never)) as Row;
const change = async (type: string, { id, version }: Row, values: object) =>
  (await call("POST Api/{type}/QueryUpdate", { type, id, version, ...values } as never)) as Row;
const history = async (type: string, { id }: Row) =>
  contentOf(await send("GET Api/{type}/QueryHistory", { type, id })) as RowHistory;
const restore = (type: string, { id, version }: Row, to: number, field?: string) =>
  send("POST Api/{type}/RestoreVersion", { type, id, version, to, ...(field === undefined ? {} : { field }) });

it("restores one field and keeps the others", async () => {
  const first = await add("news", { title, kind: "company", status: "draft" });
  const second = await change("news", first, { title: { ...title, en: "New" }, kind: "product" });
  const third = await change("news", second, { pinned: true });
  const answer = await restore("news", third, second.version, "title");
  expect(answer.status).toBe(200);
  expect(contentOf(answer)).toMatchObject({ title, kind: "product", pinned: true });
  const fourth = contentOf(answer) as Row;
  expect((await restore("news", fourth, second.version, "pinned")).status).toBe(404);
  expect((await restore("news", fourth, 99, "title")).status).toBe(404);
  const reader = await newMember(server, owner.tenantId);
  const input = { type: "news", id: fourth.id, version: fourth.version, to: second.version, field: "title" };
  expect((await client(server, reader).send("POST Api/{type}/RestoreVersion", input)).status).toBe(403);
});

it("omits the longest values of a change, which cannot be restored", async () => {
  const longText = "x".repeat(maxChangeSize);
  expect(recordedValues({ a: "1", b: null, c: 2 }, { a: "2", b: longText, c: 3 })).toEqual({
    before: { a: "1", c: 2 },
    after: { a: "2", c: 3 },
    long: ["b"],
  });
  const halfOfLimit = "y".repeat(maxChangeSize / 2 - 100);
  expect(recordedValues({ a: halfOfLimit, b: halfOfLimit, c: "" }, { a: "", b: "", c: halfOfLimit })).toMatchObject({
    long: ["c"],
  });

  const row = await add("news", { title, kind: "company", status: "draft", intro: title });
  const updated = await change("news", row, { pinned: true });
  await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`insert into row_change (id, tenant_id, entity, row_id, version, verb, actor, group_id, before, after, long)
      values (gen_random_uuid(), ${owner.tenantId}::uuid, 'news', ${row.id}::uuid, 3, 'update', 'program', gen_random_uuid(),
        '{"kind":"company"}', '{"kind":"product"}', '{intro}')`),
  );
  const [latest] = (await history("news", row)).changes;
  expect(latest!.values).toEqual([
    { field: "intro", omitted: "long", before: null, after: null },
    { field: "kind", before: "company", after: "product" },
  ]);
  const refused = await restore("news", updated, 1);
  expect(refused.status).toBe(409);
  expect(JSON.stringify(refused.body)).toContain("intro");
  expect((await restore("news", updated, 3, "intro")).status).toBe(409);
});

it("a field that was removed, and is added again after its values were deleted, has no history of the earlier one", async () => {
  const name = { type: "textbox", name: title, required: true } as const;
  const note = { type: "textbox", name: title } as const;
  await publish(server, owner.tenantId, definitionOf("gauge", { name, note }));
  const hasField = (field: string) => async () =>
    JSON.stringify(contentOf(await send("GET Api/Ui/AutoForm", { type: "gauge" }))).includes(`"${field}"`);
  await expect.poll(hasField("note")).toBe(true);
  const row = await add("gauge", { name: "One", note: "a secret of the first" });
  const updated = await change("gauge", row, { name: "Two", note: "another secret" });
  expect(JSON.stringify(await history("gauge", row))).toContain("a secret");
  await publish(server, owner.tenantId, definitionOf("gauge", { name }));
  // The values of the removed field are deleted when they have been kept long enough.
  await server.database.system((tx) =>
    tx.rows(sql`update entity_definition set removed_fields = jsonb_set(removed_fields, '{note,removedAt}', '"2020-01-01T00:00:00Z"')
      where tenant_id = ${owner.tenantId}::uuid and type = 'gauge'`),
  );
  await runUpkeep(server, "purgeRemovedFields");
  await publish(server, owner.tenantId, definitionOf("gauge", { name, note }));
  const readChanges = async () => (await history("gauge", row)).changes;
  await expect.poll(async () => JSON.stringify(await readChanges())).not.toContain("secret");
  expect((await readChanges())[0]!.values).toEqual([{ field: "name", before: "One", after: "Two" }]);
  let changed: Row | undefined;
  await expect
    .poll(async () => {
      const answer = await send("POST Api/{type}/QueryUpdate", {
        type: "gauge",
        id: row.id,
        version: updated.version,
        note: "new",
      } as never);
      changed = contentOf(answer) as Row;
      return answer.status;
    })
    .toBe(200);
  expect((await readChanges())[0]!.values).toEqual([{ field: "note", before: null, after: "new" }]);
  // The earlier version has no value of this field.
  const restored = contentOf(await restore("gauge", changed!, 1)) as Row;
  expect(restored).toMatchObject({ name: "One", note: null });
});

it("a form names the author of the last change, if the reader may read it", async () => {
  const row = await add("news", { title, kind: "company", status: "draft" });
  const colleague = await newMember(server, owner.tenantId);
  const lastChange = async () =>
    (contentOf(await send("GET Api/Ui/AutoForm", { type: "news", id: row.id })) as { lastChange?: object }).lastChange;
  expect(await lastChange()).toMatchObject({ actor: "member", isSelf: true });
  await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`insert into row_change (id, tenant_id, entity, row_id, version, verb, actor, member_id, member_name, group_id, before, after)
      values (gen_random_uuid(), ${owner.tenantId}::uuid, 'news', ${row.id}::uuid, 2, 'update', 'member', ${colleague.memberId}::uuid, 'Ada',
        gen_random_uuid(), '{"kind":"company"}', '{"kind":"product"}')`),
  );
  expect(await lastChange()).toMatchObject({ actor: "member", name: "Ada", isSelf: false });
});
