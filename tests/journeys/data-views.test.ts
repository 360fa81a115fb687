/** An administrator joins customers with their orders in a view, opens it and searches it. */
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
    addRow: "添加一行",
    field: "字段",
    related: "关联数据的字段",
    summary: "汇总方式",
    sum: "合计",
    save: "保存",
    searchSwitch: "可搜索",
    orders: "order · 计数",
    needed: "多条数据需要汇总方式",
    refused: /^权限不足/,
  },
  en: {
    base: "Type of records",
    addRow: "Add a row",
    field: "Field",
    related: "Field of the related record",
    summary: "Summary",
    sum: "Sum",
    save: "Save",
    searchSwitch: "In search form",
    orders: "order · Count",
    needed: "Several records need a summary",
    refused: /^No permission/,
  },
};

describe.each(devices)("in $locale, $width px wide", (device) => {
  const t = texts[device.locale];

  it("B-206, E-071: makes a view by choosing fields, sees what is wrong where it is, and opens it", async () => {
    const space = await newShop(server);
    const visitor = await open({ url: server.url, ...device });
    const { page } = visitor;
    await visitor.context.addCookies(sessionCookies(space.owner, server.url));
    const choose = async (name: string, option: string, index = 0) => {
      await page.getByRole("combobox", { name, exact: true }).nth(index).click();
      await page.getByRole("option", { name: option, exact: true }).click();
    };
    await page.goto("/paas/collectData/add");
    await page.locator("[id$=-name-zh]").fill("客户概览");
    await page.locator("[id$=-name-en]").fill("Customers");
    await page.locator("input[id$=-tableName]").fill("buyers");
    await choose(t.base, "customer");
    const columns = page.locator("[id$=-columns]").first();
    await columns.getByRole("button", { name: t.addRow }).click();
    await choose(t.field, "title");
    await columns.getByRole("switch", { name: t.searchSwitch }).click();
    await columns.getByRole("button", { name: t.addRow }).click();
    await choose(t.field, "order (customer) ›", 1);
    await choose(t.related, "amount");
    await expectNoPageProblems(visitor);
    const refusal = page.waitForResponse((response) => response.status() === 422);
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await refusal;
    // Without the full stop of the help beside it.
    await page.getByText(t.needed, { exact: true }).first().waitFor();
    // The refused save.
    visitor.problems.length = 0;
    await choose(t.summary, t.sum, 1);
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await expect
      .poll(async () => (await space.call("GET Api/{type}/QueryList", { type: "collectData" })) as object[])
      .toHaveLength(1);
    await page.goto("/paas/buyers/list");
    await page.getByRole("link", { name: "Acme" }).waitFor();
    await page.getByText("40", { exact: true }).first().waitFor();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
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
