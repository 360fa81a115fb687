/** Saved views of lists: personal and shared ones, which grant no access, and the default view. */
import { beforeAll, expect, it } from "vitest";
import type { TableResult } from "#kit/auto.ts";
import type { SavedView, ViewContent } from "#kit/saved-view.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newMember, newSpace, type Person, signInAgain } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let owner: Person;
let admin: Client;
let other: Person;
let member: Client;
beforeAll(async () => {
  owner = await newSpace(server);
  admin = client(server, owner);
  other = await newMember(server, owner.tenantId);
  member = client(server, other);
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

const drafts: ViewContent = {
  fields: {},
  filter: { field: "status", op: "eq", value: "draft" },
  sort: { field: "status", direction: "asc" },
  pageSize: 30,
};
const save = (by: Client, more: object, type = "news") =>
  by.send("POST paas/table/saveView", { type, name: "Drafts", content: drafts, ...more });
async function saved(by: Client, more: object = {}, type = "news"): Promise<string> {
  const answer = await save(by, more, type);
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as { id: string }).id;
}
const viewsOf = async (by: Client, type = "news") =>
  (contentOf(await by.send("GET paas/table/views", { type })) as { canShare: boolean; views: SavedView[] }).views;
const open = async (by: Client, more: object = { opens: true }) =>
  contentOf(await by.send("POST paas/table/search", { paraModel: { url: "/admin/news/list", ...more } })) as {
    view?: { id: string; content: ViewContent };
    result: TableResult;
  };

it("T-02: are of whoever saved them until they are shared, which administrators do", async () => {
  const own = await saved(member, { name: "Mine" });
  expect((await viewsOf(member)).find(({ id }) => id === own)).toMatchObject({
    name: "Mine",
    isOwn: true,
    isShared: false,
    isEditable: true,
    content: drafts,
  });
  expect((await viewsOf(admin)).filter(({ id }) => id === own)).toEqual([]);
  expect((await save(member, { isShared: true })).status).toBe(403);
  expect((await save(member, { id: own, isShared: true })).status).toBe(403);
  const shared = await saved(admin, { name: "Everybody’s", isShared: true });
  expect((await viewsOf(member)).find(({ id }) => id === shared)).toMatchObject({
    isOwn: false,
    isShared: true,
    isEditable: false,
  });
  expect((await save(member, { id: shared, name: "Other" })).status).toBe(404);
  expect((await viewsOf(client(server, await newSpace(server)))).length).toBe(0);
  expect((await save(admin, { id: shared, name: "Renamed", content: { fields: { status: "draft" } } })).status).toBe(
    200,
  );
  expect((await viewsOf(member)).find(({ id }) => id === shared)).toMatchObject({
    name: "Renamed",
    content: { fields: { status: "draft" } },
  });
  // They are rows like others: deleted by whose they are, and brought back by Undo.
  expect((await member.send("DELETE Api/{type}/QueryDelete", { type: "savedView", id: shared })).status).toBe(404);
  expect((await member.send("DELETE Api/{type}/QueryDelete", { type: "savedView", id: own })).status).toBe(200);
  expect((await viewsOf(member)).some(({ id }) => id === own)).toBe(false);
});

it("are opened by a list of which nothing else is said, each person's own way", async () => {
  const shared = await saved(admin, { name: "Drafts of all", isShared: true });
  expect((await open(member)).view).toBeUndefined();
  expect((await member.send("POST paas/table/defaultView", { type: "news", id: shared })).status).toBe(200);
  const opened = await open(member);
  expect(opened.view).toEqual({ id: shared, content: drafts });
  expect([opened.result.total, opened.result.pageSize]).toEqual([2, 30]);
  expect((await open(member, {})).result.total).toBe(3);
  expect((await open(admin)).view).toBeUndefined();
  expect((await viewsOf(member)).find(({ isDefault }) => isDefault)?.id).toBe(shared);
  const unknown = "00000000-0000-4000-8000-000000000000";
  expect((await member.send("POST paas/table/defaultView", { type: "news", id: unknown })).status).toBe(404);
  await admin.call("POST paas/table/saveView", { type: "news", id: shared, isShared: false });
  expect((await open(member)).view).toBeUndefined();
  expect((await member.send("POST paas/table/defaultView", { type: "news", id: null })).status).toBe(200);
});

it("T-06: say so where they use what a reader does not know, and show them nothing of it", async () => {
  const filter = { field: "status", op: "eq", value: "new" };
  const id = await saved(admin, { name: "New", isShared: true, content: { fields: {}, filter } }, "contactMessage");
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

it("are refused when they are none", async () => {
  for (const content of [
    { fields: {}, filter: { field: "secret", op: "eq", value: 1 } },
    { fields: {}, pageSize: 7 },
    { fields: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`field${n}`, "x"])) },
    { rows: [] },
  ])
    expect([400, 422]).toContain((await save(admin, { content })).status);
  expect((await admin.send("POST paas/table/saveView", { type: "news", content: drafts })).status).toBe(422);
});
