/** Batch operations: the preview, that exactly the previewed rows are changed, and undo. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Grant } from "#kit/access.ts";
import type { AutoColumn } from "#kit/auto.ts";
import { type BatchPreview, maxDirectBatchRows } from "#kit/batch.ts";
import type { AnyRow } from "#kit/entity.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner, type Person, signInAgain } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let owner: Person;
let admin: Client;

/** Adds news items whose titles are a word and a number. */
const addNews = (word: string, count: number, tenantId = owner.tenantId) =>
  server.database.tenant(tenantId, (tx) =>
    tx.rows<{ id: string }>(sql`insert into news (id, tenant_id, title, kind, status, published_at, sort, intro)
      select gen_random_uuid(), ${tenantId}::uuid, jsonb_build_object('en', ${word}::text || ' ' || n), 'company', 'draft',
        '2026-01-01T00:00:00Z', n, jsonb_build_object('en', ${word}::text)
      from generate_series(1, ${count}) n returning id`),
  );
const stateOf = (word: string) =>
  server.database.tenant(owner.tenantId, (tx) =>
    tx.rows<{ sort: number; status: string; isDeleted: boolean }>(
      sql`select sort::int, status, deleted_at is not null as "isDeleted" from news where intro->>'en' = ${word} order by sort`,
    ),
  );
const news = { type: "news" };
/** A selection of rows by id. */
const selectionOf = (ids: readonly { id: string }[]) => ({
  filter: { field: "id", op: "in", value: ids.map(({ id }) => id) },
});
const anySortOrder = { filter: { field: "sort", op: "between", value: [1, 9999] } };
async function preview(api: Client, input: object): Promise<BatchPreview> {
  const answer = await api.send("POST Api/{type}/BatchPreview", { ...news, ...input });
  expect(answer.status, answer.text).toBe(200);
  return contentOf(answer) as BatchPreview;
}
const run = (api: Client, input: object) => api.send("POST Api/{type}/Batch", { ...news, ...input });
const undo = (api: Client, id: string, type = "news") => api.send("POST Api/{type}/Undo", { type, undo: id });

beforeAll(async () => {
  owner = await newSpaceOwner(server);
  admin = client(server, owner);
});

describe("a selection of rows by id", () => {
  it("E-039, B-154, B-368: is changed as a whole or not at all, and undone", async () => {
    const ids = (await addNews("ids", 3)).map(({ id }) => id);
    const update = (values: object, selectedIds: readonly string[] = ids) =>
      admin.send("POST Api/{type}/QueryUpdate", { ...news, ids: selectedIds, fields: values });
    const outcome = contentOf(await update({ sort: 7000, kind: "product" })) as { updated: number; undo: string };
    expect(outcome.updated).toBe(3);
    expect((await stateOf("ids")).map(({ sort }) => sort)).toEqual([7000, 7000, 7000]);
    expect((await undo(admin, outcome.undo)).status).toBe(200);
    expect((await stateOf("ids")).map(({ sort }) => sort)).toEqual([1, 2, 3]);
    expect((await undo(admin, outcome.undo)).status).toBe(409);
    const put = await fetch(`${server.url}/api/news/QueryUpdate`, {
      method: "PUT",
      headers: { "x-meridian": "1", "content-type": "application/json", authorization: `Bearer ${owner.token}` },
      body: JSON.stringify({ ids, fields: { sort: 5 } }),
    });
    expect((await put.json()) as object).toMatchObject({ status: 1, result: { updated: 3 } });
    const missingId = "00000000-0000-4000-8000-000000000000";
    expect((await update({ sort: 6 }, [...ids, missingId])).status).toBe(404);
    expect((await update({ sort: -1 })).status).toBe(409);
    expect((await update({ nothing: 1 })).status).toBe(422);
    const empty = await admin.send(
      "POST Api/{type}/QueryUpdate",
      { ...news, ids: [], fields: { sort: 1 } },
      { "accept-language": "zh" },
    );
    expect(empty.body).toMatchObject({ status: 400, message: "请选择需要设置的数据" });
    expect((await stateOf("ids")).map(({ sort }) => sort)).toEqual([5, 5, 5]);
  });
});

