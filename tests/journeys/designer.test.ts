/** Journey J7, shortened: a designer edits the home page, undoes, saves, resolves a conflict with a colleague, publishes and rolls back. */
import type { Page } from "playwright-core";
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { builderAsAdministrator, canvasFrame, status, textField } from "../support/builder.ts";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { startServer } from "../support/server.ts";

const texts = {
  zh: {
    structure: "页面结构",
    undo: "撤销",
    redo: "重做",
    save: "保存",
    publish: "发布",
    published: "发布成功",
    versions: "版本记录",
    rollback: "回滚到此版本",
    confirmRollback: "回滚",
    rolledBack: /已回滚到版本/,
    saved: /已保存/,
    unsaved: /未保存/,
    storedLocally: /已留存在本机/,
    x: "横坐标",
    y: "纵坐标",
    w: "宽",
    keepOwnChange: "保留我的",
    saveSelection: "按选择保存",
    restored: "已恢复本机未保存的修改",
    canvas: /页面画布/,
    properties: "属性",
    pageSettings: "页面设置",
  },
  en: {
    structure: "Page structure",
    undo: "Undo",
    redo: "Redo",
    save: "Save",
    publish: "Publish",
    published: "Published",
    versions: "Version history",
    rollback: "Roll back to this version",
    confirmRollback: "Roll back",
    rolledBack: /Rolled back to version/,
    saved: /^Saved/,
    unsaved: /^Not saved/,
    storedLocally: /kept in this browser/,
    x: "X",
    y: "Y",
    w: "Width",
    keepOwnChange: "Keep mine",
    saveSelection: "Save selection",
    restored: "Unsaved changes from this browser were restored",
    canvas: /Page canvas/,
    properties: "Properties",
    pageSettings: "Page settings",
  },
};

const server = await startServer();
const open = await openBrowser();
const openBuilder = builderAsAdministrator(server, open);

/** Waits until a visitor without a session sees this text on the home page, which is cached until publishing invalidates it. */
async function waitUntilPublished(textItem: string, locale: "zh" | "en"): Promise<void> {
  await expect.poll(async () => (await fetch(`${server.url}/?language=${locale}`)).text()).toContain(textItem);
}

afterEach(() => server.database.system((tx) => tx.rows(sql`delete from attempt`)));

