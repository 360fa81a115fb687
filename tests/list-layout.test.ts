/** Layouts of lists per person: visible columns, their order, and widths. */
import { beforeAll, expect, it } from "vitest";
import type { Play, TableResult } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { ListLayout } from "#kit/list-layout.ts";
import { client } from "./support/client.ts";
import { newMember, newSpace, type Person, signInAgain } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let owner: Person;

const layout: ListLayout = {
  columns: [{ field: "status" }, { field: "title", width: 320 }, { field: "sourceUrl" }],
  frozen: 2,
  density: "compact",
};

const save = (person: Person, type: string, wanted: unknown) =>
  client(server, person).send("POST paas/table/layout", { type, layout: wanted } as never);

async function list(person: Person, type = "news"): Promise<{ play: Play; result: TableResult }> {
  const paraModel = { url: `/admin/${type}/list` };
  return (await client(server, person).call("POST paas/table/search", { paraModel })) as never;
}

const shown = ({ play }: { play: Play }) => play.columns.map(({ field, style }) => [field, style.width]);

beforeAll(async () => {
  owner = await newSpace(server);
  const title = { zh: "一", en: "One" };
  await client(server, owner).call("POST Api/{type}/QueryAdd", {
    type: "news",
    title,
    kind: "company",
    status: "draft",
  });
});

it("is remembered for that person in every browser, for nobody else, and goes with a reset", async () => {
  const usual = shown(await list(owner));
  expect((await save(owner, "news", layout)).status).toBe(200);
  for (const session of [owner, await signInAgain(server, owner)]) {
    const found = await list(session);
    expect(shown(found)).toEqual([
      ["status", 120],
      ["title", 320],
      ["sourceUrl", undefined],
    ]);
    expect([found.play.frozen, found.play.density]).toEqual([2, "compact"]);
    // Rows carry what is shown, and nothing of the columns that are not.
    expect(Object.keys(found.result.rows[0]!)).toEqual(expect.arrayContaining(["status", "title", "sourceUrl"]));
    expect(Object.keys(found.result.rows[0]!)).not.toContain("kind");
  }
  const other = await newSpace(server);
  expect(shown(await list(other))).toEqual(usual);
  expect((await save(owner, "news", null)).status).toBe(200);
  expect(shown(await list(owner))).toEqual(usual);
});

it("offers what a person may read and a line can hold, those of the definition first", async () => {
  const { choices } = (await client(server, owner).call("GET paas/table/columns", { type: "news" })) as {
    choices: { field: string; isDefault: boolean }[];
  };
  const usual = shown(await list(owner)).map(([field]) => field);
  expect(choices.filter(({ isDefault }) => isDefault).map(({ field }) => field)).toEqual(usual);
  expect(choices.slice(0, usual.length).every(({ isDefault }) => isDefault)).toBe(true);
  // The body of a news item is a text of many lines.
  expect(choices.map(({ field }) => field)).not.toContain("body");
});

it("refuses columns that there are none of, twice the same one, and widths that nothing fits in", async () => {
  const refused = [
    { ...layout, columns: [{ field: "search_text" }] },
    { ...layout, columns: [{ field: "tenant_id" }] },
    { ...layout, columns: [{ field: "title" }, { field: "title" }] },
    { ...layout, columns: [] },
    { ...layout, columns: [{ field: "title", width: 5 }] },
    { ...layout, frozen: 40 },
    { ...layout, more: true },
  ];
  for (const wanted of refused)
    expect([wanted, [400, 422].includes((await save(owner, "news", wanted)).status)]).toEqual([wanted, true]);
  expect((await save(owner, "nothing", null)).status).toBe(404);
});

it("shows no column that a role does not open any more, though it was chosen before", async () => {
  const admin = client(server, owner);
  const reader = await newMember(server, owner.tenantId);
  const wanted = { ...layout, columns: [{ field: "name" }, { field: "contact" }] };
  expect((await save(reader, "contactMessage", wanted)).status).toBe(403);
  const grants = (read: string[] | null) => [{ entity: "contactMessage", verbs: ["read"], read, write: null }];
  const name = { zh: "读者", en: "Reader" };
  const role = (await admin.call("POST Api/{type}/QueryAdd", { type: "role", name, grants: grants(null) })) as AnyRow;
  const { version } = (await admin.call("GET Api/{type}/QueryById", { type: "member", id: reader.memberId })) as AnyRow;
  await admin.call("POST Api/{type}/QueryUpdate", { type: "member", id: reader.memberId, version, roles: [role.id] });
  expect((await save(reader, "contactMessage", wanted)).status).toBe(200);
  expect(shown(await list(reader, "contactMessage")).map(([field]) => field)).toEqual(["name", "contact"]);
  const narrowed = { type: "role", id: role.id, version: role.version, grants: grants(["name"]) };
  await admin.call("POST Api/{type}/QueryUpdate", narrowed);
  expect(shown(await list(reader, "contactMessage")).map(([field]) => field)).toEqual(["name"]);
});
