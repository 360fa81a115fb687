/** A designer saves the draft under names, and compares and restores what has a name. */
import { describe, expect, it } from "vitest";
import { canvasFrame, readyOverlay, status } from "../support/builder.ts";
import { devices, expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const texts = {
  zh: {
    more: "更多操作",
    saveVersion: "保存为版本",
    name: "版本名称",
    save: "保存",
    required: "请输入版本名称，版本名称不能为空",
    savedAs: "已保存版本“初稿”",
    versions: "版本记录",
    none: /^还没有版本/,
    named: "初稿",
    view: "查看“初稿”",
    draftPreview: "预览：当前草稿",
    preview: "预览：“初稿”",
    changes: "恢复后草稿的变化",
    restorePart: /^恢复“/,
    same: "与当前草稿相同。",
    restore: "恢复到草稿",
    undo: "撤销",
    saved: /已保存/,
  },
  en: {
    more: "More actions",
    saveVersion: "Save as version",
    name: "Version name",
    save: "Save",
    required: "Version name is required",
    savedAs: "Saved version “First draft”",
    versions: "Version history",
    none: /^No versions yet/,
    named: "First draft",
    view: "View “First draft”",
    draftPreview: "Preview of the current draft",
    preview: "Preview of “First draft”",
    changes: "Changes to the draft",
    restorePart: /^Restore “/,
    same: "Same as the current draft.",
    restore: "Restore to draft",
    undo: "Undo",
    saved: /^Saved/,
  },
};

const server = await sharedServer();
const open = await openBrowser();

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];

  it("saves the draft under a name without a connection and with one, compares it with later edits, restores it, and takes that back", async () => {
    const owner = await newSpaceOwner(server);
    const { call } = client(server, owner);
    const heading = { zh: "原标题", en: "Original heading" };
    const later = { zh: "后来的标题", en: "Later heading" };
    const row = { type: "page", path: "/versions", title: heading, description: heading };
    const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
    const title = (text: object) => ({
      kind: "widget",
      id: "wd_aaaaaaaaaa",
      order: "a0",
      name: "page-title",
      value: { heading: text },
    });
    const save = (baseRev: number, text: object) =>
      call("POST api/sitepage/save", {
        diyPageInfo: { pageId },
        baseRev,
        changes: [{ id: "wd_aaaaaaaaaa", after: title(text) }],
      });
    await save(0, heading);

    const designer = await open({ url: server.url, locale, width });
    await designer.context.addCookies(sessionCookies(owner, server.url));
    const { page, context } = designer;
    await page.goto(`/builder/${pageId}`);
    await canvasFrame(page).getByText(heading[locale]).waitFor();
    await readyOverlay(page).waitFor();
    const choose = async (name: string) => {
      if (width < 640) await page.getByRole("button", { name: t.more }).click();
      await page.getByRole(width < 640 ? "menuitem" : "button", { name }).click();
    };

    await choose(t.versions);
    const dialog = page.getByRole("dialog");
    await dialog.getByText(t.none).waitFor();
    await expectNoPageProblems(designer);
    await dialog.getByRole("button", { name: t.saveVersion }).click();
    const name = dialog.getByLabel(t.name);
    await name.press("Enter");
    await dialog.getByText(t.required).waitFor();
    await expectNoPageProblems(designer);
    await name.fill(t.named);
    await context.setOffline(true);
    await name.press("Enter");
    await dialog.getByRole("alert").waitFor();
    expect(await name.inputValue()).toBe(t.named);
    await context.setOffline(false);
    designer.problems.splice(0);
    // For half a second after a press, Enter saves nothing.
    await expect.poll(() => dialog.getByRole("button", { name: t.save, exact: true }).isEnabled()).toBe(true);
    await name.press("Enter");
    await page.locator(".toast").getByText(t.savedAs).first().waitFor();
    await dialog.waitFor({ state: "detached" });

    await save(2, later);
    await page.reload();
    await canvasFrame(page).getByText(later[locale]).waitFor();
    await readyOverlay(page).waitFor();
    if (width < 640) await choose(t.saveVersion);
    else await page.keyboard.press("Control+Shift+s");
    await name.waitFor();
    await page.keyboard.press("Escape");
    await choose(t.versions);
    await dialog.getByRole("button", { name: t.view }).waitFor();
    expect(await dialog.getByRole("listitem").count()).toBe(1);
    await expectNoPageProblems(designer);
    await dialog.getByRole("button", { name: t.view }).click();
    // The widget that differs is outlined on both sides.
    const sides = [
      { label: t.draftPreview, text: later[locale] },
      { label: t.preview, text: heading[locale] },
    ];
    for (const { label, text } of sides) {
      const preview = dialog.getByRole("img", { name: label }).frameLocator("iframe");
      await preview.getByText(text).first().waitFor();
      // The outlines come when both sides are there.
      const outline = () =>
        preview.locator("[data-widget=page-title]").evaluate((element) => getComputedStyle(element).outlineStyle);
      await expect.poll(outline).toBe("dashed");
    }
    expect(await dialog.getByRole("list", { name: t.changes }).getByRole("listitem").count()).toBe(1);
    await expectNoPageProblems(designer);
    await expectNoPageProblemsInDark(designer);
    // One part is restored in one undo step, and the comparison follows.
    await dialog.getByRole("button", { name: t.restorePart }).press("Enter");
    await dialog.getByText(t.same).waitFor();
    expect(
      await dialog.getByRole("heading", { name: t.changes }).evaluate((element) => element === document.activeElement),
    ).toBe(true);
    await dialog.getByRole("status").getByRole("button", { name: t.undo }).press("Enter");
    await dialog.getByRole("button", { name: t.restorePart }).waitFor();
    await dialog.getByRole("button", { name: t.restore, exact: true }).click();
    await canvasFrame(page).getByText(heading[locale]).waitFor();
    await page.locator(".toast").getByRole("button", { name: t.undo }).first().click();
    await canvasFrame(page).getByText(later[locale]).waitFor();
    await status(page).getByText(t.saved).waitFor();
    expect(designer.problems).toEqual([]);
  });
});
