/** App bundles: an administrator makes one, follows it, makes the next one, downloads a version and goes back to it. */
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { devices, expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";
import { filesOfZip } from "../support/static-site.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: {
    search: "搜索命令",
    section: "安装包",
    none: "还没有版本",
    make: "制作微信小程序安装包",
    address: /^网址/,
    wrong: "请输入以 http:// 或 https:// 开头的网址",
    start: "开始制作",
    started: "已开始制作，可在此查看进度",
    close: "关闭",
    current: (number: number) => new RegExp(`当前版本 ${number} · .* · https://www\\.example\\.com`),
    versions: "微信小程序的版本记录",
    download: "下载版本 1",
    makeCurrent: "将版本 1 设为当前版本",
    sure: "将版本 1 设为当前版本？",
    yes: "设为当前版本",
    done: "已设为当前版本",
  },
  en: {
    search: "Search commands",
    section: "App bundles",
    none: "No versions yet",
    make: "Make an app bundle: WeChat mini program",
    address: /^Address/,
    wrong: "Enter an address that begins with http:// or https://",
    start: "Start",
    started: "The bundle is being made. Its progress is shown here.",
    close: "Close",
    current: (number: number) => new RegExp(`Current version ${number} · .* · https://www\\.example\\.com`),
    versions: "Version history: WeChat mini program",
    download: "Download version 1",
    makeCurrent: "Make current: version 1",
    sure: "Make version 1 the current one?",
    yes: "Make current",
    done: "This is the current version now",
  },
};

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];

  it("makes two versions for mini programs, downloads the first one and makes it the current one", async () => {
    const owner = await newSpaceOwner(server);
    const visitor = await open({ url: server.url, locale, width });
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    const { page } = visitor;
    await page.goto("/paas");
    await page.getByRole("button", { name: t.search, exact: true }).click();
    await page.getByRole("combobox", { name: t.search }).fill(t.section);
    await page.getByRole("option", { name: t.section }).click();
    const section = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: t.section, exact: true }) });
    await expect.poll(() => section.getByText(t.none).count()).toBe(4);
    const heading = section.getByRole("heading", { name: t.section, exact: true });
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await expectNoPageProblems(visitor);

    for (const number of [1, 2]) {
      await section.getByRole("button", { name: t.make, exact: true }).click();
      const dialog = page.getByRole("dialog");
      if (number === 1) {
        await dialog.getByLabel(t.address).fill("www.example.com");
        await dialog.getByRole("button", { name: t.start, exact: true }).click();
        await dialog.getByText(t.wrong).waitFor();
        await expectNoPageProblems(visitor);
      }
      await dialog.getByLabel(t.address).fill("https://www.example.com/");
      await dialog.getByRole("button", { name: t.start, exact: true }).click();
      await page.getByText(t.started).waitFor();
      await section.getByText(t.current(number)).waitFor({ timeout: 60_000 });
      await page.keyboard.press("Escape");
    }

    await section.getByRole("button", { name: t.versions, exact: true }).click();
    const versions = page.getByRole("dialog", { name: t.versions });
    await versions.getByRole("listitem").nth(1).waitFor();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      versions.getByRole("link", { name: t.download }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("WeChatLite-1.zip");
    const files = await filesOfZip(await readFile(await download.path()));
    expect(JSON.parse(files.get("bundle.json")!.toString())).toMatchObject({ version: 1, client: "WeChatLite" });

    await versions.getByRole("button", { name: t.makeCurrent }).click();
    const question = page.getByRole("alertdialog").or(page.getByRole("dialog", { name: t.sure }));
    await question.getByRole("button", { name: t.yes, exact: true }).click();
    await page.getByText(t.done).waitFor();
    await expect.poll(() => versions.getByRole("button", { name: t.makeCurrent }).count()).toBe(0);
    await versions.getByRole("button", { name: t.close, exact: true }).last().click();
    await section.getByText(t.current(1)).waitFor();
  });
});
