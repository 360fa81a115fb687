/** An administrator imports a list: file, columns, review, and undo. */
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { maxDirectImportRows } from "#kit/import.ts";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { client, contentOf } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";
import { definitionOf, publish } from "../support/stored-entities.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: { importRows: "导入", template: "下载模板", templateFile: "文档导入模板.xlsx", choose: "选择文件", review: "检查数据", skipColumn: "不导入", requiredHint: "新增记录必填", errors: "有错误", run: "导入 3 条", summary: "新增 2 条，修改 1 条。", revert: "撤销导入", reverted: "已撤销导入", back: "返回列表" },
  en: { importRows: "Import", template: "Download a template", templateFile: "Documentation import template.xlsx", choose: "Choose a file", review: "Review", skipColumn: "Do not import", requiredHint: "Required for new records", errors: "Error", run: "Import 3 records", summary: "2 added, 1 changed.", revert: "Undo import", reverted: "Import undone", back: "Back to list" },
}; // prettier-ignore

it.each([
  { locale: "zh", width: 1440 },
  { locale: "en", width: 390 },
] as const)(
  "downloads a template, imports a file, reviews it, and undoes the import, in $locale at $width px",
  async ({ locale, width }) => {
    const t = texts[locale];
    const owner = await newSpaceOwner(server);
    const api = client(server, owner);
    const slugs = async () =>
      (contentOf(await api.send("GET Api/{type}/QueryList", { type: "wiki" })) as AnyRow[])
        .map(({ slug }) => slug)
        .toSorted();
    await api.send("POST Api/{type}/QueryAdd", {
      type: "wiki",
      slug: "start",
      title: { zh: "开始", en: "Start" },
      sort: 1,
      status: "draft",
    });
    const csv = "Slug,标题,备注\nstart,Begin,x\nnext,Next,y\nlast,Last,z\n,No slug,\n";
    const visitor = await open({ url: server.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(owner, server.url));
    await page.goto("/paas/wiki/list");
    await page.getByRole("link", { name: t.importRows, exact: true }).click();
    await page.getByRole("button", { name: t.choose, exact: true }).waitFor();
    const [template] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: t.template, exact: true }).press("Enter"),
    ]);
    expect(template.suggestedFilename()).toBe(t.templateFile);
    await expectNoPageProblems(visitor);
    const csvFile = { name: "wiki.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
    await page.locator('input[type="file"]').setInputFiles({ ...csvFile, buffer: Buffer.from("%PDF-1.7\0") });
    await page.getByRole("alert").waitFor();
    await page.locator('input[type="file"]').setInputFiles(csvFile);
    // Both field titles are recognised; a column that matches no field is left out.
    await page.getByRole("combobox", { name: "备注" }).waitFor();
    expect(await page.getByRole("combobox", { name: "备注" }).textContent()).toContain(t.skipColumn);
    expect(await page.getByRole("combobox", { name: "Slug" }).textContent()).not.toContain(t.skipColumn);
    // New records get the default status.
    expect(await page.getByText(t.requiredHint).count()).toBe(0);
    await page.getByRole("button", { name: t.review, exact: true }).click();
    await page.getByRole("button", { name: t.run, exact: true }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: t.run, exact: true }).waitFor();
    await page.getByRole("radio", { name: new RegExp(`^${t.errors}`) }).press("Space");
    await expect.poll(() => page.getByRole("rowheader").allTextContents()).toEqual(["5"]);
    expect(await slugs()).toEqual(["start"]);
    await page.getByRole("button", { name: t.run, exact: true }).click();
    await page.getByText(t.summary, { exact: true }).waitFor();
    expect(await slugs()).toEqual(["last", "next", "start"]);
    await page.getByRole("button", { name: t.revert, exact: true }).click();
    await page.getByText(t.reverted, { exact: true }).waitFor();
    expect(await slugs()).toEqual(["start"]);
    await page.getByRole("main").getByRole("link", { name: t.back, exact: true }).last().click();
    await page.waitForURL(/\/paas\/wiki\/list/);
    await page.close();
  },
);

it("imports a large file in the background, even while its page is closed, and undoes the import", async () => {
  const owner = await newSpaceOwner(server);
  const rows = maxDirectImportRows + 1;
  const fields = { name: { type: "textbox", name: { zh: "名称", en: "Name" }, required: true } };
  await publish(server, owner.tenantId, definitionOf("part", fields as never));
  const { page, context } = await open({ url: server.url, locale: "en", width: 390 });
  await context.addCookies(sessionCookies(owner, server.url));
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.goto("/paas/part/import");
  const csv = `Name\n${Array.from({ length: rows }, (_, n) => `Part ${n + 1}\n`).join("")}`;
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "parts.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await button("Review").click();
  await page.getByRole("progressbar", { name: "Progress of the import" }).waitFor();
  const importUrl = page.url();
  // The job continues while no page shows it.
  await page.goto("about:blank");
  await page.goto(importUrl);
  await button("Import 10,001 records").click();
  await page.getByText("10,001 added, 0 changed.", { exact: true }).waitFor();
  const [{ count }] = (await server.database.read<{ count: number }>(
    owner.tenantId,
    sql`select count(*)::int as count from record where deleted_at is null`,
  )) as [{ count: number }];
  expect(count).toBe(rows);
  await button("Undo import").click();
  await page.getByText("Import undone", { exact: true }).waitFor();
  await page.close();
});
