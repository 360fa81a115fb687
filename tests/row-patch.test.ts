/** Every change of a row updates its version and time, records the change, and sends notifications. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, expectTypeOf, it } from "vitest";
import news from "#entities/news.ts";
import type page from "#entities/page.ts";
import { expireOpenings } from "#features/service/open.server.ts";
import { type LockedRow, lockRows, patchRow, patchRows, type RowPatch } from "#records/change/patch.server.ts";
import { insertRow } from "#records/change/save.server.ts";
import { changeChannel, type Tx } from "#server/postgres/database.server.ts";
import { client } from "./support/client.ts";
import { id as widgetId, texts, widget } from "./support/hostile-pages.ts";
import { newSpaceOwner } from "./support/people.ts";
import { programIn } from "./support/registries.ts";
import { makeRows } from "./support/rows.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();

/** The tags of a space of which other processes are notified while `action` runs. */
async function tagsOf(tenantId: string, action: () => Promise<unknown>): Promise<string[]> {
  let receivedTags: string[] = [];
  const unsubscribe = server.database.onChanged((tags) => receivedTags.push(...tags));
  // Notifications arrive in order, so those of earlier changes have arrived before this one.
  const waitForTag = async (tag: string) => {
    await server.database.system((tx) => tx.rows(sql`select pg_notify(${changeChannel}, ${`${randomUUID()}:${tag}`})`));
    await expect.poll(() => receivedTags).toContain(tag);
  };
  await waitForTag("begin");
  receivedTags = [];
  await action();
  await waitForTag("end");
  unsubscribe();
  return [...new Set(receivedTags.filter((tag) => tag.startsWith(tenantId)))].toSorted();
}

type RowState = { version: number; versions: Record<string, number>; isMoved: boolean; isDeleted: boolean };
const stateOf = async (tx: Tx, table: string, id: string) => {
  const [state] =
    await tx.rows<RowState>(sql`select version, field_versions as versions, updated_at > created_at as "isMoved",
    deleted_at is not null as "isDeleted" from ${sql.identifier(table)} where id = ${id}::uuid`);
  return state!;
};

