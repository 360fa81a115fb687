/** An administrator makes an option set, and a colleague chooses from it. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import type { Locale } from "#kit/text.ts";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";
import { definitionOf, publish } from "../support/stored-entities.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: {
    name: "名称",
    identifier: "标识",
    add: "添加一行",
    value: "值",
    color: "颜色",
    blue: "蓝色",
    repeated: "选项值不能重复",
    level: "等级",
    gold: "金牌",
    failed: "KeyValue 数据源获取失败",
    remove: /^删除/,
    used: "正在使用，不能删除：customer · 等级",
  },
  en: {
    name: "Name",
    identifier: "Identifier",
    add: "Add a row",
    value: "Value",
    color: "Colour",
    blue: "Blue",
    repeated: "Every value must be different",
    level: "Level",
    gold: "Gold",
    remove: /^Delete/,
    used: "This is in use and cannot be deleted: customer · Level",
    failed: "The KeyValue data source could not be loaded",
  },
};

describe.each<[Locale, number]>([
  ["zh", 1440],
  ["en", 390],
])("in %s, %i px wide", (locale, width) => {
  it("B-266: names a repeated value at its cell, and offers the options with their colours, or says why there are none", async () => {
    const t = texts[locale];
    const person = await newSpaceOwner(server);
    const api = client(server, person);
    const visitor = await open({ url: server.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(person, server.url));

    await page.goto("/paas/enum/add");
    await page.locator("[id$=-title-zh]").fill("等级");
    await page.locator("[id$=-title-en]").fill("Levels");
    await page.getByLabel(t.identifier, { exact: false }).first().fill("level");
    const options = page.locator("[id$=-keyValue]");
    for (const [index, [zh, en]] of [
      ["金牌", "Gold"],
      ["银牌", "Silver"],
    ].entries()) {
      await options.getByRole("button", { name: t.add }).click();
      await options.locator(`[id$=-keyValue-${index}-value-zh]`).fill(zh!);
      await options.locator(`[id$=-keyValue-${index}-value-en]`).fill(en!);
      await options.locator(`[id$=-keyValue-${index}-key]`).fill("gold");
    }
    await page.keyboard.press("ControlOrMeta+s");
    const second = options.locator("[id$=-keyValue-1-key]");
    await options.getByText(t.repeated).waitFor();
    await expect.poll(() => second.getAttribute("aria-invalid")).toBe("true");
    expect(visitor.problems.splice(0)).toEqual([expect.stringContaining("QuerySave: 422")]);
    await second.fill("silver");
    const color = options.locator("[id$=-keyValue-0-color]");
    await color.click();
    await page.getByRole("option", { name: t.blue }).click();
    // The form may still be busy with the refused save.
    await page.keyboard.press("ControlOrMeta+s");
    const sets = async () => (await api.call("GET Api/{type}/QueryList", { type: "enum" })) as AnyRow[];
    await expect.poll(async () => (await sets()).length, { timeout: 20_000 }).toBe(1);
    const [set] = (await sets()) as [AnyRow];
    expect(set).toMatchObject({ name: "level", keyValue: [{ key: "gold", color: "azurite" }, { key: "silver" }] });
    await publish(
      server,
      person.tenantId,
      definitionOf("customer", {
        title: { type: "textbox", name: { zh: "客户", en: "Customer" } },
        level: { type: "dropdownlist", name: { zh: "等级", en: "Level" }, dataSource: "level" } as never,
      }),
    );
    const statusOf = async () => (await api.send("GET Api/Ui/AutoForm", { type: "customer" })).status;
    await expect.poll(statusOf, { timeout: 20_000 }).toBe(200);
    await page.goto("/paas/customer/add");
    const level = page.getByRole("combobox", { name: t.level });
    await level.click();
    const gold = page.getByRole("option", { name: t.gold });
    expect(await gold.locator("[class*=azurite]").count()).toBe(1);
    // Closes the list without a choice, which the form would keep as a draft.
    await page.keyboard.press("Escape");

    // In the list, the action says where the set is used.
    await page.goto("/paas/enum/list");
    const remove = page.locator(`[data-row="${set.id}"]`).getByRole("button", { name: t.remove });
    await remove.waitFor();
    expect([await remove.getAttribute("aria-disabled"), await remove.getAttribute("title")]).toEqual(["true", t.used]);
    await expectNoPageProblems(visitor);

    // People cannot delete a set in use: only the database can lack it. A change of another set makes every process read the sets again.
    await server.database.tenant(person.tenantId, (tx) =>
      tx.rows(sql`update enum set deleted_at = now() where id = ${set.id}::uuid`),
    );
    const other = { title: { zh: "其他", en: "Other" }, name: "other", keyValue: [] };
    await api.call("POST Api/{type}/QueryAdd", { type: "enum", ...other } as never);
    const optionsInForm = async () => (await api.send("GET Api/Ui/AutoForm", { type: "customer" })).text;
    await expect.poll(optionsInForm, { timeout: 20_000 }).toContain('"options":[]');
    await page.goto("/paas/customer/add");
    await level.getByText(t.failed).waitFor();
    await expectNoPageProblems(visitor);
    await context.close();
  });
});
