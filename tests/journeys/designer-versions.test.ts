/** Versions in the builder: unpublished changes are listed, versions can be viewed, compared and restored, and missing texts are reported. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { builderAsAdministrator, canvasFrame, componentItems, status, textField } from "../support/builder.ts";
import { expectNoPageProblems, openBrowser, type Visitor } from "../support/browser.ts";
import { startServer } from "../support/server.ts";

const texts = {
  zh: {
    saved: /^已保存/,
    publish: "发布",
    publishedNotice: "发布成功",
    note: "发布说明（选填）",
    changes: "未发布的修改",
    versions: "版本记录",
    view: /^查看版本/,
    preview: /预览：版本 \d+/,
    draftChanges: "恢复后草稿的变化",
    restore: "恢复到草稿",
    published: "已发布",
    changed: "有未发布的修改",
    changedItem: "修改",
    missingTitle: /英文标题为空/,
    incompleteEnglish: /英文内容已完成 \d+%/,
    cancel: "取消",
  },
  en: {
    saved: /^Saved/,
    publish: "Publish",
    publishedNotice: "Published",
    note: "Note (optional)",
    changes: "Unpublished changes",
    versions: "Version history",
    view: /^View version/,
    preview: /Preview of version \d+/,
    draftChanges: "Changes to the draft",
    restore: "Restore to draft",
    published: "Published",
    changed: "Unpublished changes",
    changedItem: "Changed",
    missingTitle: /English title is empty/,
    incompleteEnglish: /English is \d+% complete/,
    cancel: "Cancel",
  },
};

const server = await startServer();
const open = await openBrowser();
const openBuilder = builderAsAdministrator(server, open);

describe.each(["zh", "en"] as const)("in %s", (locale) => {
  const t = texts[locale];
  const languageLabel = { zh: "中文", en: "English" }[locale];
  const toolButton = (page: Page, name: string) => page.locator("header").getByRole("button", { name, exact: true });
  const publication = (page: Page) => page.locator("[data-publication]");

  const expectListedAs = async ({ context }: Visitor, state: string) => {
    const page = await context.newPage();
    await page.goto("/paas/page/list?path=%2Findex");
    await page
      .getByRole("row", { name: /\/index/ })
      .getByText(state, { exact: true })
      .waitFor();
    await page.close();
  };

  it("shows and lists unpublished changes, and restores an earlier version in one undo step", async () => {
    const visitor = await openBuilder({ locale });
    const { page } = visitor;
    expect(await publication(page).getAttribute("data-publication")).toBe("same");
    await componentItems(page, locale).nth(1).click();
    const input = textField(page, languageLabel);
    const before = await input.inputValue();
    await input.fill("Bad news");
    await expect.poll(() => publication(page).getAttribute("data-publication")).toBe("changed");
    await page.keyboard.press("Control+s");
    await status(page).getByText(t.saved).waitFor();
    await expect.poll(() => publication(page).getAttribute("data-publication")).toBe("changed");
    await expectListedAs(visitor, t.changed);

    await toolButton(page, t.publish).click();
    const dialog = page.getByRole("dialog");
    const list = dialog.getByRole("list", { name: t.changes });
    await list.getByText("Bad news").waitFor();
    expect(await list.getByRole("listitem").count()).toBe(1);
    expect(await list.textContent()).toContain(t.changedItem);
    await dialog.getByLabel(t.note).fill(`A note, ${locale}`);
    await expectNoPageProblems(visitor);
    await dialog.getByRole("button", { name: t.publish }).click();
    await page.locator(".toast").getByText(t.publishedNotice, { exact: true }).first().waitFor();
    await expect.poll(() => publication(page).getAttribute("data-publication")).toBe("same");
    await expectListedAs(visitor, t.published);

    await toolButton(page, t.versions).click();
    await dialog.getByText(`A note, ${locale}`).waitFor();
    await expectNoPageProblems(visitor);
    await dialog.getByRole("button", { name: t.view }).nth(1).click();
    await dialog
      .getByRole("img", { name: t.preview })
      .frameLocator("iframe")
      .getByText(before.split("\n")[0]!)
      .first()
      .waitFor();
    await dialog.getByRole("list", { name: t.draftChanges }).getByRole("listitem").waitFor();
    await expectNoPageProblems(visitor);
    await dialog.getByRole("button", { name: t.restore }).click();
    await canvasFrame(page).getByText("Bad news").waitFor({ state: "detached" });
    await componentItems(page, locale).nth(1).click();
    await expect.poll(() => input.inputValue()).toBe(before);
    await expect.poll(() => publication(page).getAttribute("data-publication")).toBe("changed");
    // The restore is one undo step.
    await page.keyboard.press("Control+z");
    await expect.poll(() => input.inputValue()).toBe("Bad news");
    await page.keyboard.press("Control+Shift+z");
    await toolButton(page, t.publish).click();
    await dialog.getByRole("button", { name: t.publish }).click();
    await expect.poll(() => publication(page).getAttribute("data-publication")).toBe("same");
    await status(page).getByText(t.saved).waitFor();
    await expect.poll(async () => (await fetch(`${server.url}/?language=${locale}`)).text()).not.toContain("Bad news");
  });

  it("warns before publishing about texts that are missing in one language", async () => {
    const visitor = await openBuilder({ locale });
    const { page } = visitor;
    await textField(page, "English").fill("");
    await toolButton(page, t.publish).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(t.missingTitle).waitFor();
    await dialog.getByText(t.incompleteEnglish).waitFor();
    await expectNoPageProblems(visitor);
    await dialog.getByRole("button", { name: t.cancel }).click();
    await toolButton(page, { zh: "撤销", en: "Undo" }[locale]).click();
    await status(page).getByText(t.saved).waitFor();
  });
});
