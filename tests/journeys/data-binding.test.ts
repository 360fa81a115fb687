/** A designer binds a list and the page of a record to an entity of the space; visitors see its rows, and their changes. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { canvasFrame, readyOverlay, status } from "../support/builder.ts";
import { devices, expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { draftDefinition, draftField, publishLightApp } from "../support/light-apps.ts";
import { newSpaceOwner } from "../support/people.ts";
import { readPage } from "../support/read-page.ts";
import { sameText } from "../support/roles.ts";
import { sharedServer } from "../support/server.ts";
import { siteHost } from "../support/site-host.ts";

const texts = {
  zh: {
    properties: "属性",
    structure: "结构",
    entity: "数据类型",
    title: "标题",
    text: "说明",
    none: "不显示",
    filter: "筛选条件 全部数据",
    filtered: "筛选条件 1 个条件",
    field: "字段",
    value: "kind的值",
    apply: "确定",
    sort: "排序",
    direction: "排序方向",
    asc: "升序",
    bound: "绑定页面数据 文字",
    publish: "发布",
    saved: /已保存/,
  },
  en: {
    properties: "Properties",
    structure: "Structure",
    entity: "Type of records",
    title: "Title",
    text: "Text",
    none: "Not shown",
    filter: "Filter All records",
    filtered: "Filter 1 condition",
    field: "Field",
    value: "Value of kind",
    apply: "Apply",
    sort: "Sort by",
    direction: "Direction",
    asc: "Ascending",
    bound: "Bind to the record of the page Text",
    publish: "Publish",
    saved: /^Saved/,
  },
};

const server = await sharedServer();
const open = await openBrowser();

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];
  const isPhone = width < 640;

  it("a list of an own entity is filtered and sorted in the panel, is seen on the canvas and by visitors, and follows changes; each choice is undone", async () => {
    const owner = await newSpaceOwner(server);
    const { call } = client(server, owner);
    const host = await siteHost(server, owner);
    const kinds = ["tool", "toy"].map((key) => ({ key, name: sameText(key) }));
    const fields = [
      draftField("product"),
      draftField("price", "number", { column: { sortable: true } }),
      draftField("kind", "dropdownlist", { options: kinds }),
    ];
    const read = {
      access: {
        read: "anyone",
        add: "administrator",
        update: "administrator",
        delete: "administrator",
        export: "administrator",
      },
    };
    await publishLightApp(client(server, owner), "goods", draftDefinition(fields, read));
    const addRow = (values: object) =>
      call("POST Api/{type}/QueryAdd", { type: "goods", ...values } as never) as Promise<AnyRow>;
    const saw = await addRow({ product: "Saw", price: 30, kind: "tool" });
    await addRow({ product: "Hammer", price: 20, kind: "tool" });
    await addRow({ product: "Bear", price: 15, kind: "toy" });

    const heading = { zh: "商品", en: "Goods" };
    const path = "/goods/{key}";
    const row = { type: "page", path, title: heading, description: heading };
    const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
    const records = [
      { kind: "widget", id: "wd_aaaaaaaaaa", order: "a0", name: "canvas", value: { height: 200, background: "paper" } },
      {
        kind: "node",
        id: "nd_aaaaaaaaaa",
        order: "a0",
        type: "text",
        parent: "wd_aaaaaaaaaa",
        box: { x: 100, y: 40, w: 300, h: 60 },
        value: { title: heading },
      },
      { kind: "widget", id: "wd_bbbbbbbbbb", order: "a1", name: "record-list", value: { heading, layout: "lines" } },
    ];
    const setting = {
      title: heading,
      description: {},
      showHead: true,
      showFoot: true,
      row: { entity: "goods", fields: {}, sort: { field: "price", direction: "desc" as const } },
    };
    const changes = records.map((after) => ({ id: after.id, after }));
    await call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes, setting });

    const designer = await open({ url: server.url, locale, width });
    await designer.context.addCookies(sessionCookies(owner, server.url));
    const { page } = designer;
    await page.goto(`/builder/${pageId}`);
    const canvas = canvasFrame(page);
    await canvas.locator("[data-widget=record-list]").waitFor();
    const select = async (record: string) => {
      if (isPhone) await page.getByRole("button", { name: t.structure }).click();
      await page.locator(`.page-tree [data-row=${record}]`).click();
      if (isPhone) await page.getByRole("button", { name: t.properties }).click();
    };
    const panel = page.locator(".inspector");
    const choose = async (label: string, name: string, place = panel) => {
      await place.getByRole("combobox", { name: label, exact: true }).first().click();
      await page.getByRole("option", { name, exact: true }).first().click();
    };
    const shown = () => canvas.locator("[data-widget=record-list] h3").allTextContents();

    await select("wd_bbbbbbbbbb");
    await choose(t.entity, "goods");
    await expect.poll(async () => (await shown()).length).toBe(3);
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(shown).toEqual([]);
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await expect.poll(async () => (await shown()).length).toBe(3);
    await choose(t.text, "price");
    await panel.getByRole("button", { name: t.filter }).click();
    const dialog = page.getByRole("dialog");
    await choose(t.field, "kind", dialog);
    await choose(t.value, "tool", dialog);
    await dialog.getByRole("button", { name: t.apply, exact: true }).click();
    await panel.getByRole("button", { name: t.filtered }).waitFor();
    await choose(t.sort, "price");
    await expect.poll(shown).toEqual(["Saw", "Hammer"]);
    await choose(t.direction, t.asc);
    await expect.poll(shown).toEqual(["Hammer", "Saw"]);
    await expectNoPageProblems(designer);
    await expectNoPageProblemsInDark(designer);

    // The page is that of a record: a text shows its name.
    await select("nd_aaaaaaaaaa");
    await choose(t.bound, "product");
    await canvas.locator("[data-node=nd_aaaaaaaaaa]").getByText("Saw", { exact: true }).waitFor();
    await page.keyboard.press("ControlOrMeta+s");
    await status(page).getByText(t.saved).waitFor();
    await expectNoPageProblems(designer);
    await call("POST Api/Java/PublishPage", { pageId });

    const visit = async () => (await readPage(`${server.url}/goods/${saw.id}?language=${locale}`, { host })).text;
    const names = async () => [...(await visit()).matchAll(/<h3>([^<]*)/g)].map(([, name]) => name);
    await expect.poll(names).toEqual(["Hammer", "Saw"]);
    expect(await visit()).toMatch(/data-node="nd_aaaaaaaaaa"[^]*?Saw/);
    await addRow({ product: "File", price: 1, kind: "tool" });
    await expect.poll(names).toEqual(["File", "Hammer", "Saw"]);
    await call("POST Api/{type}/QueryUpdate", {
      type: "goods",
      id: saw.id,
      version: saw.version,
      product: "Fret saw",
    } as never);
    await expect.poll(visit).toMatch(/data-node="nd_aaaaaaaaaa"[^]*?Fret saw/);
  });
});

it("what is pasted from another space keeps the bindings that this page can have too, and says how many it cannot", async () => {
  const owner = await newSpaceOwner(server);
  const { call } = client(server, owner);
  const heading = sameText("Pasted");
  const row = { type: "page", path: "/pasted", title: heading, description: heading };
  const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
  const setting = {
    title: heading,
    description: {},
    showHead: true,
    showFoot: true,
    row: { entity: "news", fields: {} },
  };
  await call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes: [], setting } as never);
  const list = (id: string, order: string, records: object) => ({
    kind: "widget",
    id,
    order,
    name: "record-list",
    value: { heading, layout: "lines", records },
  });
  const designer = await open({ url: server.url, locale: "en", width: 1440 });
  await designer.context.addCookies(sessionCookies(owner, server.url));
  const { page } = designer;
  await page.goto(`/builder/${pageId}`);
  await readyOverlay(page).waitFor();
  const fragment = JSON.stringify({
    schema: 1,
    records: [
      list("wd_aaaaaaaaaa", "a0", { entity: "news", fields: { title: "title" } }),
      list("wd_bbbbbbbbbb", "a1", { entity: "elsewhere", fields: { title: "name" } }),
      {
        kind: "widget",
        id: "wd_cccccccccc",
        order: "a2",
        name: "page-title",
        value: { heading },
        bindings: { heading: "title", lead: "elsewhere" },
      },
    ],
  });
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    window.dispatchEvent(new ClipboardEvent("paste", { clipboardData, cancelable: true }));
  }, fragment);
  await page.getByText("2 data bindings removed", { exact: false }).waitFor();
  await page.keyboard.press("ControlOrMeta+s");
  await status(page).getByText(texts.en.saved).waitFor();
  // Both are there, with the binding that visitors of this space may read.
  const [draft] = await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows<{ document: { records: Record<string, { value: { records?: object | null }; bindings?: object }> } }>(
      sql`select document from page where id = ${pageId}::uuid`,
    ),
  );
  const pasted = Object.values(draft!.document.records);
  expect(pasted.map(({ value }) => value.records)).toEqual(
    expect.arrayContaining([{ entity: "news", fields: { title: "title" } }, null]),
  );
  expect(pasted.flatMap(({ bindings }) => bindings ?? [])).toEqual([{ heading: "title" }]);
  expect(designer.problems).toEqual([]);
});
