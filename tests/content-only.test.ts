/** A role that may edit the content of pages only: text, images and links, on every way to a page's draft. */
import { describe, expect, it } from "vitest";
import { client } from "./support/client.ts";
import { canvas, group, groupId, node, setting, texts, widget } from "./support/hostile-pages.ts";
import { newSpaceOwner } from "./support/people.ts";
import { fieldEquals, grant, roleFactories } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { call, send } = client(server, owner);
const { memberWith, keyWith } = roleFactories(server, owner);
const contentRole = [grant("page", ["read", "editContent"])];
const writer = await memberWith(contentRole);
const [canvasId, nodeId, cardsId] = ["wd_aaaaaaaaaa", "nd_aaaaaaaaaa", "wd_bbbbbbbbbb"];

const textNode = (more: object = {}) =>
  node(nodeId, canvasId, {
    value: { title: texts, size: 48, url: "/a" },
    overrides: { WeChat: { value: { size: 30 } } },
    ...more,
  });
const named = (name: string) => group(groupId, canvasId, { order: "a9", value: { name } });
const items = (...names: string[]) => names.map((name) => ({ name: { zh: name, en: name }, url: "/x" }));
const cards = (more: object = {}) =>
  widget(cardsId, { order: "a1", name: "cards", value: { heading: texts, items: items("one", "two") }, ...more });

let pageCount = 0;
async function createPage(): Promise<{ pageId: string; path: string }> {
  const path = `/content-${(pageCount += 1)}`;
  const row = { type: "page", path, title: texts, description: texts };
  const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
  const changes = [canvas(canvasId), textNode(), cards(), named("First")].map((after) => ({ id: after.id, after }));
  await call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes, setting });
  return { pageId, path };
}
const save = (pageId: string, changes: object[], more: object = {}) =>
  ({ diyPageInfo: { pageId }, baseRev: 1, changes, ...more }) as never;
const record = (after: object) => [{ id: (after as { id: string }).id, after }];

const newText = { zh: "新的", en: "New" };
const allowed: [what: string, changes: object[]][] = [
  ["the text of a node", record(textNode({ value: { title: newText, size: 48, url: "/a" } }))],
  ["the link of a node", record(textNode({ value: { title: texts, size: 48, url: "/b" } }))],
  ["a text of one client", record(textNode({ overrides: { WeChat: { value: { size: 30, title: { zh: "微信" } } } } }))],
  ["texts in rows", record(cards({ value: { heading: newText, items: items("three", "four") } }))],
];
const refused: [what: string, changes: object[], more?: object][] = [
  ["the size of a text", record(textNode({ value: { title: texts, size: 12, url: "/a" } }))],
  ["a place", record(textNode({ box: { x: 5, y: 0, w: 100, h: 30 } }))],
  [
    "a place in one client",
    record(textNode({ overrides: { WeChat: { value: { size: 30 }, box: { x: 5, y: 0, w: 9, h: 9 } } } })),
  ],
  ["a size in one client", record(textNode({ overrides: { WeChat: { value: { size: 31 } } } }))],
  [
    "a size at a width",
    record(textNode({ overrides: { WeChat: { value: { size: 30 } }, 480: { value: { size: 20 } } } })),
  ],
  [
    "the size in one client at a width",
    record(textNode({ overrides: { WeChat: { value: { size: 30 } }, "WeChat 480": { value: { size: 20 } } } })),
  ],
  ["the order", record(cards({ order: "a2" }))],
  ["hiding", record(cards({ isHidden: true }))],
  ["a display condition", record(cards({ languages: ["zh"] }))],
  ["a lock", record(textNode({ isLocked: true }))],
  ["a name", record(textNode({ label: "Name" }))],
  ["the name of a group", record(named("Second"))],
  ["another canvas height", record(canvas(canvasId, { value: { height: 300, background: "paper" } }))],
  ["an additional row", record(cards({ value: { heading: texts, items: items("one", "two", "three") } }))],
  ["another type", record(textNode({ type: "button", value: { text: texts } }))],
  ["a new component", record(widget("wd_cccccccccc", { order: "a3" }))],
  ["a deletion", [{ id: nodeId }]],
  ["page settings", [], { setting: { ...setting, title: newText } }],
  [
    "a text together with a place",
    record(textNode({ value: { title: newText, size: 48, url: "/a" }, box: { x: 5, y: 0, w: 100, h: 30 } })),
  ],
];

