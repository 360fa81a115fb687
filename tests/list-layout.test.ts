/** Layouts of lists per person: visible columns, their order, and widths. */
import { beforeAll, expect, it } from "vitest";
import type { ListDescription, TableResult } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { ListLayout } from "#kit/list-layout.ts";
import { client } from "./support/client.ts";
import { newMember, newSpaceOwner, type Person, signInAgain } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let owner: Person;

const layout: ListLayout = {
  columns: [{ field: "status" }, { field: "title", width: 320 }, { field: "sourceUrl" }],
  frozen: 2,
  density: "compact",
};

const save = (person: Person, type: string, newLayout: unknown) =>
  client(server, person).send("POST paas/table/layout", { type, layout: newLayout } as never);

async function list(person: Person, type = "news"): Promise<{ play: ListDescription; result: TableResult }> {
  const paraModel = { url: `/admin/${type}/list` };
  return (await client(server, person).call("POST paas/table/search", { paraModel })) as never;
}

const visibleColumns = ({ play }: { play: ListDescription }) =>
  play.columns.map(({ field, style }) => [field, style.width]);

beforeAll(async () => {
  owner = await newSpaceOwner(server);
  const title = { zh: "一", en: "One" };
  await client(server, owner).call("POST Api/{type}/QueryAdd", {
    type: "news",
    title,
    kind: "company",
    status: "draft",
  });
});

it("is stored for the person in every browser, and removed by a reset", async () => {
  const defaultColumns = visibleColumns(await list(owner));
  expect((await save(owner, "news", layout)).status).toBe(200);
  for (const session of [owner, await signInAgain(server, owner)]) {
    const found = await list(session);
    expect(visibleColumns(found)).toEqual([
      ["status", 120],
      ["title", 320],
      ["sourceUrl", undefined],
    ]);
    expect([found.play.frozen, found.play.density]).toEqual([2, "compact"]);
    // Rows contain only the visible columns.
    expect(Object.keys(found.result.rows[0]!)).toEqual(expect.arrayContaining(["status", "title", "sourceUrl"]));
    expect(Object.keys(found.result.rows[0]!)).not.toContain("kind");
  }
  const otherOwner = await newSpaceOwner(server);
  expect(visibleColumns(await list(otherOwner))).toEqual(defaultColumns);
  expect((await save(owner, "news", null)).status).toBe(200);
  expect(visibleColumns(await list(owner))).toEqual(defaultColumns);
});

it("offers the readable columns that fit into a line, those of the definition first", async () => {
  const { choices } = (await client(server, owner).call("GET paas/table/columns", { type: "news" })) as {
    choices: { field: string; isDefault: boolean }[];
  };
  const defaultColumns = visibleColumns(await list(owner)).map(([field]) => field);
  expect(choices.filter(({ isDefault }) => isDefault).map(({ field }) => field)).toEqual(defaultColumns);
  expect(choices.slice(0, defaultColumns.length).every(({ isDefault }) => isDefault)).toBe(true);
  // The body of a news item has many lines.
  expect(choices.map(({ field }) => field)).not.toContain("body");
});

it("refuses unknown columns, repeated columns and invalid widths", async () => {
  const invalidLayouts = [
    { ...layout, columns: [{ field: "search_text" }] },
    { ...layout, columns: [{ field: "tenant_id" }] },
    { ...layout, columns: [{ field: "title" }, { field: "title" }] },
    { ...layout, columns: [] },
    { ...layout, columns: [{ field: "title", width: 5 }] },
    { ...layout, frozen: 40 },
    { ...layout, more: true },
  ];
  for (const newLayout of invalidLayouts)
    expect([newLayout, [400, 422].includes((await save(owner, "news", newLayout)).status)]).toEqual([newLayout, true]);
  expect((await save(owner, "nothing", null)).status).toBe(404);
});

it("hides a chosen column that a role no longer permits", async () => {
  const admin = client(server, owner);
  const reader = await newMember(server, owner.tenantId);
  const newLayout = { ...layout, columns: [{ field: "name" }, { field: "contact" }] };
  expect((await save(reader, "contactMessage", newLayout)).status).toBe(403);
  const grants = (read: string[] | null) => [{ entity: "contactMessage", verbs: ["read"], read, write: null }];
  const name = { zh: "读者", en: "Reader" };
  const role = (await admin.call("POST Api/{type}/QueryAdd", { type: "role", name, grants: grants(null) })) as AnyRow;
  const { version } = (await admin.call("GET Api/{type}/QueryById", { type: "member", id: reader.memberId })) as AnyRow;
  await admin.call("POST Api/{type}/QueryUpdate", { type: "member", id: reader.memberId, version, roles: [role.id] });
  expect((await save(reader, "contactMessage", newLayout)).status).toBe(200);
  expect(visibleColumns(await list(reader, "contactMessage")).map(([field]) => field)).toEqual(["name", "contact"]);
  const newRole = { type: "role", id: role.id, version: role.version, grants: grants(["name"]) };
  await admin.call("POST Api/{type}/QueryUpdate", newRole);
  expect(visibleColumns(await list(reader, "contactMessage")).map(([field]) => field)).toEqual(["name"]);
});
