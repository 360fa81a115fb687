/** The export of a list: the dialog, the file, and the export of a long list in the background. */
import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { readSheet } from "read-excel-file/node";
import { beforeAll, describe, expect, it } from "vitest";
import { client } from "../support/client.ts";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner, type Person } from "../support/people.ts";
import { grant, roleFactories } from "../support/roles.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
let owner: Person;

const addNews = (count: number) =>
  server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`insert into news (id, tenant_id, title, kind, status, published_at, sort)
      select gen_random_uuid(), ${owner.tenantId}::uuid, jsonb_build_object('zh', '第' || n || '条', 'en', 'Row ' || n),
        'company', 'draft', '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute', n % 9999
      from generate_series(1, ${count}) n`),
  );

beforeAll(async () => {
  owner = await newSpaceOwner(server);
  await addNews(230);
});

const texts = {
  zh: { export: "导出", total: "共 230 条记录", pageSize: "每页条数", threePages: "共 3 页", onePage: "分页导出", title: "标题", exportReady: "表格成功导出", limit: "每次最多导出10000条，超出请分页导出" },
  en: { export: "Export", total: "230 records", pageSize: "Records per page", threePages: "of 3", onePage: "One page", title: "Title", exportReady: "Your export is ready", limit: "Up to 10,000 records per export. Export more page by page." },
}; // prettier-ignore

