/** Saved views of lists: personal and shared ones, which give no access to data, and the default view. */
import { beforeAll, expect, it } from "vitest";
import type { ListDescription, TableResult } from "#kit/auto.ts";
import type { ListLayout } from "#kit/list-layout.ts";
import type { SavedView, ViewContent } from "#kit/saved-view.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner, type Person, signInAgain } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let owner: Person;
let admin: Client;
let memberPerson: Person;
let member: Client;
beforeAll(async () => {
  owner = await newSpaceOwner(server);
  admin = client(server, owner);
  memberPerson = await newMember(server, owner.tenantId);
  member = client(server, memberPerson);
  for (const [en, status] of [
    ["One", "draft"],
    ["Two", "published"],
    ["Three", "draft"],
  ] as const)
    await admin.call("POST Api/{type}/QueryAdd", {
      type: "news",
      title: { zh: en, en },
      kind: "company",
      status,
    } as never);
});

const draftsContent: ViewContent = {
  fields: {},
  filter: { field: "status", op: "eq", value: "draft" },
  sort: { field: "status", direction: "asc" },
  pageSize: 30,
};
const save = (api: Client, more: object, type = "news") =>
  api.send("POST paas/table/saveView", { type, name: "Drafts", content: draftsContent, ...more });
async function saveView(api: Client, more: object = {}, type = "news"): Promise<string> {
  const answer = await save(api, more, type);
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as { id: string }).id;
}
const viewsOf = async (api: Client, type = "news") =>
  (contentOf(await api.send("GET paas/table/views", { type })) as { canShare: boolean; views: SavedView[] }).views;
const openList = async (api: Client, more: object = { opens: true }) =>
  contentOf(await api.send("POST paas/table/search", { paraModel: { url: "/admin/news/list", ...more } })) as {
    view?: { id: string; content: ViewContent };
    play: ListDescription;
    result: TableResult;
  };

it("T-02: are private until an administrator shares them", async () => {
  const ownView = await saveView(member, { name: "Mine" });
  expect((await viewsOf(member)).find(({ id }) => id === ownView)).toMatchObject({
    name: "Mine",
    isOwn: true,
    isShared: false,
    isEditable: true,
    content: draftsContent,
  });
  expect((await viewsOf(admin)).filter(({ id }) => id === ownView)).toEqual([]);
  expect((await save(member, { isShared: true })).status).toBe(403);
  expect((await save(member, { id: ownView, isShared: true })).status).toBe(403);
  const shared = await saveView(admin, { name: "Everybody’s", isShared: true });
  expect((await viewsOf(member)).find(({ id }) => id === shared)).toMatchObject({
    isOwn: false,
    isShared: true,
    isEditable: false,
  });
  expect((await save(member, { id: shared, name: "Other" })).status).toBe(404);
  expect((await viewsOf(client(server, await newSpaceOwner(server)))).length).toBe(0);
  expect((await save(admin, { id: shared, name: "Renamed", content: { fields: { status: "draft" } } })).status).toBe(
    200,
  );
  expect((await viewsOf(member)).find(({ id }) => id === shared)).toMatchObject({
    name: "Renamed",
    content: { fields: { status: "draft" } },
  });
  // Views are rows, and only their owner can delete them.
  expect((await member.send("DELETE Api/{type}/QueryDelete", { type: "savedView", id: shared })).status).toBe(404);
  expect((await member.send("DELETE Api/{type}/QueryDelete", { type: "savedView", id: ownView })).status).toBe(200);
  expect((await viewsOf(member)).some(({ id }) => id === ownView)).toBe(false);
});

