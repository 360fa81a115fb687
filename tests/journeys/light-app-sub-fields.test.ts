/** Rows in a light app: their fields are defined beside the preview, the light app is published, and a record is filled in. */
import { describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { devices, expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { draftDefinition, draftField, lightAppOf, saveDraft } from "../support/light-apps.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: {
    fields: "字段",
    preview: "预览",
    settings: "设置",
    addField: "添加字段",
    search: "搜索字段类型",
    rows: "子表",
    number: "数字",
    remove: "删除字段",
    move: "移动单价：可拖动，或按上下方向键",
    problems: "有 1 处错误，改正后才能发布",
    subject: /^子表 › /,
    maximum: "最大值",
    addRow: "添加一行",
    save: "保存草稿",
    publish: "发布",
    name: "名称",
    price: "单价",
    saveRecord: "保存",
  },
  en: {
    fields: "Fields",
    preview: "Preview",
    settings: "Settings",
    addField: "Add field",
    search: "Search field types",
    rows: "Rows",
    number: "Number",
    remove: "Remove field",
    move: "Move Price: drag, or press the up and down arrows",
    problems: "1 problem to solve before this can be published",
    subject: /^Rows › /,
    maximum: "Maximum",
    addRow: "Add a row",
    save: "Save draft",
    publish: "Publish",
    name: "Name",
    price: "Price",
    saveRecord: "Save",
  },
};

describe.each(devices)("in $locale, $width px wide", (device) => {
  const t = texts[device.locale];

  it("S-062, S-063: an administrator gives orders items, and somebody fills them in", async () => {
    const owner = await newSpaceOwner(server);
    const api = client(server, owner);
    const visitor = await open({ url: server.url, ...device });
    const { page } = visitor;
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    const { id } = await saveDraft(api, "order", draftDefinition([draftField("title")]));
    const openPart = async (name: string) => {
      if (device.width < 1024) await page.getByRole("tab", { name }).click();
    };
    const pick = async (words: string) => {
      await page.getByRole("dialog").getByRole("searchbox", { name: t.search }).fill(words);
      await page.getByRole("dialog").getByRole("button", { name: words }).first().click();
    };
    await page.goto(`/paas/lightApp/edit?id=${id}`);
    await page.getByRole("button", { name: t.save, exact: true }).waitFor();
    await openPart(t.fields);
    await page.locator("#part-fields").getByRole("button", { name: t.addField }).click();
    await pick(t.rows);

    // Rows begin with one field; a second one is added, named, and moved to the top.
    const inside = page.locator("[data-inside]");
    await inside.locator("[data-field=name]").waitFor();
    await inside.getByRole("button", { name: t.addField }).click();
    await pick(t.number);
    await inside.getByLabel("中文").first().fill("单价");
    await inside.getByLabel("English").first().fill("Price");
    await inside.locator("[data-field=price]").waitFor();
    await inside.getByRole("button", { name: t.move }).press("ArrowUp");
    const order = () => inside.locator("[data-field]").evaluateAll((all) => all.map((one) => one.dataset.field));
    await expect.poll(order).toEqual(["price", "name"]);
    await inside.locator("[data-field=price]").click();
    await expectNoPageProblems(visitor);

    // A problem inside is told with both names, and leads there.
    await inside.getByLabel("English").first().fill("");
    await page.getByText(t.problems).click();
    await page.getByRole("button", { name: t.subject }).click();
    await inside.getByLabel("English").first().fill("Price");
    await page.getByText(t.problems).waitFor({ state: "hidden" });
    await openPart(t.preview);
    const preview = page.locator("#part-preview");
    await preview.getByRole("button", { name: t.addRow }).click();
    await preview.getByLabel(t.price).first().waitFor();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);

    await page.getByRole("button", { name: t.publish, exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: t.publish, exact: true }).click();
    await expect.poll(async () => (await lightAppOf(api, id)).state).toBe("published");
    await page.goto("/paas/order/add");
    await page.getByLabel("title").fill("First");
    await page.getByRole("button", { name: t.addRow }).click();
    await page.getByLabel(t.price).fill("12");
    await page.getByLabel(t.name).fill("Pen");
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.saveRecord, exact: true }).click();
    await expect
      .poll(async () => (await api.call("GET Api/{type}/QueryList", { type: "order" })) as AnyRow[])
      .toMatchObject([{ title: "First", rows: [{ price: 12, name: "Pen" }] }]);
    expect(visitor.problems).toEqual([]);
    await visitor.context.close();
  });
});
