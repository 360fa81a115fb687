/** Configuration of a space as files: an administrator exports it, reviews the differences in another space, and imports what they choose. */
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { devices, expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { draftDefinition, draftField, publishLightApp } from "../support/light-apps.ts";
import { sameText } from "../support/roles.ts";
import { sharedServer } from "../support/server.ts";
import { addRow, folderOf, levels, manifest, newSpace, rowsOf } from "../support/transfer.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: {
    export: "导出空间配置",
    choose: "选择 ZIP 文件",
    summary: "新增 3 条，修改 1 条，文件中没有 1 条，无变化 3 条。",
    select: (title: string) => `导入“${title}”`,
    selectMissing: (title: string) => `删除“${title}”`,
    levels: "客户等级",
    old: "旧等级",
    identifier: "选项",
    hidden: "行无变化",
    secrets: "文件不含密钥。导入后请填写：password",
    published: "同时设为“已发布”",
    run: (n: number) => `导入 ${n} 条`,
    sure: "删除 1 条配置？",
    yes: "导入并删除",
    done: "导入完成",
    next: "继续导入",
    same: "没有差异",
    faults: "以下文件无法使用：",
    fault: "没有此类配置",
    broken: "文件不是 ZIP，或已损坏、加密、解压后过大，请重新导出",
    back: "更换文件",
  },
  en: {
    export: "Export configuration",
    choose: "Choose a ZIP file",
    summary: "3 added, 1 changed, 1 not in the file, 3 unchanged.",
    select: (title: string) => `Import ${title}`,
    selectMissing: (title: string) => `Delete ${title}`,
    levels: "Customer levels",
    old: "Old levels",
    identifier: "Options",
    hidden: "unchanged lines",
    secrets: "Secrets are not part of the file. Enter them after the import: password",
    published: "Also set to “Published”",
    run: (n: number) => `Import ${n} ${n === 1 ? "row" : "rows"}`,
    sure: "Delete 1 row?",
    yes: "Import and delete",
    done: "Import complete",
    next: "Import another file",
    same: "No differences",
    faults: "These files cannot be used:",
    fault: "There is no such type of configuration",
    broken: "This is not a ZIP file, or it is damaged, encrypted or too large when unpacked. Export it again.",
    back: "Choose another file",
  },
};

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];

  it("takes option sets, a light app and a configuration from one space to another, publishes and deletes what was chosen, and then finds no differences", async () => {
    const source = await newSpace(server);
    const target = await newSpace(server);
    const options = [...levels.keyValue, ...["a", "b", "c", "d"].map((key) => ({ key, value: sameText(key) }))];
    await addRow(source.api, "enum", { ...levels, keyValue: options });
    await publishLightApp(source.api, "customer", draftDefinition([draftField("title")]));
    await addRow(source.api, "autoConfig", { configType: "Shipping", value: '{ "password": "secret-1" }' });
    await addRow(source.api, "role", { name: sameText("Editor"), grants: [] });
    const changed = [{ ...options[0]!, color: "azurite" }, ...options.slice(1)];
    await addRow(target.api, "enum", { ...levels, keyValue: changed });
    await addRow(target.api, "enum", { ...levels, name: "old", title: { zh: "旧等级", en: "Old levels" } });

    const first = await open({ url: server.url, locale, width });
    await first.context.addCookies(sessionCookies(source.owner, server.url));
    await first.page.goto("/paas/user/setting");
    const downloading = first.page.waitForEvent("download");
    await first.page.getByRole("button", { name: t.export, exact: true }).press("Enter");
    const folder = await readFile(await (await downloading).path());
    await expectNoPageProblems(first);

    const visitor = await open({ url: server.url, locale, width });
    const { page, problems } = visitor;
    await visitor.context.addCookies(sessionCookies(target.owner, server.url));
    await page.goto("/paas/user/setting");
    const upload = (buffer: Buffer) =>
      page
        .locator("input[type=file]")
        .setInputFiles({ name: "configuration.zip", mimeType: "application/zip", buffer });
    await page.getByRole("button", { name: t.choose, exact: true }).waitFor();
    await upload(Buffer.from("no zip"));
    await page.getByRole("alert").filter({ hasText: t.broken }).waitFor();
    expect(problems.splice(0)).toEqual([expect.stringContaining("422")]);
    await upload(await folderOf({ ...manifest, "member/a.json": "{}" }));
    await page.getByRole("alert").filter({ hasText: t.faults }).getByText(t.fault).waitFor();
    await page.getByRole("button", { name: t.back, exact: true }).click();
    await upload(folder);

    await page.getByText(t.summary).waitFor();
    await page.getByRole("button", { name: "enum/customerLevel.json" }).press("Enter");
    const lines = page.getByRole("region", { name: t.identifier, exact: true });
    expect(await lines.locator("del").allTextContents()).toEqual([expect.stringContaining('"color": "azurite"')]);
    expect(await lines.locator("ins").allTextContents()).toEqual([expect.stringContaining('"color": "ochre"')]);
    await lines.getByText(t.hidden).waitFor();
    await page.getByText(t.secrets, { exact: true }).waitFor();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);

    await page.getByRole("checkbox", { name: t.select("Editor"), exact: true }).press("Space");
    await page.getByRole("checkbox", { name: t.published, exact: true }).press("Space");
    await page.getByRole("checkbox", { name: t.selectMissing(t.old), exact: true }).press("Space");
    await page.getByRole("button", { name: t.run(4), exact: true }).click();
    await page
      .getByRole("dialog", { name: t.sure, exact: true })
      .getByRole("button", { name: t.yes, exact: true })
      .click();
    await page.getByRole("heading", { name: t.done, exact: true }).waitFor();
    await expectNoPageProblems(visitor);
    expect((await rowsOf(target.api, "lightApp")).map(({ state }) => state)).toEqual(["published"]);
    expect((await rowsOf(target.api, "enum")).map(({ name, keyValue }) => [name, keyValue])).toEqual([
      ["customerLevel", options],
    ]);
    expect(await rowsOf(target.api, "role")).toEqual([]);

    await page.getByRole("button", { name: t.next, exact: true }).click();
    await upload(folder);
    await page.getByRole("button", { name: t.run(1), exact: true }).click();
    await page.getByRole("link", { name: "Editor", exact: true }).waitFor();
    await page.getByRole("button", { name: t.next, exact: true }).click();
    await upload(folder);
    await page.getByText(t.same, { exact: true }).waitFor();
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.back, exact: true }).click();
    await page.getByRole("button", { name: t.choose, exact: true }).waitFor();
  });
});