it("are opened by default in a list, by each person's choice", async () => {
  const shared = await saveView(admin, { name: "Drafts of all", isShared: true });
  expect((await openList(member)).view).toBeUndefined();
  expect((await member.send("POST paas/table/defaultView", { type: "news", id: shared })).status).toBe(200);
  const opened = await openList(member);
  expect(opened.view).toEqual({ id: shared, content: draftsContent });
  expect([opened.result.total, opened.result.pageSize]).toEqual([2, 30]);
  expect((await openList(member, {})).result.total).toBe(3);
  expect((await openList(admin)).view).toBeUndefined();
  expect((await viewsOf(member)).find(({ isDefault }) => isDefault)?.id).toBe(shared);
  const unknownId = "00000000-0000-4000-8000-000000000000";
  expect((await member.send("POST paas/table/defaultView", { type: "news", id: unknownId })).status).toBe(404);
  await admin.call("POST paas/table/saveView", { type: "news", id: shared, isShared: false });
  expect((await openList(member)).view).toBeUndefined();
  expect((await member.send("POST paas/table/defaultView", { type: "news", id: null })).status).toBe(200);
});

it("T-06: report fields that the reader may not read, and are not applied then", async () => {
  const filter = { field: "status", op: "eq", value: "new" };
  const id = await saveView(admin, { name: "New", isShared: true, content: { fields: {}, filter } }, "contactMessage");
  const person = await newMember(server, owner.tenantId);
  const role = contentOf(
    await admin.send("POST Api/{type}/QueryAdd", {
      type: "role",
      name: { zh: "读者", en: "Reader" },
      grants: [{ entity: "contactMessage", verbs: ["read"], read: ["name"], write: null }],
    }),
  ) as { id: string };
  const row = contentOf(await admin.send("GET Api/{type}/QueryById", { type: "member", id: person.memberId })) as {
    version: number;
  };
  await admin.call("POST Api/{type}/QueryUpdate", {
    type: "member",
    id: person.memberId,
    version: row.version,
    roles: [role.id],
  });
  const reader = client(server, await signInAgain(server, person));
  const [view] = await viewsOf(reader, "contactMessage");
  expect(view).toMatchObject({ id, problem: "This view uses fields that you cannot see" });
  await reader.call("POST paas/table/defaultView", { type: "contactMessage", id });
  const answer = await reader.send("POST paas/table/search", {
    paraModel: { url: "/admin/contactMessage/list", opens: true },
  });
  expect([answer.status, (contentOf(answer) as { view?: unknown }).view]).toEqual([200, undefined]);
  expect((await save(reader, { content: { fields: {}, filter } }, "contactMessage")).status).toBe(400);
});

it("are refused when they are invalid", async () => {
  for (const content of [
    { fields: {}, filter: { field: "secret", op: "eq", value: 1 } },
    { fields: {}, pageSize: 7 },
    { fields: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`field${n}`, "x"])) },
    { rows: [] },
  ])
    expect([400, 422]).toContain((await save(admin, { content })).status);
  expect((await admin.send("POST paas/table/saveView", { type: "news", content: draftsContent })).status).toBe(422);
});

const layoutWith = (...fields: string[]): ListLayout => ({
  columns: fields.map((field) => ({ field })),
  frozen: 1,
  density: "compact",
});
const columnsIn = async (api: Client, more: object) =>
  (await openList(api, more)).play.columns.map(({ field }) => field);
const saveLayout = (api: Client, more: object) =>
  api.send("POST paas/table/layout", { type: "news", ...more } as never);

