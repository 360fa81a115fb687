/** What the published page shows of rotated and hidden parts, and of the common settings of all nodes. */
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "drizzle-orm";
import { client } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { call, send } = client(server, owner);
let pageId = "";
let host = "";
beforeAll(async () => {
  const [tenant] = await server.database.system((tx) =>
    tx.rows<{ code: string }>(sql`select code from tenant where id = ${owner.tenantId}::uuid`),
  );
  host = `${tenant!.code}.localhost`;
  const texts = { zh: "画布", en: "Canvas" };
  const row = { type: "page", path: "/canvas", title: texts, description: texts };
  ({ id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string });
});

const canvas = (id: string, order: string, properties: object = {}) => ({
  id,
  after: { kind: "widget", id, order, name: "canvas", value: { height: 400, background: "paper" }, ...properties },
});
const node = (id: string, parent: string, order: string, properties: object = {}) => ({
  id,
  after: {
    kind: "node",
    id,
    order,
    type: "text",
    parent,
    box: { x: 10, y: 20, w: 200, h: 40 },
    value: { title: { zh: `文字 ${id}`, en: `Text ${id}` } },
    ...properties,
  },
});
const readDraft = async () => {
  const info = (await call("POST Api/SitePage/GetPageInfo", { id: pageId, diyPageInfo: {} })) as {
    rev: number;
    diyPageInfo: { page: { records: Record<string, object> } };
  };
  return info;
};
async function save(records: object[]) {
  const { rev } = await readDraft();
  return send("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: rev, changes: records });
}
async function published(): Promise<string> {
  const answer = await send("POST Api/Java/PublishPage", { pageId });
  expect(answer.status, answer.text).toBe(200);
  return (await readPage(`${server.url}/canvas?language=en`, { host })).text;
}

it("B-081: every node is placed, rotated, layered, bordered, shadowed and animated as it was saved, and numbers are limited", async () => {
  const answer = await save([
    canvas("wd_shown000", "a0"),
    node("nd_front000", "wd_shown000", "a2"),
    node("nd_back0000", "wd_shown000", "a1", {
      rotation: 30,
      value: {
        title: { zh: "后", en: "Behind" },
        animationType: "rise",
        borderSetting: { style: "dashed", color: "dark", size: 2, radius: 8 },
        shadowSetting: { color: "dark", size: 4, direction: "180", blur: 6 },
      },
    }),
  ]);
  expect(answer.status, answer.text).toBe(200);
  const html = await published();
  const rule = /\[data-node="?nd_back0000"?\]\{([^}]*)\}/.exec(html)?.[1] ?? "";
  for (const declaration of [
    /--x:\s?10/,
    /--y:\s?20/,
    /--w:\s?200/,
    /--h:\s?40/,
    /--rotation:\s?30deg/,
    /border:2px dashed/,
    /border-radius:8px/,
    /box-shadow:0px 4px 6px/,
    /--entrance:\s?entrance-rise/,
  ])
    expect(rule).toMatch(declaration);
  expect(html.indexOf('data-node="nd_back0000"')).toBeLessThan(html.indexOf('data-node="nd_front000"'));
  const large = await save([node("nd_back0000", "wd_shown000", "a1", { box: { x: 20_000, y: 0, w: 1, h: 1 } })]);
  expect(large.status).toBe(422);
  expect((await save([node("nd_back0000", "wd_shown000", "a1", { rotation: 500 })])).status).toBe(422);
});

describe("hidden parts", () => {
  it("are not on the published page, are kept in the draft, and need no settings to be published", async () => {
    const answer = await save([
      node("nd_hidden00", "wd_shown000", "a3", { isHidden: true, value: { title: {} } }),
      canvas("wd_hidden00", "a1", { isHidden: true, isLocked: true, label: "Later", guides: { x: [10], y: [] } }),
      node("nd_inside00", "wd_hidden00", "a0"),
    ]);
    expect(answer.status, answer.text).toBe(200);
    const html = await published();
    for (const id of ["nd_hidden00", "wd_hidden00", "nd_inside00"]) expect(html).not.toContain(id);
    expect(html).toContain("nd_front000");
    const { records } = (await readDraft()).diyPageInfo.page;
    expect(records.wd_hidden00).toMatchObject({
      isHidden: true,
      isLocked: true,
      label: "Later",
      guides: { x: [10], y: [] },
    });
    expect((await save([canvas("wd_hidden00", "a1")])).status).toBe(200);
    expect(await published()).toContain("nd_inside00");
  });

  it.each([
    ["a mark that is not true", canvas("wd_shown000", "a0", { isHidden: false })],
    ["too many guides", canvas("wd_shown000", "a0", { guides: { x: Array.from({ length: 51 }, (_, n) => n), y: [] } })],
    ["a long name", canvas("wd_shown000", "a0", { label: "x".repeat(61) })],
    ["a guide that is no number", canvas("wd_shown000", "a0", { guides: { x: ["1"], y: [] } })],
  ])("a save refuses %s", async (_what, record) => {
    expect((await save([record])).status).toBe(422);
  });
});

it("a text is published with its format in each language, one whose words differ without, and one of other elements is refused", async () => {
  const bold = { type: "bold" };
  const format = (text: string, marks: object[]) => ({
    type: "doc",
    content: [
      { type: "paragraph", content: [{ type: "text", text: "Signed " }] },
      {
        type: "bulletList",
        content: [{ type: "listItem", content: [{ type: "paragraph", content: [{ type: "text", text, marks }] }] }],
      },
    ],
  });
  const link = { type: "link", attrs: { href: "/price" } };
  const title = { zh: "Signed \n原文", en: "Signed \nat <b>source</b>" };
  const seal = { type: "color", attrs: { color: "accent" } };
  const answer = await save([
    canvas("wd_formats00", "a3"),
    node("nd_formatted", "wd_formats00", "a1", {
      value: { title },
      formats: { title: { zh: format("原文", [bold]), en: format("at <b>source</b>", [link, seal, bold]) } },
    }),
    node("nd_othertext", "wd_formats00", "a2", {
      value: { title: { zh: "新的文字", en: "New words" } },
      formats: { title: { en: format("old words", [bold]) } },
    }),
  ]);
  expect(answer.status, answer.text).toBe(200);
  const html = await published();
  expect(html).toContain(
    '<ul><li><p><a href="/price"><span data-color="accent"><strong>at &lt;b&gt;source&lt;/b&gt;</strong></span></a></p></li></ul>',
  );
  expect(html).toMatch(/data-node="nd_othertext"[^>]*><div class="text"><p>New words<\/p>/);
  expect((await readPage(`${server.url}/canvas?language=zh`, { host })).text).toContain("<p><strong>原文</strong></p>");
  const refused = await save([
    node("nd_formatted", "wd_formats00", "a1", {
      value: { title },
      formats: { title: { en: format("x", [{ type: "link", attrs: { href: "javascript:alert(1)" } }]) } },
    }),
  ]);
  expect(refused.status).toBe(422);
});
