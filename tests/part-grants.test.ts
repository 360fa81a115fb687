/** Roles that name actions and pages of an entity: what they leave out is not offered, and refused. */
import { expect, it } from "vitest";
import type { Grant } from "#kit/access.ts";
import type { AutoForm, ListDescription, RowActions, TableResult } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { pagePermissionId } from "#kit/page-permission.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { fieldIsIn, grant, roleFactories, sameText } from "./support/roles.ts";
import { makeRows } from "./support/rows.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const admin = client(server, owner);
const { addRole, memberWith, keyWith } = roleFactories(server, owner);
const editing = ["read", "add", "update", "delete"] as const;
const newsEditor = (more: Partial<Grant>, rows?: Grant["rows"]) => [grant("news", editing, rows, more)];

async function addNews(more: object = {}): Promise<AnyRow> {
  const values = { title: sameText("Item"), kind: "company", status: "draft", ...more };
  return (await admin.call("POST Api/{type}/QueryAdd", { type: "news", ...values } as never)) as AnyRow;
}
const search = (api: Client, type = "news") =>
  api.send("POST paas/table/search", { paraModel: { url: `/paas/${type}/list` } });
type List = { play: ListDescription; rowActions: RowActions; result: TableResult };
const listOf = async (api: Client, type = "news") => contentOf(await search(api, type)) as List;
const offered = ({ play }: List) => play.actions.map((action) => ("command" in action ? action.command : action.event));
const run = (api: Client, command: string, id: string) =>
  api.send("POST Api/{type}/Command", { type: "news", command, ids: [id] });
const preview = (api: Client, command: string, id: string) =>
  api.send("POST Api/{type}/BatchPreview", {
    type: "news",
    verb: "command",
    command,
    values: {},
    selection: { filter: fieldIsIn("id", id) },
  });
const pageIdsOf = async (api: Client) =>
  (contentOf(await api.send("GET api/user/View")) as { allRoleIds: string[] }).allRoleIds;

it("an action that a role leaves out is not offered, and refused on one row, on many and as a save", async () => {
  const row = await addNews({ status: "published" });
  const api = await memberWith(newsEditor({ actions: ["publish", "unpublish"] }));
  const all = await memberWith(newsEditor({}));
  expect(offered(await listOf(all))).toEqual(expect.arrayContaining(["publish", "unpublish", "pin", "archive"]));
  const list = offered(await listOf(api));
  expect(list).toEqual(expect.arrayContaining(["publish", "unpublish", "edit", "delete"]));
  expect(list.filter((name) => ["pin", "unpin", "archive"].includes(name))).toEqual([]);
  const form = contentOf(await api.send("GET Api/Ui/AutoForm", { type: "news", id: row.id })) as AutoForm;
  expect(JSON.stringify(form.actions)).not.toContain('"pin"');
  for (const command of ["pin", "archive"]) {
    expect([command, (await run(api, command, row.id)).status]).toEqual([command, 403]);
    expect([command, (await preview(api, command, row.id)).status]).toEqual([command, 403]);
  }
  const save = (values: object, version = row.version) =>
    api.send("POST Api/{type}/QueryUpdate", { type: "news", id: row.id, version, ...values });
  const refused = await save({ pinned: true });
  expect([refused.status, refused.text.includes("Pin")]).toEqual([403, true]);
  expect((await save({ title: sameText("Other") })).status).toBe(200);
  const added = { type: "news", title: sameText("x"), kind: "company", status: "archived" };
  expect((await api.send("POST Api/{type}/QueryAdd", added)).status).toBe(403);
  expect((await preview(api, "unpublish", row.id)).status).toBe(200);
});

it("roles add up, without extending an action of some rows to the rows of others", async () => {
  const row = await addNews({ status: "published" });
  const united = await memberWith(newsEditor({ actions: ["publish"] }), newsEditor({ actions: ["pin"] }));
  expect(offered(await listOf(united))).toEqual(expect.arrayContaining(["publish", "pin"]));
  const company: Grant["rows"] = { field: "kind", op: "eq", value: "company" };
  const product: Grant["rows"] = { field: "kind", op: "eq", value: "product" };
  const apart = await memberWith(newsEditor({ actions: ["pin"] }, company), newsEditor({ actions: [] }, product));
  expect((await run(apart, "pin", row.id)).status).toBe(403);
  const reader = await memberWith([grant("news", ["read"])], newsEditor({ actions: [] }));
  expect((await run(reader, "pin", row.id)).status).toBe(403);
});