describe("a change of a row", () => {
  it("by a maintenance task updates its version like one by a person", async () => {
    const owner = await newSpaceOwner(server);
    const { serviceOpening } = await makeRows(server, owner.tenantId, "mark", {
      memberId: owner.memberId,
      types: ["serviceOpening"],
    });
    const before = await server.database.system(async (tx) => {
      await tx.rows(
        sql`update service_opening set status = 'active', ends_at = now() where id = ${serviceOpening}::uuid`,
      );
      return stateOf(tx, "service_opening", serviceOpening);
    });
    await server.database.system((tx) => expireOpenings(tx, 100));
    const after = await server.database.system((tx) => stateOf(tx, "service_opening", serviceOpening));
    const version = before.version + 1;
    expect(after).toEqual({
      version,
      versions: { ...before.versions, status: version },
      isMoved: true,
      isDeleted: false,
    });
  });

  it("skips rows that already have the values, and updates the search index of the others", async () => {
    const { tenantId } = await newSpaceOwner(server);
    const program = programIn(tenantId);
    await server.database.tenant(tenantId, async (tx) => {
      const add = (zh: string) =>
        insertRow(tx, program, news, { values: { title: { zh }, kind: "company", status: "draft" } });
      const rows = [await add("甲"), await add("新标题"), await add("乙")];
      const locked = await lockRows(tx, news, sql`tenant_id = ${tenantId}::uuid`);
      const patched = await patchRows(tx, program, news, locked, { values: { title: { zh: "新标题" } } });
      expect(patched.map(({ id, version }) => [id, version])).toEqual(
        rows.map(({ id }, at) => [id, at === 1 ? 1 : 2]).toSorted(),
      );
      const found = await tx.rows<{ searched: string }>(sql`select search_text::text as searched from news`);
      expect(found.every(({ searched }) => searched.includes("新标题"))).toBe(true);
    });
  });

  it("uses the version of each row, also for deletion", async () => {
    const { tenantId } = await newSpaceOwner(server);
    const program = programIn(tenantId);
    await server.database.tenant(tenantId, async (tx) => {
      const add = () => insertRow(tx, program, news, { values: { title: texts, kind: "company", status: "draft" } });
      const [firstRow, secondRow] = [await add(), await add()];
      const [lockedRow] = await lockRows(tx, news, sql`id = ${firstRow.id}::uuid`);
      await patchRow(tx, program, news, lockedRow!, { values: { pinned: true } });
      const locked = await lockRows(tx, news, sql`tenant_id = ${tenantId}::uuid`);
      await patchRows(tx, program, news, locked, { values: { status: "published" }, deleted: true });
      expect(await stateOf(tx, "news", firstRow.id)).toMatchObject({
        version: 3,
        versions: { pinned: 2, status: 3 },
        isDeleted: true,
      });
      expect(await stateOf(tx, "news", secondRow.id)).toMatchObject({
        version: 2,
        versions: { status: 2 },
        isDeleted: true,
      });
    });
  });

  it("takes only a locked row and values of its entity (checked by tsc)", () => {
    type LockedPage = LockedRow<typeof page>;
    type Patch = RowPatch<typeof page>;
    type Values = NonNullable<Patch["values"]>;
    type Internal = NonNullable<Patch["internal"]>;
    expectTypeOf(patchRow<typeof page>)
      .parameter(3)
      .toEqualTypeOf<LockedPage>();
    expectTypeOf(patchRow<typeof page>)
      .parameter(4)
      .toEqualTypeOf<Patch>();
    // The same properties without the lock.
    expectTypeOf<Pick<LockedPage, "row" | "tenantId" | "fieldVersions">>().not.toExtend<LockedPage>();
    expectTypeOf<LockedPage>().not.toExtend<LockedRow<typeof news>>();
    expectTypeOf<LockedPage["row"]>().toHaveProperty("title");
    // Rows do not contain documents.
    expectTypeOf<LockedPage["row"]>().not.toHaveProperty("document");
    expectTypeOf<Values>().toHaveProperty("title");
    expectTypeOf<Values>().not.toHaveProperty("heading");
    expectTypeOf<{ rev: number }>().toExtend<Internal>();
    expectTypeOf<{ rev: string }>().not.toExtend<Internal>();
  });
});

describe("pages in the cache are notified", () => {
  it("when a page is published or gets a new path, and not when a draft is saved", async () => {
    const owner = await newSpaceOwner(server);
    const { call } = client(server, owner);
    const { tenantId } = owner;
    const row = { type: "page", path: "/heard", title: texts, description: texts };
    const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
    let rev = 0;
    const save = (order: string) => async () => {
      const changes = [{ id: widgetId, after: widget(widgetId, { order }) }];
      ({ rev } = (await call("POST api/sitepage/save", {
        diyPageInfo: { pageId },
        baseRev: rev,
        changes,
      } as never)) as {
        rev: number;
      });
    };
    const publish = () => call("POST Api/Java/PublishPage", { pageId });
    const move = (path: string) => async () => {
      const [found] = await server.database.system((tx) =>
        tx.rows<{ version: number }>(sql`select version from page where id = ${pageId}::uuid`),
      );
      const change = { type: "page", id: pageId, version: found!.version, path };
      await call("POST Api/{type}/QueryUpdate", change as never);
    };
    const [draftTag, entityTag, rowExistenceTag, rowTag] = [
      `${tenantId}:draft:${pageId}`,
      `${tenantId}:page`,
      `${tenantId}:page:rows`,
      `${tenantId}:page:${pageId}`,
    ];
    expect(await tagsOf(tenantId, save("a0"))).toEqual([draftTag, entityTag]);
    expect(await tagsOf(tenantId, publish)).toEqual([entityTag, rowTag, rowExistenceTag].toSorted());
    expect(await tagsOf(tenantId, save("a1"))).toEqual([draftTag, entityTag]);
    expect(await tagsOf(tenantId, publish)).toEqual([entityTag, rowTag].toSorted());
    expect(await tagsOf(tenantId, move("/elsewhere"))).toEqual([entityTag]);
    expect(await tagsOf(tenantId, publish)).toEqual([entityTag, rowTag, rowExistenceTag].toSorted());
  });
});
