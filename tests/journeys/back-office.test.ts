/** Journey J5: an administrator enters, finds rows, changes many at once, exports, imports, and edits a row that a colleague changes too. */
import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import type { Locator, Page } from "playwright-core";
import { readSheet } from "read-excel-file/node";
import { describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { devices, expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { waitForTotal } from "../support/list-total.ts";
import { givePassword, newSpaceOwner, nextMobile, type Person } from "../support/people.ts";
import { startServer } from "../support/server.ts";

const entranceSign = "south-gate-5Rt1";
const server = await startServer({ ADMIN_SIGN: entranceSign });
const open = await openBrowser();
const password = "Quartz7Meadow";
const bilingual = (zh: string, en: string) => ({ zh, en });

const texts = {
  zh: { ok: "确定", title: "标题", search: "搜索", reset: "重置", specialTitle: "专题", advanced: "高级搜索", field: "字段", status: "状态", value: "状态的值", draft: "草稿", sort: "排序", sortBy: "排序", selectPage: "选择本页全部", selectFirst: "选择 专题 1", selectSecond: "选择 专题 2", selectionGroup: "所选数据", more: "更多操作", allMatching: "全部 33 条", setAll: "设置全部 33 条", fieldToSet: "选择要设置的字段", kind: "类型", product: "产品更新", mediaReport: "媒体报道", next: "下一步", changePreview: "将更改 33 条", apply: "更改 33 条", updated: "已更新 33 条", remove: "删除", cancel: "取消", cancelled: "已取消删除", removeSelected: "删除所选", toasts: "通知", retry: "重试", removeTwo: "此操作将删除 2 条数据，是否继续？", removed: "删除成功！", undo: "撤销", restored: "已恢复", export: "导出", onlyListed: "仅列表中的列", exported: "已导出 10,003 条", download: "下载文件", import: "导入", review: "检查数据", errors: "有错误", importRecords: (n: number) => `导入 ${n} 条`, summary: "新增 2 条，修改 0 条。", back: "上一步", chooseAnotherFile: "更换文件", sourceLink: "原文链接", sourceLinkRequired: "请输入原文链接，原文链接不能为空", save: "保存", saved: "保存成功", ownValue: "我的", saveSelection: "按选择保存" },
  en: { ok: "OK", title: "Title", search: "Search", reset: "Reset", specialTitle: "Special", advanced: "Advanced search", field: "Field", status: "Status", value: "Value of Status", draft: "Draft", sort: "Sort order", sortBy: "Sort", selectPage: "Select all on this page", selectFirst: "Select Special 1", selectSecond: "Select Special 2", selectionGroup: "Selected records", more: "More actions", allMatching: "All 33 matching", setAll: "Set fields of all 33", fieldToSet: "Choose a field to set", kind: "Type", product: "Product", mediaReport: "In the press", next: "Next", changePreview: "33 records will change", apply: "Change 33", updated: "33 records updated", remove: "Delete", cancel: "Cancel", cancelled: "Deletion cancelled", removeSelected: "Delete selected", toasts: "Notifications", retry: "Try again", removeTwo: "This will delete 2 records. Continue?", removed: "Deleted", undo: "Undo", restored: "Restored", export: "Export", onlyListed: "Only those in the list", exported: "Exported 10,003 records", download: "Download", import: "Import", review: "Review", errors: "Error", importRecords: (n: number) => `Import ${n} records`, summary: "2 added, 0 changed.", back: "Back", chooseAnotherFile: "Choose another file", sourceLink: "Link to the original article", sourceLinkRequired: "Link to the original article is required", save: "Save", saved: "Saved", ownValue: "Mine", saveSelection: "Save selection" },
}; // prettier-ignore

/** A space with 10,000 news items and three special ones. Returns its owner and the first special row. */
async function spaceWithNews(mobile: string): Promise<{ owner: Person; row: AnyRow }> {
  const owner = await newSpaceOwner(server, mobile);
  await givePassword(server, owner, password);
  await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`insert into news (id, tenant_id, title, kind, status, published_at, sort)
      select gen_random_uuid(), ${owner.tenantId}::uuid, jsonb_build_object('zh', '第' || n || '条', 'en', 'Row ' || n),
        'company', case when n <= 30 then 'draft' else 'published' end, '2020-01-01T00:00:00Z'::timestamptz + n * interval '1 hour', n
      from generate_series(1, 10000) n`),
  );
  const rows: AnyRow[] = [];
  for (const n of [1, 2, 3]) {
    const row = await client(server, owner).call("POST Api/{type}/QueryAdd", {
      type: "news",
      title: bilingual(`专题 ${n}`, `Special ${n}`),
      kind: "company",
      status: "draft",
    });
    rows.push(row as AnyRow);
  }
  return { owner, row: rows[0]! };
}

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];
  const isPhone = width < 600;
  const button = (at: Page | Locator, name: string) => at.getByRole("button", { name, exact: true });

  it("J5, S-051, S-054, B-044, B-150, B-156, B-157, B-159, B-254, B-256, B-263, B-275: finds, changes, deletes, restores, exports, imports and edits rows, and loses no input", async () => {
    const mobile = nextMobile();
    const { owner, row } = await spaceWithNews(mobile);
    const { call } = client(server, owner);
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    const dialog = page.getByRole("dialog");

    // The entrance: a wrong sign leads to the home page.
    await page.goto("/admin/login/nowhere");
    await button(dialog, t.ok).click();
    await page.waitForURL("**/web/home");
    await page.goto(`/admin/login/${entranceSign}`);
    await page.waitForURL("**/user/login");
    await page.locator("input[name=username]").fill(mobile);
    await page.locator("input[name=password]").fill(password);
    await page.locator("button.go").click();
    await page.waitForURL("**/admin/paasWork/list");
    await page.locator("#list").waitFor();
    await expectNoPageProblems(visitor);

    // The search form finds rows by title; the advanced search finds them by a condition. The list is then sorted.
    await page.goto("/admin/news/list");
    await page.locator("[data-row]").first().waitFor();
    const form = page.getByRole("search");
    await form.getByLabel(t.title).fill(t.specialTitle);
    await button(form, t.search).click();
    await waitForTotal(page, locale, 3);
    await page.reload();
    await waitForTotal(page, locale, 3);
    await button(form, t.reset).click();
    await button(page, t.advanced).click();
    const chooseOption = async (label: string, name: string) => {
      await dialog.getByRole("combobox", { name: label, exact: true }).first().focus();
      await page.keyboard.press("Enter");
      await page.getByRole("option", { name, exact: true }).first().click();
    };
    await chooseOption(t.field, t.status);
    await chooseOption(t.value, t.draft);
    await button(dialog, t.search).click();
    await dialog.waitFor({ state: "hidden" });
    await waitForTotal(page, locale, 33);
    // The list is marked as busy before this request is sent.
    const sortRequest = page.waitForRequest((request) => request.postData()?.includes('"sort"') === true);
    if (isPhone) {
      await button(page, t.sortBy).click();
      await page.getByRole("menuitem", { name: t.sort, exact: true }).click();
    } else await page.getByRole("columnheader", { name: t.sort }).getByRole("button").click();
    await sortRequest;
    expect(page.url()).toMatch(/sort=/);
    await expectNoPageProblems(visitor);

    // A value is set in all rows of the search result, including those on other pages.
    const bar = page.getByRole("group", { name: t.selectionGroup, exact: true });
    if (isPhone) {
      await page
        .getByRole("checkbox", { name: /^Select / })
        .first()
        .click();
      await expectNoPageProblems(visitor);
      await button(bar, t.more).click();
    } else {
      await page.getByRole("checkbox", { name: t.selectPage, exact: true }).click();
      await button(bar, t.allMatching).click();
    }
    await page.getByRole("menuitem", { name: t.setAll, exact: true }).click();
    await dialog.getByRole("combobox", { name: t.fieldToSet, exact: true }).click();
    await page.getByRole("option", { name: t.kind, exact: true }).click();
    await dialog.getByRole("combobox", { name: new RegExp(`^${t.kind}`) }).click();
    await page.getByRole("option", { name: t.product, exact: true }).click();
    await button(dialog, t.next).click();
    await dialog.getByText(t.changePreview, { exact: true }).waitFor();
    await expectNoPageProblems(visitor);
    await button(dialog, t.apply).click();
    await page.getByText(t.updated, { exact: true }).waitFor();

    // A row is deleted after a confirmation, then restored. A list that fails says why, and loads on demand.
    await page.goto("/admin/news/list");
    await form.getByLabel(t.title).fill(t.specialTitle);
    await page.route("**/api/paas/table/search", (route) =>
      route.fulfill({ status: 503, json: { code: 503, msg: "Back in a minute", data: { rows: [] } } }),
    );
    await button(form, t.search).click();
    await page.getByText("Back in a minute", { exact: true }).waitFor();
    expect(await page.locator("[data-row]").count()).toBe(0);
    await page.unrouteAll({ behavior: "wait" });
    expect(visitor.problems.splice(0).filter((problem) => !problem.endsWith("table/search: 503"))).toEqual([]);
    await button(page, t.retry).click();
    await waitForTotal(page, locale, 3);
    expect(await bar.count()).toBe(0);
    await page.getByRole("checkbox", { name: t.selectFirst, exact: true }).click();
    await page.getByRole("checkbox", { name: t.selectSecond, exact: true }).click();
    const deletions: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "DELETE") deletions.push(request.url());
    });
    const remove = async () => {
      if (!isPhone) return button(bar, t.removeSelected).click();
      await button(bar, t.more).click();
      await page.getByRole("menuitem", { name: t.removeSelected, exact: true }).click();
    };
    await remove();
    await dialog.getByText(t.removeTwo, { exact: true }).waitFor();
    await button(dialog, t.cancel).click();
    await page.getByText(t.cancelled, { exact: true }).waitFor();
    expect(deletions).toEqual([]);
    await page.getByRole("checkbox", { name: t.selectSecond, exact: true }).click();
    await page.route("**/api/news/QueryDelete*", (route) =>
      route.fulfill({ status: 409, json: { status: 0, message: "Locked by the auditor", result: null } }),
    );
    await remove();
    await button(dialog, t.remove).click();
    const toast = page.getByRole("region", { name: t.toasts }).getByText("Locked by the auditor", { exact: true });
    await toast.waitFor();
    const { x, y } = (await toast.boundingBox())!;
    expect([isPhone || x > width / 2, y > 450]).toEqual([true, true]);
    expect(visitor.problems.splice(0)).toEqual([expect.stringMatching(/QueryDelete.*: 409$/)]);
    await waitForTotal(page, locale, 3);
    await page.unrouteAll({ behavior: "wait" });
    await remove();
    await button(dialog, t.remove).click();
    await page.getByText(t.removed, { exact: true }).waitFor();
    await waitForTotal(page, locale, 2);
    await button(page, t.undo).click();
    await page.getByText(t.restored, { exact: true }).waitFor();
    await waitForTotal(page, locale, 3);

    // All rows are exported as a workbook with the columns of the list.
    await page.goto("/admin/news/list");
    await button(page, t.export).click();
    await button(dialog, t.onlyListed).click();
    await expectNoPageProblems(visitor);
    await button(dialog, t.export).click();
    await page.getByText(t.exported, { exact: false }).waitFor();
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: t.download, exact: true }).click();
    const sheet = await readSheet(await readFile(await (await downloading).path()));
    const { play } = (await call("POST paas/table/search", { paraModel: { url: "/admin/news/list" } })) as {
      play: { columns: unknown[] };
    };
    expect([sheet.length, sheet[0]!.length]).toEqual([10_004, play.columns.length]);

    // The review of a file shows its errors before anything is written. The corrected file is then imported.
    await page.goto("/admin/wiki/list");
    await page.getByRole("link", { name: t.import, exact: true }).click();
    const csv = (rows: string) => ({
      name: "wiki.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`Slug,标题\n${rows}`),
    });
    const fileInput = page.locator('input[type="file"]');
    await fileInput.setInputFiles(csv("one,One\n,Two\n"));
    await button(page, t.review).click();
    await page.getByRole("radio", { name: new RegExp(`^${t.errors}`) }).press("Space");
    await expect.poll(() => page.getByRole("rowheader").allTextContents()).toEqual(["3"]);
    await expectNoPageProblems(visitor);
    await button(page, t.back).click();
    await button(page, t.chooseAnotherFile).click();
    await fileInput.setInputFiles(csv("one,One\ntwo,Two\n"));
    await button(page, t.review).click();
    await button(page, t.importRecords(2)).click();
    await page.getByText(t.summary, { exact: true }).waitFor();

    // A row is edited while a colleague saves it. A conditional field appears with the chosen type.
    await page.goto(`/admin/news/edit?id=${row.id}`);
    await page.getByRole("combobox", { name: t.kind }).click();
    expect(await page.getByLabel(t.sourceLink).count()).toBe(0);
    await page.getByRole("option", { name: t.mediaReport }).click();
    await page.getByLabel("English").first().fill("My headline");
    await button(page, t.save).click();
    await page.getByText(t.sourceLinkRequired).waitFor();
    await page.getByLabel(t.sourceLink).fill("https://example.org/original");
    const { version } = (await call("GET Api/{type}/QueryById", { type: "news", id: row.id })) as AnyRow;
    await call("POST Api/{type}/QuerySave", {
      type: "news",
      id: row.id,
      version,
      title: bilingual("专题 1", "Their headline"),
    });
    await button(page, t.save).click();
    await dialog.getByText("Their headline", { exact: false }).first().waitFor();
    expect(await dialog.getByRole("group").count()).toBe(1);
    expect(visitor.problems.splice(0)).toEqual([expect.stringMatching(/\/news\/QuerySave: 409$/)]);
    await expectNoPageProblems(visitor);
    await dialog.getByRole("radio", { name: new RegExp(t.ownValue) }).check();
    await button(dialog, t.saveSelection).click();
    await page.getByText(t.saved, { exact: true }).waitFor();
    expect(await call("GET Api/{type}/QueryById", { type: "news", id: row.id })).toMatchObject({
      kind: "media",
      sourceUrl: "https://example.org/original",
      title: { en: "My headline" },
    });
    await expectNoPageProblems(visitor);
    await visitor.context.close();
  });
});