describe.each([
  { locale: "zh", width: 1440 },
  { locale: "en", width: 390 },
] as const)("in $locale at $width px", ({ locale, width }) => {
  const t = texts[locale];
  async function openList(area: string) {
    const { page, context } = await open({ url: server.url, locale, width });
    await context.addCookies(sessionCookies(owner, server.url));
    await page.goto(`/${area}/news/list?f.status=draft`);
    await page.getByText("230", { exact: false }).first().waitFor();
    return page;
  }

  it("B-164, B-165: shows the total, all columns and the number of pages, and exports the chosen page", async () => {
    const page = await openList("admin");
    await page.getByRole("button", { name: t.export, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(t.total, { exact: true }).waitFor();
    const columns = dialog.getByRole("checkbox");
    await expect.poll(() => columns.count()).toBeGreaterThan(8);
    for (const box of await columns.all()) expect(await box.isChecked()).toBe(true);
    await dialog.getByText(t.onePage, { exact: true }).click();
    await dialog.getByText(t.threePages, { exact: true }).waitFor();
    await dialog.getByText(t.limit, { exact: true }).waitFor();
    expect(await dialog.getByLabel(t.pageSize).inputValue()).toBe("100");
    await columns.nth(0).click();
    await dialog.getByRole("checkbox", { name: t.title, exact: true }).click();
    await dialog.getByLabel(t.pageSize).fill("60");
    await dialog.getByRole("button", { name: t.export, exact: true }).click();
    await dialog.getByText(t.exportReady, { exact: true }).waitFor();
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("link").click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^(新闻|News) \d{4}-\d\d-\d\d\.xlsx$/);
    const sheet = await readSheet(await readFile(await download.path()));
    expect(sheet).toHaveLength(61);
    expect(sheet[0]).toEqual([t.title]);
    await page.close();
  });

  it("B-169: is offered to administrators only in the admin area", async () => {
    const page = await openList("paas");
    expect(await page.getByRole("button", { name: t.export, exact: true }).count()).toBe(0);
    await page.close();
  });
});

describe.each([
  {
    locale: "en",
    width: 1440,
    area: "paas",
    name: "Export",
    ready: "Your export is ready",
    refused: "You cannot export this list",
  },
  { locale: "zh", width: 390, area: "admin", name: "导出", ready: "表格成功导出", refused: "您不能导出此列表" },
] as const)("under /$area, in $locale at $width px", ({ locale, width, area, name, ready, refused }) => {
  async function openList(verbs: readonly ("read" | "export")[]) {
    const { person } = await roleFactories(server, owner).memberWith([grant("news", verbs)]);
    const visitor = await open({ url: server.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(person, server.url));
    await page.goto(`/${area}/news/list?f.status=draft`);
    await page.locator("[data-row]").first().waitFor();
    const exportButton = page.getByRole("button", { name, exact: true });
    const command = page.getByRole("dialog").getByRole("option").filter({ hasText: name });
    async function searchPalette(): Promise<void> {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill(name);
    }
    return { visitor, page, exportButton, command, searchPalette };
  }

  it("T-33: the list and the palette offer the export to a member whose role may export", async () => {
    const { visitor, page, exportButton, command, searchPalette } = await openList(["read", "export"]);
    await exportButton.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("230", { exact: false }).first().waitFor();
    await dialog.getByRole("button", { name, exact: true }).click();
    await dialog.getByText(ready, { exact: true }).waitFor();
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("link").click();
    expect(await readSheet(await readFile(await (await downloading).path()))).toHaveLength(231);
    await expectNoPageProblems(visitor);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await searchPalette();
    await command.first().click();
    await dialog.getByRole("button", { name, exact: true }).waitFor();
    await page.close();
  });

  it("T-33: the list does not offer it to a member whose role may only read, and the palette says so", async () => {
    const { page, exportButton, command, searchPalette } = await openList(["read"]);
    await searchPalette();
    await command.filter({ hasText: refused }).waitFor();
    expect(await command.first().getAttribute("aria-disabled")).toBe("true");
    expect(await exportButton.count()).toBe(0);
    await page.close();
  });
});

it("exports more than ten thousand records in the background and links to the file", async () => {
  await addNews(10_001);
  const { page, context } = await open({ url: server.url, locale: "en" });
  await context.addCookies(sessionCookies(owner, server.url));
  await page.goto("/admin/news/list");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("10,231 records", { exact: true }).waitFor();
  await dialog.getByText("More than 10,000 records are exported in the background", { exact: false }).waitFor();
  await dialog.getByText("Both", { exact: true }).click();
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByText("Exported 10,231 records", { exact: false }).waitFor();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download", exact: true }).click();
  const sheet = await readSheet(await readFile(await (await downloading).path()));
  expect(sheet).toHaveLength(10_232);
  expect(sheet[0]!.slice(0, 2)).toEqual(["Title (中文)", "Title (English)"]);
  await page.close();
});

const sourceTexts = {
  zh: { select: "选择 第", selectionGroup: "所选数据", more: "更多操作", exportSelected: "导出所选", total: (n: number) => `共 ${n} 条记录`, selected: "所选数据（2 条）", searchResults: "搜索结果（3 条）", allRecords: "全部数据（4 条）", savedView: "已保存的视图", viewName: "已发布", onlyListed: "仅列表中的列", columns: ["状态", "标题"], export: "导出", exportReady: "表格成功导出" },
  en: { select: "Select Row", selectionGroup: "Selected records", more: "More actions", exportSelected: "Export selected", total: (n: number) => (n === 1 ? "1 record" : `${n} records`), selected: "Selected records (2)", searchResults: "Search results (3)", allRecords: "All records (4)", savedView: "A saved view", viewName: "Published ones", onlyListed: "Only those in the list", columns: ["Status", "Title"], export: "Export", exportReady: "Your export is ready" },
}; // prettier-ignore

it.each([
  { locale: "zh", width: 1440 },
  { locale: "en", width: 390 },
] as const)(
  "exports the selected records, the search results, all records, or a saved view with its columns, in $locale at $width px",
  async ({ locale, width }) => {
    const t = sourceTexts[locale];
    const person = await newSpaceOwner(server);
    const { call } = client(server, person);
    for (const [index, status] of (["draft", "draft", "draft", "published"] as const).entries())
      await call("POST Api/{type}/QueryAdd", {
        type: "news",
        title: { zh: `第${index + 1}条`, en: `Row ${index + 1}` },
        kind: "company",
        status,
      });
    const layout = { columns: [{ field: "status" }, { field: "title" }], frozen: 1, density: "normal" } as const;
    await call("POST paas/table/saveView", {
      type: "news",
      name: t.viewName,
      content: { fields: { status: "published" }, layout: { ...layout, columns: [...layout.columns] } },
    });
    const visitor = await open({ url: server.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(person, server.url));
    await page.goto("/admin/news/list?f.status=draft");
    for (const n of [0, 1]) await page.getByRole("checkbox", { name: t.select }).nth(n).click();
    if (width < 600) {
      await page.getByRole("group", { name: t.selectionGroup }).getByRole("button", { name: t.more }).click();
      await page.getByRole("menuitem", { name: t.exportSelected, exact: true }).click();
    } else await page.getByRole("button", { name: t.exportSelected, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(t.total(2), { exact: true }).waitFor();
    expect(await dialog.getByRole("radio", { name: t.selected, exact: true }).isChecked()).toBe(true);
    await expectNoPageProblems(visitor);
    await dialog.getByText(t.searchResults, { exact: true }).click();
    await dialog.getByText(t.total(3), { exact: true }).waitFor();
    await dialog.getByText(t.allRecords, { exact: true }).click();
    await dialog.getByText(t.total(4), { exact: true }).waitFor();
    await dialog.getByText(t.savedView, { exact: true }).click();
    await dialog.getByText(t.total(1), { exact: true }).waitFor();
    await dialog.getByRole("button", { name: t.onlyListed, exact: true }).click();
    await expectNoPageProblems(visitor);
    await dialog.getByRole("button", { name: t.export, exact: true }).click();
    await dialog.getByText(t.exportReady, { exact: true }).waitFor();
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("link").click();
    const sheet = await readSheet(await readFile(await (await downloading).path()));
    expect([sheet.length, sheet[0]]).toEqual([2, t.columns]);
    expect(visitor.problems).toEqual([]);
    await page.close();
  },
);