it("store columns, order, widths and density, and the changes of a reader until these are saved or discarded", async () => {
  const sharedLayout: ListLayout = {
    columns: [{ field: "status", width: 200 }, { field: "title" }],
    frozen: 1,
    density: "roomy",
  };
  const content = { ...draftsContent, layout: sharedLayout };
  const view = await saveView(admin, { name: "Two columns", isShared: true, content });
  const defaultColumns = await columnsIn(member, {});
  const { play } = await openList(member, { view });
  expect([play.columns.map(({ field }) => field), play.columns[0]!.style.width]).toEqual([["status", "title"], 200]);
  expect([play.frozen, play.density]).toEqual([1, "roomy"]);
  // The list without the view is unchanged.
  expect(await columnsIn(member, {})).toEqual(defaultColumns);

  expect((await saveLayout(member, { view, layout: layoutWith("title", "kind") })).status).toBe(200);
  const findView = async (api: Client) => (await viewsOf(api)).find(({ id }) => id === view)!;
  expect([await columnsIn(member, { view }), (await findView(member)).isLayoutChanged]).toEqual([
    ["title", "kind"],
    true,
  ]);
  expect([await columnsIn(admin, { view }), (await findView(admin)).isLayoutChanged]).toEqual([
    ["status", "title"],
    false,
  ]);
  expect(await columnsIn(member, {})).toEqual(defaultColumns);
  // A default view is applied with the reader's changes.
  await member.call("POST paas/table/defaultView", { type: "news", id: view });
  expect(await columnsIn(member, { opens: true })).toEqual(["title", "kind"]);
  await member.call("POST paas/table/defaultView", { type: "news", id: null });
  // Discarding the changes, or undoing them by hand, restores the layout of the view.
  for (const restored of [null, sharedLayout]) {
    await saveLayout(member, { view, layout: layoutWith("kind") });
    expect((await findView(member)).isLayoutChanged).toBe(true);
    expect((await saveLayout(member, { view, layout: restored })).status).toBe(200);
    expect([await columnsIn(member, { view }), (await findView(member)).isLayoutChanged]).toEqual([
      ["status", "title"],
      false,
    ]);
  }
  // Saved changes apply to everybody.
  await saveLayout(admin, { view, layout: layoutWith("title", "kind") });
  expect(
    (await save(admin, { id: view, content: { ...draftsContent, layout: layoutWith("title", "kind") } })).status,
  ).toBe(200);
  expect([await columnsIn(member, { view }), (await findView(admin)).isLayoutChanged]).toEqual([
    ["title", "kind"],
    false,
  ]);
  // A view without a layout keeps the layout of each reader.
  await saveLayout(member, { layout: layoutWith("kind", "title") });
  expect(await columnsIn(member, { view: await saveView(admin, { name: "Rows only", isShared: true }) })).toEqual([
    "kind",
    "title",
  ]);
  await saveLayout(member, { layout: null });
});

it("T-06: refuse a layout with invalid columns, and omit columns that the reader may not read", async () => {
  for (const invalidLayout of [layoutWith("search_text"), layoutWith("title", "title"), layoutWith()])
    expect([400, 422]).toContain((await save(admin, { content: { ...draftsContent, layout: invalidLayout } })).status);
  const ownView = await saveView(admin, { name: "Mine", content: { ...draftsContent, layout: layoutWith("kind") } });
  expect((await saveLayout(member, { view: ownView, layout: layoutWith("title") })).status).toBe(404);
  expect(await columnsIn(member, { view: ownView })).toEqual(await columnsIn(member, {}));
  expect((await saveLayout(admin, { view: ownView, layout: layoutWith("search_text") })).status).toBe(400);

  const content = { fields: {}, layout: layoutWith("name", "contact") };
  const id = await saveView(admin, { name: "Contacts", isShared: true, content }, "contactMessage");
  const person = await newMember(server, owner.tenantId);
  const role = contentOf(
    await admin.send("POST Api/{type}/QueryAdd", {
      type: "role",
      name: { zh: "读者", en: "Reader of names" },
      grants: [{ entity: "contactMessage", verbs: ["read"], read: ["name"], write: null }],
    }),
  ) as { id: string };
  const { version } = contentOf(
    await admin.send("GET Api/{type}/QueryById", { type: "member", id: person.memberId }),
  ) as { version: number };
  const roles = { type: "member", id: person.memberId, version, roles: [role.id] };
  await admin.call("POST Api/{type}/QueryUpdate", roles);
  const reader = client(server, await signInAgain(server, person));
  const view = (await viewsOf(reader, "contactMessage")).find(({ id: viewId }) => viewId === id);
  expect(view?.content.layout?.columns).toEqual([{ field: "name" }]);
});
