/** Rules of a light app in its editor: checks between fields, and what the deletion of a record does to those that refer to it. */
import { describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { devices, expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { draftDefinition, draftField, lightAppOf, publishLightApp, saveDraft } from "../support/light-apps.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: {
    settings: "设置",
    compare: "比较两个字段",
    add: "添加一行",
    field: /^字段/,
    op: /^必须/,
    atLeast: "不小于",
    other: /^另一字段/,
    message: "“end”不能小于“start”",
    onDelete: "关联数据被删除时",
    also: "一并删除此数据",
    save: "保存草稿",
    remove: /^删除/,
    effect: "deal：一并删除 2 条数据",
  },
  en: {
    settings: "Settings",
    compare: "Compare two fields",
    add: "Add a row",
    field: /^Field/,
    op: /^Must be/,
    atLeast: "At least",
    other: /^Other field/,
    message: "end must be at least start",
    onDelete: "When the related record is deleted",
    also: "Delete this record, too",
    save: "Save draft",
    remove: /^Delete/,
    effect: "deal: 2 records deleted, too",
  },
};

describe.each(devices)("in $locale, $width px wide", (device) => {
  const t = texts[device.locale];

  async function openAsOwner() {
    const owner = await newSpaceOwner(server);
    const visitor = await open({ url: server.url, ...device });
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    return { api: client(server, owner), visitor, page: visitor.page };
  }

  it("an administrator compares two fields, and says what becomes of records whose customer is deleted", async () => {
    const { api, visitor, page } = await openAsOwner();
    await publishLightApp(api, "buyer", draftDefinition([draftField("title")]));
    const fields = [
      draftField("title"),
      draftField("start", "date"),
      draftField("end", "date"),
      draftField("buyer", "relation", { entity: "buyer" }),
    ];
    const { id } = await saveDraft(api, "deal", draftDefinition(fields));
    await page.goto(`/paas/lightApp/edit?id=${id}`);
    await page.getByRole("button", { name: t.save, exact: true }).waitFor();
    const settingsTab = page.getByRole("tab", { name: t.settings });
    if (await settingsTab.isVisible()) await settingsTab.click();
    const settings = page.locator("[data-settings]");
    const checks = settings.getByRole("group", { name: t.compare });
    await checks.getByRole("button", { name: t.add }).click();
    const choose = async (label: RegExp, name: string) => {
      await checks.getByRole("combobox", { name: label }).click();
      await page.getByRole("option", { name, exact: true }).click();
    };
    await choose(t.field, "end");
    await choose(t.op, t.atLeast);
    await choose(t.other, "start");
    await expect.poll(() => checks.getByRole("textbox").first().inputValue()).toMatch(/end/);
    await expectNoPageProblems(visitor);
    const fieldsTab = page.getByRole("tab", { name: device.locale === "zh" ? "字段" : "Fields" });
    if (await fieldsTab.isVisible()) await fieldsTab.click();
    await page.locator("[data-field=buyer]").click();
    await settings.getByRole("combobox", { name: t.onDelete }).click();
    await page.getByRole("option", { name: t.also, exact: true }).click();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await expect
      .poll(async () => JSON.parse(String((await lightAppOf(api, id)).definition)))
      .toMatchObject({
        checks: [{ kind: "compare", field: "end", op: "gte", other: "start", text: { [device.locale]: t.message } }],
        fields: [{}, {}, {}, { field: "buyer", onDelete: "delete" }],
      });
  });

  it("the question before a deletion names what becomes of the records that refer to it", async () => {
    const { api, visitor, page } = await openAsOwner();
    await publishLightApp(api, "buyer", draftDefinition([draftField("title")]));
    const relation = draftField("buyer", "relation", { entity: "buyer", onDelete: "delete" });
    await publishLightApp(api, "deal", draftDefinition([draftField("title"), relation]));
    const add = async (type: string, values: object) =>
      (await api.call("POST Api/{type}/QueryAdd", { type, ...values } as never)) as AnyRow;
    const buyer = await add("buyer", { title: "Ada" });
    for (let n = 0; n < 2; n += 1) await add("deal", { title: `Deal ${n}`, buyer: buyer.id });
    await page.goto("/paas/buyer/list");
    await page.getByRole("link", { name: "Ada" }).waitFor();
    await page.getByRole("button", { name: t.remove }).first().click();
    const question = page.getByRole("dialog").or(page.getByRole("alertdialog"));
    await question.getByText(t.effect).waitFor();
    await expectNoPageProblems(visitor);
    await question.getByRole("button", { name: t.remove }).click();
    await expect
      .poll(async () => ((await api.call("GET Api/{type}/QueryList", { type: "deal" })) as AnyRow[]).length)
      .toBe(0);
  });
});