describe.each(["zh", "en"] as const)("in %s", (locale) => {
  const t = texts[locale];
  const tree = (page: Page) => page.getByRole("tree", { name: t.structure });
  const textItem = (page: Page) => tree(page).getByRole("treeitem", { level: 2 }).nth(1);
  const toolButton = (page: Page, name: string) => page.locator("header").getByRole("button", { name, exact: true });

  it("edits both languages in the panel, shows them on the canvas, and undoes and redoes", async () => {
    const visitor = await openBuilder({ locale });
    const { page } = visitor;
    await expectNoPageProblems(visitor);
    await textItem(page).click();
    await textField(page, "中文").fill("名字从哪里来");
    await textField(page, "English").fill("Where the name comes from");
    const expectedText = { zh: "名字从哪里来", en: "Where the name comes from" }[locale];
    await canvasFrame(page).getByText(expectedText).waitFor();
    await status(page).getByText(t.unsaved).waitFor();
    await expectNoPageProblems(visitor);
    await toolButton(page, t.undo).click();
    await toolButton(page, t.undo).click();
    await canvasFrame(page).getByText(expectedText).waitFor({ state: "detached" });
    await toolButton(page, t.redo).click();
    await toolButton(page, t.redo).click();
    await canvasFrame(page).getByText(expectedText).waitFor();
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await status(page).getByText(t.saved).waitFor();
    await expectNoPageProblems(visitor);
  });

  it("moves a component with snapping, resizes it, and moves it by keys, each as one undo step", async () => {
    const visitor = await openBuilder({ locale });
    const { page } = visitor;
    await textItem(page).click();
    const value = (side: "x" | "y" | "w") =>
      page.locator(".inspector").getByLabel(t[side], { exact: true }).inputValue().then(Number);
    const before = { x: await value("x"), y: await value("y"), w: await value("w") };
    const handle = page.locator(".overlay [data-handle=se]");
    await handle.waitFor();
    const box = (await page.locator(".overlay .mark.selected").boundingBox())!;
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + 60, middle.y + 2, { steps: 6 });
    await page.mouse.move(middle.x + 3, middle.y + 40, { steps: 6 });
    await page.mouse.up();
    // The component is dropped 3 px from its former left edge and snaps back to it, because other components share that edge.
    await expect.poll(() => value("y")).not.toBe(before.y);
    expect(await value("x")).toBe(before.x);
    const corner = (await handle.boundingBox())!;
    await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2);
    await page.mouse.down();
    await page.mouse.move(corner.x + 90, corner.y + 30, { steps: 6 });
    await page.mouse.up();
    await expect.poll(() => value("w")).not.toBe(before.w);
    const movedX = await value("x");
    await page.getByRole("application", { name: t.canvas }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => value("x")).toBe(movedX + 11);
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("Control+z");
    await expect.poll(async () => ({ x: await value("x"), y: await value("y"), w: await value("w") })).toEqual(before);
    await status(page).getByText(t.saved).waitFor();
    await expectNoPageProblems(visitor);
  });

  it("R-37: restores unsaved changes after the window was closed", async () => {
    const visitor = await openBuilder({ locale });
    const { page, context } = visitor;
    await textItem(page).click();
    await textField(page, "English").fill("Kept by the browser");
    await status(page).getByText(t.storedLocally).waitFor();
    await page.close();
    const reopened = await context.newPage();
    await reopened.goto("/builder");
    await reopened.getByText(t.restored).first().waitFor();
    await textItem(reopened).click();
    expect(await textField(reopened, "English").inputValue()).toBe("Kept by the browser");
    await toolButton(reopened, t.undo).click();
    await status(reopened).getByText(t.saved).waitFor();
    await expectNoPageProblems({ ...visitor, page: reopened });
  });

  it("B-367, R-12: merges a colleague's save of another component and asks about one of the same component", async () => {
    const [designer, colleague] = [await openBuilder({ locale }), await openBuilder({ locale })];
    await tree(colleague.page).getByRole("treeitem", { level: 2 }).nth(3).click();
    await textField(colleague.page, "English").fill(`Another part, ${locale}`);
    await toolButton(colleague.page, t.save).click();
    await status(colleague.page).getByText(t.saved).waitFor();
    // An edit that clashes stays as it is until its save.
    await textItem(colleague.page).click();
    await textField(colleague.page, "English").fill(`Theirs, ${locale}`);
    await textItem(designer.page).click();
    await textField(designer.page, "English").fill(`Mine, ${locale}`);
    await toolButton(designer.page, t.save).click();
    await status(designer.page).getByText(t.saved).waitFor();
    // The colleague's change is there without reading the page again.
    await tree(designer.page).getByRole("treeitem", { level: 2 }).nth(3).click();
    expect(await textField(designer.page, "English").inputValue()).toBe(`Another part, ${locale}`);

    await toolButton(colleague.page, t.save).click();
    const conflictDialog = colleague.page.getByRole("dialog");
    await conflictDialog.getByText(t.keepOwnChange).click();
    await expectNoPageProblems({
      ...colleague,
      problems: colleague.problems.filter((problem) => !problem.endsWith("sitepage/save: 409")),
    });
    await conflictDialog.getByRole("button", { name: t.saveSelection }).click();
    await status(colleague.page).getByText(t.saved).waitFor();
    await designer.page.reload();
    await canvasFrame(designer.page).locator("h1").waitFor();
    await textItem(designer.page).click();
    expect(await textField(designer.page, "English").inputValue()).toBe(`Theirs, ${locale}`);
    await expectNoPageProblems(designer);
  });

  it("E-110: publishes a change that visitors see, and rolls it back", async () => {
    const visitor = await openBuilder({ locale });
    const { page } = visitor;
    await textItem(page).click();
    await textField(page, "中文").fill(`发布于${locale}`);
    await textField(page, "English").fill(`Published in ${locale}`);
    await toolButton(page, t.publish).click();
    await expectNoPageProblems(visitor);
    await page.getByRole("dialog").getByRole("button", { name: t.publish }).click();
    await page.locator(".toast").getByText(t.published, { exact: true }).first().waitFor();
    await waitUntilPublished({ zh: "发布于zh", en: "Published in en" }[locale], locale);
    await toolButton(page, t.versions).click();
    await page.getByRole("button", { name: t.rollback }).first().waitFor();
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.rollback }).last().click();
    await page.getByRole("button", { name: t.confirmRollback, exact: true }).click();
    await page.getByText(t.rolledBack).first().waitFor();
    await waitUntilPublished({ zh: "业务边界", en: "What we do not do" }[locale], locale);
    await expectNoPageProblems(visitor);
  });

  it("shows its panels as sheets on a phone", async () => {
    const visitor = await openBuilder({ locale, width: 390 });
    const { page } = visitor;
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.properties }).tap();
    await page.getByRole("heading", { name: t.pageSettings }).waitFor();
    await expectNoPageProblems(visitor);
  });
});
