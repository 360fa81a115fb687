/** The advanced search, batch changes and saved views of a list: by mouse and keyboard, on a wide screen and on a phone. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { waitForTotal } from "../support/list-total.ts";
import { newMember, newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
let owner: Person;
beforeAll(async () => {
  owner = await newSpaceOwner(server);
  await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`insert into news (id, tenant_id, title, kind, status, published_at, sort)
      select gen_random_uuid(), ${owner.tenantId}::uuid, jsonb_build_object('zh', '第' || n || '条', 'en', 'Row ' || n),
        'company', case when n <= 7 then 'draft' else 'published' end,
        '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 day', n
      from generate_series(1, 40) n`),
  );
  await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`with guide as (
        insert into wiki (id, tenant_id, title, slug, status, sort)
        values (gen_random_uuid(), ${owner.tenantId}::uuid, '{"zh": "指南", "en": "Guide"}', 'guide', 'published', 0),
          (gen_random_uuid(), ${owner.tenantId}::uuid, '{"zh": "其他", "en": "Other"}', 'other', 'published', 1) returning id, slug)
      insert into wiki (id, tenant_id, title, slug, status, sort, parent)
      select gen_random_uuid(), ${owner.tenantId}::uuid, '{"zh": "章节", "en": "Chapter"}', 'chapter', 'draft', 2, id from guide where slug = 'guide'`),
  );
});

const texts = {
  zh: { advancedSearch: "高级搜索", field: "字段", comparison: "比较方式", status: "状态", sort: "排序", value: "状态的值", draft: "草稿", addCondition: "添加条件", search: "搜索", valueMissing: "请填写条件的值", editConditions: "修改条件", clearConditions: "清空条件", atMost: "不大于" },
  en: { advancedSearch: "Advanced search", field: "Field", comparison: "Comparison", status: "Status", sort: "Sort order", value: "Value of Status", draft: "Draft", addCondition: "Add condition", search: "Search", valueMissing: "Enter a value", editConditions: "Edit", clearConditions: "Clear", atMost: "is at most" },
}; // prettier-ignore

describe.each([
  { locale: "zh", width: 1440 },
  { locale: "en", width: 390 },
] as const)("in $locale at $width px", ({ locale, width }) => {
  const t = texts[locale];

  it("S-053: adds conditions, reports a missing value, shows them as a sentence, and goes back in the history", async () => {
    const visitor = await open({ url: server.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(owner, server.url));
    await page.goto("/paas/news/list");
    await page.getByText("40", { exact: false }).first().waitFor();
    await page.getByRole("button", { name: t.advancedSearch, exact: true }).click();
    const dialog = page.getByRole("dialog");
    /** Focuses a combobox, opens it by keyboard and chooses an option. */
    const choose = async (label: string, name: string, place: "first" | "last" = "first") => {
      const box = dialog.getByRole("combobox", { name: label, exact: true });
      await (place === "first" ? box.first() : box.last()).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("option", { name, exact: true }).first().click();
    };
    await choose(t.field, t.status);
    await dialog.getByRole("button", { name: t.search, exact: true }).click();
    await dialog.getByText(t.valueMissing, { exact: true }).waitFor();
    await choose(t.value, t.draft);
    await expect.poll(() => dialog.getByText(t.valueMissing, { exact: true }).count()).toBe(0);
    await dialog.getByRole("button", { name: t.addCondition, exact: true }).click();
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
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
    await waitForTotal(page, locale, 3);
    const sentence = page.getByRole("search").getByText(t.atMost, { exact: false });
    await sentence.waitFor();
    expect(new URL(page.url()).searchParams.get("filter")).toContain('"lte"');
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.editConditions, exact: true }).click();
    await expect.poll(() => dialog.getByRole("textbox").last().inputValue()).toBe("3");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: t.clearConditions, exact: true }).click();
    await waitForTotal(page, locale, 40);
    await page.goBack();
    await waitForTotal(page, locale, 3);
    await page.goBack();
    await waitForTotal(page, locale, 40);
    expect(visitor.problems).toEqual([]);
    await page.close();
  });
});

const relatedTexts = {
  zh: { advancedSearch: "高级搜索", field: "字段", relation: "上级文档的字段", slug: "路径名", value: "上级文档 › 路径名的值", search: "搜索", sentence: "上级文档 › 路径名", contains: "包含" },
  en: { advancedSearch: "Advanced search", field: "Field", relation: "Field of Parent page", slug: "Slug", value: "Value of Parent page › Slug", search: "Search", sentence: "Parent page › Slug", contains: "contains" },
}; // prettier-ignore

