/** Bindings of a page to records that visitors may not read any more: undo and versions bring them back, marked; nothing else does. */
import { expect, it } from "vitest";
import { client, contentOf } from "./support/client.ts";
import { canvas, id, node, nodeId, setting, widget } from "./support/hostile-pages.ts";
import { draftDefinition, draftField, publishLightApp } from "./support/light-apps.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const api = client(server, owner);
const { call, send } = api;

const definition = (read: "anyone" | "member") =>
  draftDefinition([draftField("name", "textbox")], {
    access: { read, add: "administrator", update: "administrator", delete: "administrator", export: "administrator" },
  });

let pageCount = 0;
async function newPage(): Promise<string> {
  const row = { type: "page", path: `/broken-${(pageCount += 1)}`, title: sameText("Page"), description: {} };
  return ((await call("POST Api/{type}/QueryAdd", row as never)) as { id: string }).id;
}
type Change = { id: string; after?: object };
const save = (pageId: string, baseRev: number, changes: Change[], more: object = {}) =>
  send("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev, changes, ...more });
const list = (records: object, recordId = id): Change => ({
  id: recordId,
  after: widget(recordId, {
    name: "record-list",
    order: "a5",
    value: { heading: sameText("List"), layout: "lines", records },
  }),
});
const bindingTo = (entity: string) => ({ entity, fields: { title: "name" } });
const unboundIn = async (pageId: string) =>
  (contentOf(await send("POST Api/SitePage/GetPageInfo", { id: pageId, diyPageInfo: {} })) as { unbound: string[] })
    .unbound;

it("B-394: a binding that broke comes back with an undo, marked, and nowhere else; publishing refuses it until it is mended", async () => {
  const app = await publishLightApp(api, "offer", definition("anyone"));
  await publishLightApp(api, "product", definition("anyone"));
  const binding = bindingTo("offer");
  const pageId = await newPage();
  await save(pageId, 0, [list(binding)]);
  expect(await unboundIn(pageId)).toEqual([]);
  expect((await save(pageId, 1, [{ id }])).status).toBe(200);
  await publishLightApp(api, "offer", definition("member"), app);

  const undone = await save(pageId, 2, [list(binding)]);
  expect(undone.status, undone.text).toBe(200);
  expect((contentOf(undone) as { unbound: string[] }).unbound).toEqual([id]);
  expect(await unboundIn(pageId)).toEqual([id]);
  const refused = await send("POST Api/Java/PublishPage", { pageId });
  expect([refused.status, refused.text.includes("no records called")]).toEqual([422, true]);

  // Another binding to the same records is new, and so is the same one in another component or on another page.
  expect((await save(pageId, 3, [list({ ...binding, count: 3 })])).status).toBe(422);
  expect((await save(pageId, 3, [list(binding, "wd_copied0001")])).status).toBe(422);
  expect((await save(await newPage(), 0, [list(binding)])).status).toBe(422);
  const mended = await save(pageId, 3, [list(bindingTo("product"))]);
  expect((contentOf(mended) as { unbound: string[] }).unbound).toEqual([]);
  const published = await send("POST Api/Java/PublishPage", { pageId });
  expect(published.status, published.text).toBe(200);
});

it("B-394: a named version is restored with what visitors may not read any more", async () => {
  const app = await publishLightApp(api, "notice", definition("anyone"));
  const pageId = await newPage();
  await save(pageId, 0, [list(bindingTo("notice"))], { saveName: "With notices" });
  await save(pageId, 1, [{ id }]);
  await publishLightApp(api, "notice", definition("member"), app);
  const restored = await save(pageId, 2, [list(bindingTo("notice"))]);
  expect(restored.status, restored.text).toBe(200);
  expect(await unboundIn(pageId)).toEqual([id]);
});

it("B-394: the settings of the page come back with the record that it showed, and its components with their fields", async () => {
  const app = await publishLightApp(api, "branch", definition("anyone"));
  const pageId = await newPage();
  const text = { id: nodeId, after: node(nodeId, id, { bindings: { title: "name" } }) };
  const row = { entity: "branch", fields: {} };
  const bound = { setting: { ...setting, row } };
  const saved = await save(pageId, 0, [{ id, after: canvas(id) }, text], bound);
  expect(saved.status, saved.text).toBe(200);
  await save(pageId, 1, [{ id: nodeId }], { setting });
  await publishLightApp(api, "branch", definition("member"), app);
  const undone = await save(pageId, 2, [text], bound);
  expect(undone.status, undone.text).toBe(200);
  expect(await unboundIn(pageId)).toEqual(["setting"]);
  const other = await save(await newPage(), 0, [], bound);
  expect([other.status, other.text.includes("no records called")]).toEqual([422, true]);
});