it("an API key with such a role, its API description and its tools have the same actions", async () => {
  const row = await addNews({ status: "published" });
  const key = await keyWith(newsEditor({ actions: ["publish"] }));
  const { paths } = (await key.send("GET api/openapi.json")).body as { paths: Record<string, unknown> };
  const text = JSON.stringify(Object.entries(paths).filter(([path]) => path.includes("/news/")));
  expect([text.includes("Publish"), text.includes("Pin to top")]).toEqual([true, false]);
  expect((await run(key, "pin", row.id)).status).toBe(403);
  const answer = await fetch(`${server.url}/api/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key.token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  const tools = await answer.text();
  expect([tools.includes("publish_news"), tools.includes("pin_news")]).toEqual([true, false]);
});

it("a page that a role leaves out is not offered, and its description refused", async () => {
  const { page: pageId } = await makeRows(server, owner.tenantId, "row", { types: ["page"] });
  const pages = (names: string[]) => [grant("page", ["read", "add", "update"], undefined, { pages: names })];
  const listOnly = await memberWith(pages(["list"]));
  const list = await listOf(listOnly, "page");
  expect([list.play.isImportable, offered(list).includes("design")]).toEqual([false, false]);
  const ids = await pageIdsOf(listOnly);
  expect(
    ["/paas/page/list", "/paas/page/edit", "/builder"].map((path) => ids.includes(pagePermissionId(path))),
  ).toEqual([true, false, false]);
  expect((await listOnly.send("GET Api/Ui/AutoForm", { type: "page", id: pageId })).status).toBe(403);
  const draft = { id: pageId, diyPageInfo: {} };
  expect((await listOnly.send("POST Api/SitePage/GetPageInfo", draft)).status).toBe(403);
  expect((await listOnly.send("GET Api/{type}/QueryById", { type: "page", id: pageId })).status).toBe(200);
  const builderOnly = await memberWith(pages(["builder"]));
  expect((await search(builderOnly, "page")).status).toBe(403);
  expect((await builderOnly.send("GET paas/table/columns", { type: "page" })).status).toBe(403);
  const info = await builderOnly.send("POST Api/SitePage/GetPageInfo", draft);
  expect([info.status, (contentOf(info) as { mayPublish: boolean }).mayPublish]).toEqual([200, false]);
  expect((await builderOnly.send("POST Api/Java/PublishPage", { pageId })).status).toBe(403);
  expect(
    (contentOf(await admin.send("POST Api/SitePage/GetPageInfo", draft)) as { mayPublish: boolean }).mayPublish,
  ).toBe(true);
});

it("no role takes away what every member may do, and a grant with names does not reach the rows of others", async () => {
  const api = await memberWith([grant("news", ["read"], undefined, { pages: [] })]);
  expect((await search(api)).status).toBe(200);
  const orders = await memberWith([grant("paasWork", ["read"], undefined, { pages: ["list"] })]);
  expect((await listOf(orders, "paasWork")).result.rows).toEqual([]);
});

it("a view as such a role shows the same, and the comparison names what is missing", async () => {
  const id = await addRole(newsEditor({ actions: ["publish"], pages: ["list"] }));
  const { token } = owner;
  const comparison = contentOf(await admin.send("GET paas/role/comparison", { id })) as {
    entities: { type: string; actions: string[] }[];
  };
  const news = comparison.entities.find(({ type }) => type === "news")!;
  expect(news.actions).toEqual(expect.arrayContaining(["Pin to top", "Unpublish"]));
  const viewer = client(server, { token });
  expect((await viewer.send("POST paas/role/view", { id })).status).toBe(200);
  try {
    expect(offered(await listOf(viewer)).includes("pin")).toBe(false);
  } finally {
    expect((await viewer.send("POST paas/role/endView")).status).toBe(200);
  }
});

it("offers the actions and pages of each entity, and keeps only well-formed names", async () => {
  const subjects = contentOf(await admin.send("GET paas/role/subjects")) as {
    type: string;
    actions: { id: string }[];
    pages: { id: string }[];
  }[];
  const partsOf = (type: string) => {
    const { actions, pages } = subjects.find((subject) => subject.type === type)!;
    return [actions.map(({ id }) => id), pages.map(({ id }) => id)];
  };
  expect(partsOf("page")).toEqual([["design"], expect.arrayContaining(["list", "edit", "builder"])]);
  expect(partsOf("paasWork")).toEqual([[], []]);
  const role = { type: "role", name: sameText("role"), grants: newsEditor({ actions: ["a b"] }) };
  expect((await admin.send("POST Api/{type}/QueryAdd", role)).status).toBe(422);
});