it.each([
  { locale: "zh", width: 1440 },
  { locale: "en", width: 390 },
] as const)(
  "a condition on a field of a related record is put together by keyboard, in $locale at $width px",
  async ({ locale, width }) => {
    const t = relatedTexts[locale];
    const visitor = await open({ url: server.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(owner, server.url));
    await page.goto("/paas/wiki/list");
    await waitForTotal(page, locale, 3);
    await page.getByRole("button", { name: t.advancedSearch, exact: true }).click();
    const dialog = page.getByRole("dialog");
    const choose = async (label: string, name: string) => {
      await dialog.getByRole("combobox", { name: label, exact: true }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("option", { name, exact: true }).click();
    };
    await choose(t.field, t.relation);
    await choose(t.relation, t.slug);
    await dialog.getByRole("textbox", { name: t.value, exact: true }).fill("guide");
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
    await waitForTotal(page, locale, 1);
    await page.getByRole("search").getByText(t.sentence, { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("filter")).toContain('"parent.slug"');
    await page.reload();
    await waitForTotal(page, locale, 1);
    await page.getByRole("search").getByText(t.sentence, { exact: true }).waitFor();
    expect(visitor.problems).toEqual([]);
    await page.close();
  },
);

const batchTexts = {
  zh: { selectPage: "选择本页全部", allMatching: "全部 40 条", setFields: "设置全部 40 条", field: "选择要设置的字段", kind: "类型", product: "产品更新", next: "下一步", changePreview: "将更改 40 条", apply: "更改 40 条", updated: "已更新 40 条", undo: "撤销", restored: "已恢复", remove: "删除全部 40 条" },
  en: { selectPage: "Select all on this page", allMatching: "All 40 matching", setFields: "Set fields of all 40", field: "Choose a field to set", kind: "Type", product: "Product", next: "Next", changePreview: "40 records will change", apply: "Change 40", updated: "40 records updated", undo: "Undo", restored: "Restored", remove: "Delete 40" },
}; // prettier-ignore

const countProducts = async () =>
  (
    await server.database.tenant(owner.tenantId, (tx) =>
      tx.rows<{ n: number }>(sql`select count(*)::int as n from news where kind = 'product' and deleted_at is null`),
    )
  )[0]!.n;

describe.each([
  { locale: "zh", width: 1440 },
  { locale: "en", width: 390 },
] as const)("all rows of a list, in $locale at $width px", ({ locale, width }) => {
  const t = batchTexts[locale];

  it("are changed together after a preview and restored by Undo", async () => {
    const visitor = await open({ url: server.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(owner, server.url));
    await page.goto("/paas/news/list");
    await page.locator("[data-row]").first().waitFor();
    if (width > 600) {
      await page.getByRole("checkbox", { name: t.selectPage, exact: true }).click();
      await page.getByRole("button", { name: t.allMatching, exact: true }).click();
      await page.getByRole("menuitem", { name: t.setFields, exact: true }).click();
    } else {
      // A phone shows no header row with a checkbox; the palette has the command.
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search commands" }).fill("Set fields of all");
      await page.getByRole("option", { name: /Set fields of all matching records/ }).click();
    }
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: t.field, exact: true }).click();
    await page.getByRole("option", { name: t.kind, exact: true }).click();
    await dialog.getByRole("combobox", { name: new RegExp(`^${t.kind}`) }).click();
    await page.getByRole("option", { name: t.product, exact: true }).click();
    await expectNoPageProblems(visitor);
    await dialog.getByRole("button", { name: t.next, exact: true }).click();
    await dialog.getByText(t.changePreview, { exact: true }).waitFor();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    await dialog.getByRole("button", { name: t.apply, exact: true }).click();
    await page.getByText(t.updated, { exact: true }).waitFor();
    expect(await countProducts()).toBe(40);
    await page.getByRole("button", { name: t.undo, exact: true }).click();
    await page.getByText(t.restored, { exact: true }).waitFor();
    expect(await countProducts()).toBe(0);
    expect(visitor.problems).toEqual([]);
    await page.close();
  });
});

const viewTexts = {
  zh: { allRecordsView: "视图：全部数据", saveAsNew: "另存为新视图…", nameLabel: "视图名称", save: "保存", viewName: "草稿箱", chosenView: "视图：草稿箱", editedView: "视图：草稿箱（已修改）", reset: "重置", setDefault: "设为我的默认视图", allRecords: "全部数据", share: "空间内所有成员可见", palette: "搜索命令" },
  en: { allRecordsView: "View: All records", saveAsNew: "Save as a new view…", nameLabel: "View name", save: "Save", viewName: "My drafts", chosenView: "View: My drafts", editedView: "View: My drafts (edited)", reset: "Reset", setDefault: "Open this list with this view", allRecords: "All records", share: "Share with everyone in the space", palette: "Search commands" },
}; // prettier-ignore

describe.each([
  { locale: "zh", width: 1440 },
  { locale: "en", width: 390 },
] as const)("a view of a list, in $locale at $width px", ({ locale, width }) => {
  const t = viewTexts[locale];

  it("is saved under a name, chosen above the list and in the palette, and becomes the default of the list", async () => {
    const person = await newMember(server, owner.tenantId);
    const visitor = await open({ url: server.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(person, server.url));
    await page.goto("/paas/news/list?f.status=draft");
    await waitForTotal(page, locale, 7);
    await page.getByRole("button", { name: t.allRecordsView, exact: true }).click();
    await page.getByRole("menuitem", { name: t.saveAsNew, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(t.nameLabel).fill(t.viewName);
    // Only administrators share views.
    expect(await dialog.getByText(t.share).count()).toBe(0);
    await expectNoPageProblems(visitor);
    await dialog.getByRole("button", { name: t.save, exact: true }).click();
    const chooser = page.getByRole("button", { name: t.chosenView, exact: true });
    await chooser.waitFor();
    await chooser.click();
    await page.getByRole("menuitem", { name: t.setDefault, exact: true }).click();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    await page.getByRole("button", { name: t.reset, exact: true }).click();
    await page.getByRole("button", { name: t.editedView, exact: true }).click();
    await page.getByRole("menuitem", { name: t.allRecords, exact: true }).click();
    await waitForTotal(page, locale, 40);
    // Without parameters in the URL, the list opens with the default view of this person.
    await page.goto("/paas/news/list");
    await waitForTotal(page, locale, 7);
    await expect.poll(() => new URL(page.url()).searchParams.get("f.status")).toBe("draft");
    await page.getByRole("button", { name: t.chosenView, exact: true }).click();
    await page.getByRole("menuitem", { name: t.allRecords, exact: true }).click();
    await waitForTotal(page, locale, 40);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: t.palette }).fill(t.viewName);
    await page.getByRole("option").filter({ hasText: t.viewName }).click();
    await waitForTotal(page, locale, 7);
    expect(visitor.problems).toEqual([]);
    await page.close();
  });
});