describe("a selection of rows by filter", () => {
  it("is previewed and changed only if it has not changed since", async () => {
    const rows = await addNews("filter", 40);
    const input = { verb: "update", selection: selectionOf(rows), values: { sort: 8000 } };
    const firstPreview = await preview(admin, input);
    expect(firstPreview).toMatchObject({ count: 40, possible: 40, refusals: [] });
    expect(firstPreview.names).toHaveLength(3);
    expect(firstPreview.columns.map(({ field }: AutoColumn) => field)).toEqual(
      expect.arrayContaining(["title", "kind", "sort"]),
    );
    // A row changes after the preview.
    await server.database.system((tx) =>
      tx.rows(sql`update news set version = version + 1 where id = ${rows[0]!.id}::uuid`),
    );
    expect((await run(admin, { ...input, stamp: firstPreview.stamp })).status).toBe(409);
    const { stamp } = await preview(admin, input);
    expect((await run(admin, { ...input, verb: "delete", values: {}, stamp: "1" })).status).toBe(409);
    const outcome = contentOf(await run(admin, { ...input, stamp })) as { changed: number; undo: string };
    expect(outcome).toMatchObject({ changed: 40, refused: 0 });
    expect(new Set((await stateOf("filter")).map(({ sort }) => sort))).toEqual(new Set([8000]));
    expect((await run(admin, { ...input, stamp })).status).toBe(409);
    expect((await undo(admin, outcome.undo)).status).toBe(200);
    expect((await stateOf("filter")).map(({ sort }) => sort)).toEqual(rows.map((_row, n) => n + 1));
  });

  it("skips rows that cannot be changed, with the reason, deletes the others, and is undone", async () => {
    const themes = await Promise.all(
      ["A", "B", "C"].map(
        async (word) =>
          (await admin.call("POST Api/{type}/QueryAdd", {
            type: "theme",
            name: { zh: word, en: word },
          } as never)) as AnyRow,
      ),
    );
    const [site] = (await server.database.tenant(owner.tenantId, (tx) =>
      tx.rows(
        sql`update site set theme = ${themes[1]!.id}::uuid where tenant_id = ${owner.tenantId}::uuid returning id`,
      ),
    )) as { id: string }[];
    expect(site).toBeDefined();
    const input = { type: "theme", verb: "delete", selection: selectionOf(themes) };
    const themePreview = await preview(admin, input);
    expect(themePreview).toMatchObject({
      count: 3,
      possible: 2,
      refusals: [{ reason: "This is in use and cannot be deleted", count: 1, names: ["B"] }],
      columns: [],
    });
    const outcome = contentOf(await run(admin, { ...input, stamp: themePreview.stamp })) as {
      changed: number;
      undo: string;
    };
    expect(outcome).toMatchObject({ changed: 2, refused: 1 });
    expect(await preview(admin, input)).toMatchObject({ count: 1, possible: 0 });
    expect((await undo(admin, outcome.undo, "theme")).status).toBe(200);
    expect((await preview(admin, input)).count).toBe(3);
    // Invalid values are reported with their field.
    const invalidPreview = await preview(admin, {
      verb: "update",
      selection: selectionOf(await addNews("wrong", 2)),
      values: { sort: -1 },
    });
    expect(invalidPreview).toMatchObject({ possible: 0, refusals: [{ count: 2 }] });
    expect(invalidPreview.refusals[0]!.reason).toMatch(/^Sort order: /);
  });

  it("T-02, T-04, T-06: contains only rows that the person may read, and takes only fields that they may write", async () => {
    const rows = await addNews("rights", 2);
    const member = client(server, await newMember(server, owner.tenantId));
    const stranger = client(server, await newSpaceOwner(server));
    const input = { verb: "update", selection: selectionOf(rows), values: { sort: 1 } };
    expect((await member.send("POST Api/{type}/BatchPreview", { ...news, ...input })).status).toBe(403);
    expect(await preview(stranger, input)).toMatchObject({ count: 0, possible: 0 });
    expect(
      (await admin.send("POST Api/{type}/BatchPreview", { ...news, ...input, values: { createdAt: 1 } })).status,
    ).toBe(422);
    expect(
      (
        await admin.send("POST Api/{type}/BatchPreview", {
          ...news,
          ...input,
          selection: { filter: { field: "secret", op: "eq", value: 1 } },
        })
      ).status,
    ).toBe(400);
    expect((await client(server).send("POST Api/{type}/BatchPreview", { ...news, ...input })).status).toBe(401);
  });

  it("T-25: requires a recent verification of identity where a single row or the action requires it", async () => {
    const newSession = await signInAgain(server, owner);
    await server.database.system((tx) =>
      tx.rows(sql`update session set proved_at = now() - interval '13 hours'
        where id = (select id from session where account_id = ${owner.accountId}::uuid order by id desc limit 1)`),
    );
    const lateSession = client(server, newSession);
    const rows = await addNews("live", 2);
    await server.database.tenant(owner.tenantId, (tx) =>
      tx.rows(sql`update news set status = 'published' where id = ${rows[0]!.id}::uuid`),
    );
    const answer = await lateSession.send("POST Api/{type}/BatchPreview", {
      ...news,
      verb: "delete",
      selection: selectionOf(rows),
    });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain("stepUp");
    const role = await lateSession.send("POST Api/{type}/BatchPreview", {
      type: "role",
      verb: "delete",
      selection: {},
    });
    expect([role.status, role.text.includes("stepUp")]).toEqual([403, true]);
  });
});

