/** An administrator joins customers with their orders in the editor of data views, opens the view and searches it. */
import { describe, expect, it } from "vitest";
import { devices, expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { customerView, newShop, withView } from "../support/data-views.ts";
import { sessionCookies } from "../support/enter.ts";
import { newMember } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: {
    base: "数据类型",
    start: "选择主数据和列后，这里显示视图的前几行。",
    tree: "可用字段",
    sum: "合计",
    preview: "预览",
    order: "列的顺序",
    moveTitle: "移动列“title”",
    undo: "撤销",
    addCondition: "添加条件",
    conditionValue: "title的值",
    save: "保存",
    searchSwitch: "可搜索",
    orders: "order · 计数",
    needed: "请填写条件的值",
    refused: /^权限不足/,
  },
  en: {
    base: "Type of records",
    start: "Choose the base and columns to see the first rows here.",
    tree: "Available fields",
    sum: "Sum",
    preview: "Preview",
    order: "Order of the columns",
    moveTitle: "Move column title",
    undo: "Undo",
    addCondition: "Add condition",
    conditionValue: "Value of title",
    save: "Save",
    searchSwitch: "In search form",
    orders: "order · Count",
    needed: "Enter a value",
    refused: /^No permission/,
  },
};

describe.each(devices)("in $locale, $width px wide", (device) => {
  const t = texts[device.locale];

  it("B-206, E-071: an administrator chooses fields from a tree, sees the list and what is wrong, takes steps back, and opens the view", async () => {
    const space = await newShop(server);
    const visitor = await open({ url: server.url, ...device });
    const { page } = visitor;
    await visitor.context.addCookies(sessionCookies(space.owner, server.url));
    await page.goto("/paas/collectData/add");
    await page.locator("[id$=-name-zh]").fill("客户概览");
    await page.locator("[id$=-name-en]").fill("Customers");
    await page.locator("input[id$=-tableName]").fill("buyers");
    await page.getByText(t.start).waitFor();
    await page.getByRole("combobox", { name: t.base, exact: true }).click();
    await page.getByRole("option", { name: "customer", exact: true }).click();
    const tree = page.getByRole("group", { name: t.tree });
    await tree.getByRole("checkbox", { name: "title", exact: true }).click();
    await tree.getByRole("button", { name: "order (customer)" }).click();
    await tree.getByRole("checkbox", { name: `amount · ${t.sum}` }).click();
    const preview = page.getByRole("region", { name: t.preview });
    await preview.getByText("40", { exact: true }).first().waitFor();
    await preview.getByText("Acme").first().waitFor();
    // Order by keys: the sum comes first, until it is undone.
    const columns = page.getByRole("list", { name: t.order });
    const columnNames = async () => (await columns.locator("button[aria-expanded]").allInnerTexts()).join("|");
    const sumName = `order · amount · ${t.sum}`;
    await columns.getByRole("button", { name: new RegExp(`^${t.moveTitle}`) }).press("ArrowDown");
    await expect.poll(columnNames).toBe(`${sumName}|title`);
    await page.getByRole("button", { name: t.undo }).click();
    await expect.poll(columnNames).toBe(`title|${sumName}`);
    await columns.getByRole("button", { name: "title", exact: true }).click();
    await columns.getByRole("switch", { name: t.searchSwitch }).click();
    await page.getByRole("button", { name: t.addCondition }).click();
    await expectNoPageProblems(visitor);
    const refusal = page.waitForResponse((response) => response.status() === 422);
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await refusal;
    await page.getByText(t.needed, { exact: true }).first().waitFor();
    // The refused save.
    visitor.problems.length = 0;
    // Half of a condition is no condition: its rows are those without it.
    await page.getByLabel(t.conditionValue).fill("Acme");
    await preview.getByText("Bolt").first().waitFor({ state: "detached" });
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await expect
      .poll(async () => (await space.call("GET Api/{type}/QueryList", { type: "collectData" })) as object[])
      .toMatchObject([
        {
          columns: [
            { path: "title", isSearchable: true },
            { path: "order:customer.amount", aggregate: "sum" },
          ],
          conditions: [{ path: "title", operator: "contains", value: "Acme" }],
        },
      ]);
    await expectNoPageProblemsInDark(visitor);
    await page.goto("/paas/buyers/list");
    await page.getByRole("link", { name: "Acme" }).waitFor();
    await page.getByText("40", { exact: true }).first().waitFor();
    await expectNoPageProblems(visitor);
  });

  it("is searched like any list, and its rows open their records", async () => {
    const space = await newShop(server);
    await withView(space, customerView);
    const visitor = await open({ url: server.url, ...device });
    const { page } = visitor;
    await visitor.context.addCookies(sessionCookies(space.owner, server.url));
    await page.goto("/admin/customerOverview/list");
    await page.getByRole("link", { name: "Acme" }).waitFor();
    await page.getByText(t.orders).first().waitFor();
    await page.goto("/admin/customerOverview/list?f.title=bol");
    await page.getByRole("link", { name: "Bolt" }).waitFor();
    await page.getByRole("link", { name: "Acme" }).waitFor({ state: "detached" });
    await expectNoPageProblems(visitor);
    await page.getByRole("link", { name: "Bolt" }).click();
    await page.waitForURL(/\/admin\/customer\/edit\?id=/);
    // The search form of the list has an input with this name, too.
    await expect.poll(() => page.locator("input[id$=-title]").inputValue()).toBe("Bolt");
  });

  it("says so to whoever may not open it", async () => {
    const space = await newShop(server);
    await withView(space, customerView);
    const visitor = await open({ url: server.url, ...device });
    const member = await newMember(server, space.owner.tenantId);
    await visitor.context.addCookies(sessionCookies(member, server.url));
    await visitor.page.goto("/paas/customerOverview/list");
    await visitor.page.getByText(t.refused).first().waitFor();
    expect((await client(server, member).send("GET Api/{type}/QueryList", { type: "customerOverview" })).status).toBe(
      403,
    );
  });
});
