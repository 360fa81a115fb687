/** People search a list by conditions of their own: with the mouse and with the keyboard, on a wide screen and on a phone. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { expectClean, expectCleanInDark, openBrowser } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpace, type Person } from "../support/people.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const open = await openBrowser();
let owner: Person;
beforeAll(async () => {
  owner = await newSpace(server);
  await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`insert into news (id, tenant_id, title, kind, status, published_at, sort)
      select gen_random_uuid(), ${owner.tenantId}::uuid, jsonb_build_object('zh', '第' || n || '条', 'en', 'Row ' || n),
        'company', case when n <= 7 then 'draft' else 'published' end,
        '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 day', n
      from generate_series(1, 40) n`),
  );
});

const texts = {
  zh: { open: "高级搜索", field: "字段", comparison: "比较方式", status: "状态", sort: "排序", value: "状态的值", draft: "草稿", add: "添加条件", search: "搜索", missing: "请填写条件的值", edit: "修改条件", clear: "清空条件", atMost: "不大于" },
  en: { open: "Advanced search", field: "Field", comparison: "Comparison", status: "Status", sort: "Sort order", value: "Value of Status", draft: "Draft", add: "Add condition", search: "Search", missing: "Enter a value", edit: "Edit", clear: "Clear", atMost: "is at most" },
}; // prettier-ignore

describe.each([
  { locale: "zh", width: 1440 },
  { locale: "en", width: 390 },
] as const)("in $locale at $width px", ({ locale, width }) => {
  const t = texts[locale];

  it("S-053: adds conditions, is told what is missing, reads them as a sentence, and goes back", async () => {
    const visitor = await open({ url: server.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(owner, server.url));
    await page.goto("/paas/news/list");
    await page.getByText("40", { exact: false }).first().waitFor();
    await page.getByRole("button", { name: t.open, exact: true }).click();
    const dialog = page.getByRole("dialog");
    /** Chooses by the keyboard from a list that has the focus or gets it. */
    const choose = async (label: string, name: string, place: "first" | "last" = "first") => {
      const box = dialog.getByRole("combobox", { name: label, exact: true });
      await (place === "first" ? box.first() : box.last()).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("option", { name, exact: true }).first().click();
    };
    await choose(t.field, t.status);
    await dialog.getByRole("button", { name: t.search, exact: true }).click();
    await dialog.getByText(t.missing, { exact: true }).waitFor();
    await choose(t.value, t.draft);
    await expect.poll(() => dialog.getByText(t.missing, { exact: true }).count()).toBe(0);
    await dialog.getByRole("button", { name: t.add, exact: true }).click();
    // A new condition has the focus.
    await expect
      .poll(() =>
        dialog
          .getByRole("combobox", { name: t.field, exact: true })
          .last()
          .evaluate((box) => box === document.activeElement),
      )
      .toBe(true);
    await choose(t.field, t.sort, "last");
    await choose(t.comparison, t.atMost, "last");
    await dialog.getByRole("textbox").last().fill("3");
    await expectClean(visitor);
    await expectCleanInDark(visitor);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => page.locator("[data-row]").count()).toBe(3);
    const sentence = page.getByRole("search").getByText(t.atMost, { exact: false });
    await sentence.waitFor();
    expect(new URL(page.url()).searchParams.get("filter")).toContain('"lte"');
    await expectClean(visitor);
    await page.getByRole("button", { name: t.edit, exact: true }).click();
    expect(await dialog.getByRole("textbox").last().inputValue()).toBe("3");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: t.clear, exact: true }).click();
    await expect.poll(() => page.locator("[data-row]").count()).toBe(15);
    await page.goBack();
    await expect.poll(() => page.locator("[data-row]").count()).toBe(3);
    await page.goBack();
    await expect.poll(() => page.locator("[data-row]").count()).toBe(15);
    expect(visitor.problems).toEqual([]);
    await page.close();
  });
});
