/** Undoing a deletion, the history of a row, and restoring an earlier version. */
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  devices,
  expectNoPageProblems,
  expectNoPageProblemsInDark,
  openBrowser,
  waitForIdle,
} from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
const texts = {
  zh: {
    remove: "删除",
    removed: "删除成功！",
    undo: "撤销",
    restored: "已恢复",
    history: "修改记录",
    changedByYou: /^您 修改/,
    title: "标题 · English",
    parent: "上级文档",
    restore: "恢复到此版本",
    restoreTitle: "恢复原值：标题",
    missingParent: "上级文档：选择的行数据不存在",
    outdated: "他人已修改此数据，请查看最新的修改记录后重试",
    confirmRestore: "恢复",
    unsaved: "请先保存或放弃当前修改",
    save: "保存",
    saved: "保存成功",
  },
  en: {
    remove: "Delete",
    removed: "Deleted",
    undo: "Undo",
    restored: "Restored",
    history: "History",
    changedByYou: /^You made changes/,
    title: "Title · English",
    parent: "Parent page",
    restore: "Restore this version",
    restoreTitle: "Restore “Title” to what it was before",
    missingParent: "Parent page: This record does not exist",
    outdated: "Someone else changed this record. Check the latest changes and try again.",
    confirmRestore: "Restore",
    unsaved: "Save or discard your changes first",
    save: "Save",
    saved: "Saved",
  },
};
const inBothLanguages = (text: string) => ({ zh: `${text} 中`, en: text });
type Row = { id: string; version: number };

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];

  /** Creates a space with two documentation pages, changes one of them, and opens a browser as the owner. */
  async function openWithHistory() {
    const owner = await newSpaceOwner(server);
    const { call } = client(server, owner);
    const add = async (key: string) =>
      (await call("POST Api/{type}/QueryAdd", {
        type: "wiki",
        slug: key,
        title: inBothLanguages(`Page ${key}`),
      } as never)) as Row;
    const [parentPage, row] = [await add("above"), await add("one")];
    const change = {
      type: "wiki",
      id: row.id,
      version: 1,
      title: inBothLanguages("Second title"),
      parent: parentPage.id,
    };
    await call("POST Api/{type}/QueryUpdate", change as never);
    const visitor = await open({ url: server.url, locale, width });
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    const readRow = () => call("GET Api/{type}/QueryById", { type: "wiki", id: row.id });
    return { visitor, page: visitor.page, parentPage, row, readRow, call };
  }

  it("T-08: undoes a deletion from its notice", async () => {
    const { visitor, page } = await openWithHistory();
    await page.goto("/paas/wiki/list");
    const items = width < 600 ? page.locator("main li", { has: page.locator("dl") }) : page.locator("tbody tr");
    const row = items.filter({ hasText: "Second title" });
    await row.getByRole("button", { name: t.remove }).click();
    await page.getByRole("dialog").or(page.getByRole("alertdialog")).getByRole("button", { name: t.remove }).click();
    await page.getByText(t.removed, { exact: true }).waitFor();
    await row.waitFor({ state: "detached" });
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.undo, exact: true }).press("Enter");
    await page.getByText(t.restored, { exact: true }).waitFor();
    await row.waitFor();
    await visitor.context.close();
  });

  it("B-189: keeps text typed after a save when a change of the language is announced", async () => {
    const { visitor, page, row } = await openWithHistory();
    await page.goto(`/paas/wiki/edit?id=${row.id}`);
    const english = page.getByRole("textbox", { name: /English/ }).first();
    await english.fill("Third title");
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await page.getByText(t.saved, { exact: true }).first().waitFor();
    await english.fill("Typed since");
    await page.evaluate(() =>
      document.addEventListener("meridian:language", (event) => {
        document.body.dataset.announced = (event as CustomEvent<{ locale: string }>).detail.locale;
      }),
    );
    await page.getByRole("button", { name: { zh: "EN", en: "中文" }[locale], exact: true }).click();
    await page
      .getByText(texts[locale === "zh" ? "en" : "zh"].parent)
      .first()
      .waitFor();
    expect(await english.inputValue()).toBe("Typed since");
    // The page was not loaded again: it still has the mark of the event.
    expect(await page.locator("body").getAttribute("data-announced")).toBe(locale === "zh" ? "en" : "zh");
    await expectNoPageProblems(visitor);
    await visitor.context.close();
  });

  it("shows the changed fields in the history of a row and restores an earlier version", async () => {
    const { visitor, page, row, readRow } = await openWithHistory();
    await page.goto(`/paas/wiki/edit?id=${row.id}`);
    const english = page.getByRole("textbox", { name: /English/ }).first();
    const history = page.getByRole("button", { name: t.history, exact: true });
    const dialog = page.getByRole("dialog", { name: t.history, exact: true });
    await history.press("Enter");
    await dialog.getByRole("heading", { name: t.changedByYou }).waitFor();
    const field = (name: string) => dialog.locator("dl > div").filter({ hasText: name });
    for (const text of ["Page one", "Second title"]) await field(t.title).getByText(text, { exact: true }).waitFor();
    await field(t.parent)
      .getByText(locale === "zh" ? "Page above 中" : "Page above", { exact: true })
      .waitFor();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    // Restoring is refused while the form has unsaved input.
    await english.fill("Not saved");
    await history.click();
    await dialog.getByRole("button", { name: t.restore }).click();
    await page.getByText(t.unsaved, { exact: true }).first().waitFor();
    await page.keyboard.press("Escape");
    await english.fill("Third title");
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await page.getByText(t.saved, { exact: true }).first().waitFor();

    await history.press("Enter");
    await dialog.getByText("Third title", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: t.restore }).last().press("Enter");
    await page.getByRole("button", { name: t.confirmRestore, exact: true }).press("Enter");
    await page.getByText(t.restored, { exact: true }).waitFor();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => english.inputValue()).toBe("Page one");
    expect(await readRow()).toMatchObject({ version: 4, title: inBothLanguages("Page one"), parent: null });
    await expectNoPageProblems(visitor);
    await visitor.context.close();
  });

  it("restores one field to its earlier value and keeps the others", async () => {
    const { visitor, page, parentPage, row, readRow } = await openWithHistory();
    await page.goto(`/paas/wiki/edit?id=${row.id}`);
    await page.getByRole("button", { name: t.history, exact: true }).press("Enter");
    await page.getByRole("button", { name: t.restoreTitle, exact: true }).press("Enter");
    await page.getByRole("button", { name: t.confirmRestore, exact: true }).press("Enter");
    await page.getByText(t.restored, { exact: true }).waitFor();
    await expect
      .poll(() =>
        page
          .getByRole("textbox", { name: /English/ })
          .first()
          .inputValue(),
      )
      .toBe("Page one");
    expect(await readRow()).toMatchObject({ version: 3, title: inBothLanguages("Page one"), parent: parentPage.id });
    await expectNoPageProblems(visitor);
    await visitor.context.close();
  });

  it("gives the reason why a version cannot be restored, and shows concurrent changes", async () => {
    const { visitor, page, parentPage, row, readRow, call } = await openWithHistory();
    const change = (version: number, values: object) =>
      call("POST Api/{type}/QueryUpdate", { type: "wiki", id: row.id, version, ...values } as never);
    await change(2, { parent: null, slug: "two" });
    await call("DELETE Api/{type}/QueryDelete", { type: "wiki", id: parentPage.id });
    await page.goto(`/paas/wiki/edit?id=${row.id}`);
    await page.getByRole("button", { name: t.history, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: t.history, exact: true });
    const restore = async (button: Locator, reason: string) => {
      await button.click();
      await page.getByRole("button", { name: t.confirmRestore, exact: true }).click();
      await page.getByText(reason, { exact: true }).first().waitFor();
    };
    await restore(dialog.getByRole("button", { name: t.restore }).first(), t.missingParent);
    // The refusal is shown before the changes are loaded again, which must not show the next one.
    await waitForIdle(page);
    await change(3, { title: inBothLanguages("Meanwhile") });
    await restore(dialog.getByRole("button", { name: t.restore }).last(), t.outdated);
    await dialog.getByText("Meanwhile", { exact: true }).waitFor();
    expect(await readRow()).toMatchObject({ version: 4, title: inBothLanguages("Meanwhile"), parent: null });
    // The two refused restores are expected.
    expect(visitor.problems.splice(0).map((problem) => problem.slice(-3))).toEqual(["422", "409"]);
    await expectNoPageProblems(visitor);
    await visitor.context.close();
  });
});
