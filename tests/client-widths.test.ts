/** What differs in one client at one width: which value counts, in the builder, in checks and on published pages. */
import fc from "fast-check";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  changeVariants,
  commonOf,
  editAtWidth,
  recordAtWidth,
  recordForClient,
  variantsIn,
} from "#kit/client-override.ts";
import type { ClientType } from "#kit/client-type.ts";
import type { PageRecord } from "#kit/page.ts";
import { pageWidths } from "#kit/page-width.ts";
import { clearMark, isMarkUsed } from "#features/builder/document/arrange.ts";
import { createDocumentStore } from "#features/builder/document/document-store.ts";
import { client } from "./support/client.ts";
import { canvas, group, groupId, node, setting, texts } from "./support/hostile-pages.ts";
import { newSpaceOwner } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { call, send } = client(server, owner);
const [tenant] = await server.database.system((tx) =>
  tx.rows<{ code: string }>(sql`select code from tenant where id = ${owner.tenantId}::uuid`),
);

let pageCount = 0;
async function createPage(records: object[]): Promise<{ path: string; pageId: string }> {
  const path = `/client-widths-${(pageCount += 1)}`;
  const row = { type: "page", path, title: texts, description: texts };
  const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
  await call("POST api/sitepage/save", saved(pageId, records));
  return { path, pageId };
}
const saved = (pageId: string, records: object[], baseRev = 0) => ({
  diyPageInfo: { pageId },
  baseRev,
  changes: records.map((after) => ({ id: (after as { id: string }).id, after })),
  setting,
});
const [canvasId, nodeId] = ["wd_aaaaaaaaaa", "nd_aaaaaaaaaa"];
const textNode = (more: object = {}) => node(nodeId, canvasId, more) as PageRecord;
const pageOf = (...records: object[]) => ({
  schema: 1 as const,
  setting,
  records: Object.fromEntries(records.map((record) => [(record as PageRecord).id, record as PageRecord])),
});

it("B-396: published pages carry what one client has at a width to that client only, and a save checks it as every width", async () => {
  const box = { x: 24, y: 300, w: 342, h: 60 };
  const overrides = {
    480: { value: { size: 22 } },
    "WeChat 480": { value: { size: 18 }, box },
    "AppPlus 768": { isHidden: true },
  };
  const { path, pageId } = await createPage([canvas(canvasId), textNode({ overrides })]);
  await call("POST Api/Java/PublishPage", { pageId });
  const rulesFor = async (agent: string) => {
    const host = `${tenant!.code}.localhost`;
    const { text } = await readPage(`${server.url}${path}`, { host, "user-agent": agent });
    return [...text.matchAll(/@media \(width<=\d+px\)\{\[data-node[^}]*\}/g)].map(([rule]) => rule).join("");
  };
  const [browser, weChat, app] = await Promise.all(
    ["Mozilla/5.0 Safari/605", "Mozilla/5.0 MicroMessenger/8.0", "Mozilla/5.0 Html5Plus/1.0"].map(rulesFor),
  );
  expect(browser).toContain("--size:22");
  expect(browser).not.toMatch(/--x:24|display:none/);
  expect(weChat).toMatch(/--x:24.*--size:18/);
  expect(app).toMatch(/--size:22/);
  expect(app).toContain("display:none");
  const save = (name: string, override: object) =>
    send("POST api/sitepage/save", saved(pageId, [textNode({ overrides: { [name]: override } })], 1));
  const refused = await save("WeChat 480", { value: { title: { zh: "x" } } });
  expect([refused.status, refused.text.includes("WeChat at 480 px and narrower")]).toEqual([422, true]);
  for (const name of ["Firefox 480", "WeChat 481", "WeChat480", "480 WeChat"])
    expect((await save(name, {})).status).toBe(422);
});

const settings = ["size", "color"];
const value = fc.record({ size: fc.integer({ min: 1, max: 3 }), title: fc.constantFrom("a", "b") });
const box = fc.record({ x: fc.integer({ min: 0, max: 3 }), y: fc.constant(0), w: fc.constant(9), h: fc.constant(9) });
const nodeRecord = fc
  .record({ value, box, rotation: fc.constantFrom(0, 30), isHidden: fc.boolean() })
  .map(({ rotation, isHidden, ...rest }) =>
    textNode({ ...rest, ...(rotation && { rotation }), ...(isHidden && { isHidden }) }),
  );