describe("a role that may edit content only", () => {
  it.each(allowed)("T-18: saves %s", async (_what, changes) => {
    const { pageId } = await createPage();
    const response = await writer.send("POST api/sitepage/save", save(pageId, changes));
    expect(response.status, response.text).toBe(200);
  });

  it.each(refused)("T-18: is refused %s, and nothing is saved", async (_what, changes, more = {}) => {
    const { pageId } = await createPage();
    const response = await writer.send("POST api/sitepage/save", save(pageId, changes, more));
    expect(response.status, response.text).toBe(403);
    expect(response.text).toContain("text, images and links only");
    const info = (await call("POST Api/SitePage/GetPageInfo", { id: pageId, diyPageInfo: {} })) as { rev: number };
    expect(info.rev).toBe(1);
    // Whoever may edit pages as a whole saves the same.
    expect((await send("POST api/sitepage/save", save(pageId, changes, more))).status).toBe(200);
  });

  it("T-18: has no other way to a page: its row, publishing, the market, components of the wire, rollback and trash", async () => {
    const { pageId } = await createPage();
    const row = { type: "page", id: pageId };
    const { version } = (await call("GET Api/{type}/QueryById", row as never)) as { version: number };
    const ask = async (name: string, input: object) => (await writer.send(name as never, input as never)).status;
    const zero = "00000000-0000-4000-8000-000000000000";
    expect(await ask("POST Api/{type}/QueryUpdate", { ...row, version, path: "/other" })).toBe(403);
    expect(await ask("DELETE Api/{type}/QueryDelete", { type: "page", id: pageId })).toBe(403);
    expect(await ask("POST Api/{type}/QueryAdd", { type: "page", path: "/new", title: texts })).toBe(403);
    expect(await ask("POST Api/Java/PublishPage", { pageId })).toBe(403);
    expect(await ask("POST Api/SitePage/Rollback", { pageId, snapshotId: zero })).toBe(403);
    const component = (value: object) => ({ widgetId: "cards", diyPageInfo: { pageId }, saveType: 1, value });
    expect(await ask("POST api/widgetdata/save", component({ heading: texts }))).toBe(403);
    const dataId = `${pageId}.${cardsId}`;
    const own = { widget: { dataId, border: { size: 3 } }, diyPageInfo: { pageId } };
    expect(await ask("POST Api/WidgetData/ChangeStyle", own)).toBe(403);
    const { rev, isContentOnly } = (await writer.call("POST Api/SitePage/GetPageInfo", {
      id: pageId,
      diyPageInfo: {},
    })) as { rev: number; isContentOnly: boolean };
    expect([rev, isContentOnly]).toEqual([1, true]);
  });

  it("T-18: holds for API keys, for rows of a rule, and beside a role that may edit some pages as a whole", async () => {
    const [one, other] = [await createPage(), await createPage()];
    const styled = record(textNode({ value: { title: texts, size: 12, url: "/a" } }));
    const worded = record(textNode({ value: { title: newText, size: 48, url: "/a" } }));
    const key = await keyWith(contentRole);
    expect((await key.send("POST api/sitepage/save", save(one.pageId, styled))).status).toBe(403);
    expect((await key.send("POST api/sitepage/save", save(one.pageId, worded))).status).toBe(200);
    const mixed = await memberWith(contentRole, [grant("page", ["read", "update"], fieldEquals("path", one.path))]);
    const again = save(one.pageId, styled);
    expect((await mixed.send("POST api/sitepage/save", { ...(again as object), baseRev: 2 } as never)).status).toBe(
      200,
    );
    expect((await mixed.send("POST api/sitepage/save", save(other.pageId, styled))).status).toBe(403);
    const ofOne = await memberWith([grant("page", ["read", "editContent"], fieldEquals("path", one.path))]);
    expect((await ofOne.send("POST api/sitepage/save", save(other.pageId, worded))).status).toBe(404);
    const reader = await memberWith([grant("page", ["read"])]);
    expect((await reader.send("POST api/sitepage/save", save(other.pageId, worded))).status).toBe(403);
  });
});