describe("a selection above the limit of one request", () => {
  it("is changed by a job that reports its count and is undone as a whole", async () => {
    const count = maxDirectBatchRows + 500;
    await addNews("many", count);
    const input = { verb: "update", selection: anySortOrder };
    const values = { kind: "product" };
    const fullPreview = await preview(admin, { ...input, values });
    expect(fullPreview.count).toBeGreaterThanOrEqual(count);
    expect((await run(admin, { ...input, values, stamp: fullPreview.stamp })).status).toBe(400);
    const started = await admin.send("POST Api/Job/Start", {
      name: "changeRows",
      input: { ...news, verb: "update", selection: input.selection, values, stamp: fullPreview.stamp },
    });
    expect(started.status, started.text).toBe(200);
    const { id } = contentOf(started) as { id: string };
    const countProducts = async () =>
      (
        await server.database.tenant(owner.tenantId, (tx) =>
          tx.rows<{ n: number }>(
            sql`select count(*)::int as n from news where kind = 'product' and intro->>'en' = 'many'`,
          ),
        )
      )[0]!.n;
    await expect.poll(countProducts, { timeout: 60_000, interval: 500 }).toBe(count);
    const jobs = async () => JSON.stringify(contentOf(await admin.send("GET Api/Job/Mine", {})));
    await expect.poll(jobs, { timeout: 60_000, interval: 500 }).toContain("updated");
    // The job lists that it can be undone.
    expect(await jobs()).toContain('"undo":{"type":"news"}');
    expect((await undo(admin, id)).status).toBe(200);
    expect(await countProducts()).toBe(0);
    // A job whose rows changed since the preview changes none of them.
    const staleJob = await admin.send("POST Api/Job/Start", {
      name: "changeRows",
      input: { ...news, verb: "delete", selection: input.selection, stamp: fullPreview.stamp },
    });
    expect(staleJob.status).toBe(200);
    await expect.poll(jobs, { timeout: 60_000, interval: 500 }).toContain("changed. Review");
    expect((await stateOf("many")).every(({ isDeleted }) => !isDeleted)).toBe(true);
  });
});

describe("a selection above the number of rows that a preview checks", () => {
  it("has a preview that says how many rows were not checked, and a result that counts every unchanged row", async () => {
    const administrator = await newSpaceOwner(server);
    const { tenantId } = administrator;
    const { call } = client(server, administrator);
    const editor = await newMember(server, tenantId);
    const rows = { field: "sort", op: "lt", value: 9000 } as const;
    const grants: Grant[] = [{ entity: "news", verbs: ["update"], read: null, write: null, rows }];
    // Press coverage needs a link, which only the three last rows have. The editor may not change the two rows with a higher sort order.
    await server.database.tenant(tenantId, async (tx) => {
      const add = (from: number, to: number, prefix: string, sort: number, link: string | null) =>
        tx.rows(sql`insert into news (id, tenant_id, title, kind, status, published_at, sort, source_url)
          select (${prefix}::text || '0000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${tenantId}::uuid,
            jsonb_build_object('en', 'Row ' || n), 'company', 'draft', '2026-01-01T00:00:00Z', ${sort}::int, ${link}::text
          from generate_series(${from}::int, ${to}::int) n`);
      await add(1, 10_000, "0", 1, null);
      await add(10_001, 10_002, "e", 1, null);
      await add(10_003, 10_005, "e", 1, "https://example.org/article");
      await add(10_006, 10_007, "f", 9999, null);
    });
    const name = { zh: "编辑", en: "Editor" };
    const role = (await call("POST Api/{type}/QueryAdd", { type: "role", name, grants })) as AnyRow;
    const { version } = (await call("GET Api/{type}/QueryById", { type: "member", id: editor.memberId })) as AnyRow;
    const member = { type: "member", id: editor.memberId, version, roles: [role.id] };
    await call("POST Api/{type}/QueryUpdate", member);
    const api = client(server, await signInAgain(server, editor));
    const input = { verb: "update", selection: {}, values: { kind: "media" } };
    const { stamp, ...found } = await preview(api, input);
    expect(found).toMatchObject({ count: 10_007, possible: 5, unchecked: 5, names: [] });
    expect(found.refusals.map(({ count }) => count)).toEqual([10_000, 2]);
    const started = await api.send("POST Api/Job/Start", { name: "changeRows", input: { ...news, ...input, stamp } });
    expect(started.status, started.text).toBe(200);
    await expect
      .poll(async () => JSON.stringify(contentOf(await api.send("GET Api/Job/Mine", {}))), { timeout: 60_000 })
      .toContain("3 records updated, 10,004 left unchanged");
  });
});
