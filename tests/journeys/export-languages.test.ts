/** A list goes out as a file in both languages, is translated, and comes back. */
import { readFile } from "node:fs/promises";
import { readSheet } from "read-excel-file/node";
import { describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { devices, expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { sheetOf, type Table } from "../support/imports.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
const texts = {
  zh: { export: "导出", language: "语言", both: "中英双语", help: "“标题（中文）”和“标题（English）”", ready: "表格成功导出", close: "关闭", title: ["标题（中文）", "标题（English）"], fieldFor: "“标题（English）”导入到", review: "检查数据", run: "导入 1 条", done: "导入完成" },
  en: { export: "Export", language: "Language", both: "Both", help: "“Title (中文)” and “Title (English)”", ready: "Your export is ready", close: "Close", title: ["Title (中文)", "Title (English)"], fieldFor: "Import “Title (English)” to", review: "Review", run: "Import 1 record", done: "Import complete" },
}; // prettier-ignore

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  it("B-164: a list is exported in both languages, which is remembered, translated, and imported again", async () => {
    const t = texts[locale];
    const person = await newSpaceOwner(server);
    const { call } = client(server, person);
    const { id } = (await call("POST Api/{type}/QueryAdd", {
      type: "news",
      title: { zh: "新闻一" },
      kind: "company",
      status: "draft",
    } as never)) as AnyRow;
    const visitor = await open({ url: server.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(person, server.url));
    await page.goto("/admin/news/list");
    const dialog = page.getByRole("dialog");
    const exportButton = page.getByRole("button", { name: t.export, exact: true });
    const languages = dialog.getByRole("group", { name: t.language, exact: true });

    await exportButton.click();
    await languages.getByText(t.both, { exact: true }).click();
    await dialog.getByText(t.help, { exact: false }).waitFor();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    await dialog.getByRole("button", { name: t.export, exact: true }).click();
    await dialog.getByText(t.ready, { exact: true }).waitFor();
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("link").click();
    const table = (await readSheet(await readFile(await (await downloading).path()))) as unknown as string[][];
    expect([table[0]!.slice(0, 2), table[1]!.slice(0, 2)]).toEqual([t.title, ["新闻一", null]]);
    await dialog.getByRole("button", { name: t.close, exact: true }).last().click();
    await page.reload();
    await exportButton.click();
    await languages.getByRole("radio", { name: t.both, exact: true, checked: true }).waitFor();

    // The columns of both languages are recognised, and only the translated text changes.
    const idColumn = table[0]!.indexOf("ID");
    const translated: Table = [
      [...t.title, "ID"],
      ["新闻一", "News one", table[1]![idColumn]!],
    ];
    await page.goto("/admin/news/import");
    const file = { name: "news.xlsx", mimeType: "application/octet-stream", buffer: await sheetOf(translated) };
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByRole("combobox", { name: t.fieldFor }).filter({ hasText: t.title[1]! }).waitFor();
    await page.getByRole("button", { name: t.review, exact: true }).click();
    await page.getByRole("columnheader", { name: t.title[0]!, exact: true }).waitFor();
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.run, exact: true }).click();
    await page.getByText(t.done, { exact: true }).first().waitFor();
    expect(await call("GET Api/{type}/QueryById", { type: "news", id })).toMatchObject({
      title: { zh: "新闻一", en: "News one" },
    });
    await context.close();
  });
});

it("B-164: a list whose columns have one text each is not offered in both languages", async () => {
  const person = await newSpaceOwner(server);
  const { page, context } = await open({ url: server.url, locale: "en" });
  await context.addCookies(sessionCookies(person, server.url));
  await page.goto("/admin/member/list");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const languages = page.getByRole("dialog").getByRole("group", { name: "Language", exact: true });
  await languages.getByRole("radio", { name: "English", exact: true, checked: true }).waitFor();
  expect(await languages.getByRole("radio").count()).toBe(2);
  await context.close();
});