const withoutOverrides = (record: PageRecord) => ({ ...record, overrides: undefined });

describe("one client at one width", () => {
  it("B-396: an edit of one client at a width comes back there and at narrower ones, and changes neither other clients nor what is common", () => {
    const clients = fc.constantFrom<ClientType>("WapH5", "WeChat", "AppPlus");
    fc.assert(
      fc.property(
        fc.record({ hideable: nodeRecord, everywhere: nodeRecord, here: nodeRecord, name: clients }),
        ({ hideable, everywhere, here, name }) => {
          const record = { ...hideable } as PageRecord;
          delete record.isHidden;
          const ofAll = editAtWidth(record, { width: 1024, settings }, everywhere);
          const after = editAtWidth(ofAll, { width: 1024, settings, client: name }, here);
          for (const width of pageWidths) {
            const shown = recordAtWidth(recordForClient(after, name), width);
            expect(withoutOverrides(shown)).toEqual(withoutOverrides(here));
            expect(withoutOverrides(recordAtWidth(recordForClient(after, "WeChatLite"), width))).toEqual(
              withoutOverrides(recordAtWidth(ofAll, width)),
            );
          }
          expect(commonOf(after)).toEqual(commonOf(ofAll));
          expect(changeVariants(after, (variant) => variant)).toEqual(after);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("B-396: a narrower width comes first, and at the same width one client does", () => {
    const record = textNode({
      value: { size: 48, color: "dark" },
      overrides: {
        WeChat: { value: { size: 44 } },
        1024: { value: { size: 40 } },
        "WeChat 1024": { value: { size: 36, color: "brand" }, isHidden: true },
        480: { value: { size: 20 }, isHidden: false },
        "WeChat 480": { value: { color: "info" } },
      },
    });
    const sizes = (name: ClientType) =>
      [undefined, 1024, 768, 480].map((width) => {
        const shown = recordAtWidth(recordForClient(record, name), width as 480);
        return [shown.value.size, shown.value.color, shown.isHidden ?? false];
      });
    expect(sizes("WeChat").slice(1)).toEqual([
      [36, "brand", true],
      [36, "brand", true],
      [20, "info", false],
    ]);
    expect(sizes("AppPlus").slice(1)).toEqual([
      [40, "dark", false],
      [40, "dark", false],
      [20, "dark", false],
    ]);
    expect(variantsIn("WeChat", 768)).toEqual(["WeChat", 1024, "WeChat 1024", 768, "WeChat 768"]);
  });
});

describe("the document of the builder", () => {
  it("edits a width of the client in view alone, and its texts for the client at every width", () => {
    const page = pageOf(canvas(canvasId), textNode({ value: { title: texts, size: 48 } }));
    const store = createDocumentStore(page);
    store.showClient("WeChat");
    store.showWidth(480, true);
    const before = store.record(nodeId)!;
    const title = { ...texts, zh: "微信" };
    store.edit({ records: [{ id: nodeId, before, after: { ...before, value: { title, size: 20 } } as PageRecord }] });
    expect(store.stored.record(nodeId)!.overrides).toEqual({
      WeChat: { value: { title: { zh: "微信" } } },
      "WeChat 480": { value: { size: 20 } },
    });
    store.showClient(undefined);
    expect(store.shown(nodeId)!.value).toEqual({ title: texts, size: 48 });
    store.undo();
    expect(store.page()).toEqual(page);
  });

  it("shows all that is hidden, at whatever width and in whatever client, in one step of undo", () => {
    const page = pageOf(
      canvas(canvasId, { isHidden: true }),
      textNode({ overrides: { 768: { isHidden: true, value: { size: 9 } }, 480: { isHidden: false } } }),
      group(groupId, canvasId, { overrides: { "WeChat 480": { isHidden: true } } }),
    );
    const store = createDocumentStore(page);
    expect(isMarkUsed(store, "isHidden")).toBe(true);
    clearMark(store, "isHidden");
    expect(isMarkUsed(store, "isHidden")).toBe(false);
    expect(store.page()).toEqual(
      pageOf(canvas(canvasId), textNode({ overrides: { 768: { value: { size: 9 } } } }), group(groupId, canvasId)),
    );
    store.undo();
    expect(store.page()).toEqual(page);
  });
});
