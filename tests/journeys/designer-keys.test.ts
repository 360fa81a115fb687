/** Keyboard and inline editing in the builder: shortcuts during typing, texts edited in place, a link to the current draft. */
import type { Page } from "playwright-core";
import { describe, expect, it, vi } from "vitest";
import { builderAsAdministrator, canvasFrame, componentItems, status, textField } from "../support/builder.ts";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { startServer } from "../support/server.ts";

const texts = {
  zh: {
    saved: /^已保存/,
    unsaved: /未保存/,
    x: "横坐标",
    editText: "编辑文字",
    severalSelected: /已选择 \d+ 项/,
    shareDraft: "分享草稿",
    createLink: "生成链接",
    link: "分享链接",
    close: "关闭",
    group: "组合",
    name: "名称",
  },
  en: {
    saved: /^Saved/,
    unsaved: /^Not saved/,
    x: "X",
    editText: "Edit text",
    severalSelected: /^\d+ selected/,
    shareDraft: "Share draft",
    createLink: /^(Make a|Create) link$/,
    link: "Link",
    close: "Close",
    group: "Group",
    name: "Name",
  },
};

const server = await startServer();
const open = await openBrowser();
const openBuilder = builderAsAdministrator(server, open);

describe.each(["zh", "en"] as const)("in %s", (locale) => {
  const t = texts[locale];
  const languageLabel = { zh: "中文", en: "English" }[locale];

  it("saves with Ctrl+S and undoes with Ctrl+Z while an input has the focus", async () => {
    const visitor = await openBuilder({ locale });
    const { page } = visitor;
    await componentItems(page, locale).nth(1).click();
    const input = textField(page, languageLabel);
    const before = await input.inputValue();
    await input.press("End");
    // The text is inserted at once, because typing with pauses makes several undo steps.
    await page.keyboard.insertText(" – typed");
    await status(page).getByText(t.unsaved).waitFor();
    await page.keyboard.press("Control+s");
    await status(page).getByText(t.saved).waitFor();
    await page.keyboard.press("Control+z");
    await expect.poll(() => input.inputValue()).toBe(before);
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(() => input.inputValue()).toBe(`${before} – typed`);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+s");
    await status(page).getByText(t.saved).waitFor();
    await expectNoPageProblems(visitor);
  });

  it("copies components within a page and to another page with Ctrl+C and Ctrl+V, and pastes no foreign data", async () => {
    const visitor = await openBuilder({ locale });
    const { page } = visitor;
    const count = () => componentItems(page, locale).count();
    const before = await count();
    await componentItems(page, locale).nth(1).click();
    await page.keyboard.press("Control+c");
    await page.keyboard.press("Control+v");
    await expect.poll(count).toBe(before + 1);
    await page.keyboard.press("Control+x");
    await expect.poll(count).toBe(before);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect.poll(count).toBe(before);

    const parts = page.getByRole("treeitem", { level: 1 });
    await parts.first().click();
    const copiedTitle = await parts.first().textContent();
    await page.keyboard.press("Control+c");
    await page.goto(`${server.url}/builder?path=/introduce`);
    await canvasFrame(page).locator("h1").first().waitFor();
    await parts.first().waitFor();
    const countOnOtherPage = await parts.count();
    await page.keyboard.press("Control+v");
    await expect.poll(() => parts.count()).toBe(countOnOtherPage + 1);
    await expect.poll(() => parts.last().textContent()).toBe(copiedTitle);
    await page.keyboard.press("Control+z");
    await expect.poll(() => parts.count()).toBe(countOnOtherPage);

    // Clipboard text that is not a valid component is not pasted. Ctrl+V then adds only the copied component.
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData(
        "text/plain",
        '{"schema":1,"records":[{"kind":"widget","id":"wd_aaaaaaaaaa","order":"a0","name":"script","value":{}}]}',
      );
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    });
    await page.keyboard.press("Control+v");
    await expect.poll(() => parts.count()).toBe(countOnOtherPage + 1);
    await page.keyboard.press("Control+z");
    await expectNoPageProblems(visitor);
  });

  it("groups components with Ctrl+G, selects, moves, copies and deletes the group as one, and ungroups it with Ctrl+Shift+G", async () => {
    const visitor = await openBuilder({ locale });
    const { page } = visitor;
    const rows = componentItems(page, locale);
    const before = await rows.count();
    const groups = canvasFrame(page).locator("[data-group]");
    await rows.nth(0).click();
    await rows.nth(1).click({ modifiers: ["Shift"] });
    await page.keyboard.press("Control+g");
    await expect.poll(() => rows.count()).toBe(before - 1);
    const parts = page.getByRole("treeitem", { level: 3 });
    await expect.poll(() => parts.count()).toBe(2);
    await page.getByRole("heading", { name: t.group, exact: true }).waitFor();

    // A click on a component of the group selects the whole group.
    const groupedNodes = canvasFrame(page).locator("[data-group] [data-node]");
    await groupedNodes.first().scrollIntoViewIfNeeded();
    const leftEdges = () =>
      groupedNodes.evaluateAll((elements) => elements.map((element) => Math.round(element.getBoundingClientRect().x)));
    const [leftEdgesBefore, box] = [await leftEdges(), (await groupedNodes.first().boundingBox())!];
    await page.keyboard.press("Escape");
    await page.mouse.click(box.x + 4, box.y + 4);
    await page.getByRole("heading", { name: t.group, exact: true }).waitFor();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(async () => (await leftEdges()).every((x, n) => x > leftEdgesBefore[n]! + 10)).toBe(true);
    const name = page.locator(".inspector").getByLabel(t.name, { exact: true });
    await name.fill("Both lines");
    await page.getByRole("treeitem", { name: "Both lines" }).waitFor();

    await page.getByRole("treeitem", { name: "Both lines" }).click();
    await page.keyboard.press("Control+d");
    await expect.poll(() => groups.count()).toBe(2);
    await expect.poll(() => parts.count()).toBe(4);
    await page.keyboard.press("Delete");
    await expect.poll(() => groups.count()).toBe(1);
    await expect.poll(() => rows.count()).toBe(before - 1);

    await page.keyboard.press("Control+s");
    await status(page).getByText(t.saved).waitFor();
    await page.reload();
    await canvasFrame(page).locator("h1").waitFor();
    await page.getByRole("treeitem", { name: "Both lines" }).click();
    await page.keyboard.press("Control+Shift+g");
    await expect.poll(() => groups.count()).toBe(0);
    await expect.poll(() => rows.count()).toBe(before);
    await expect.poll(() => page.locator(".page-tree [aria-selected=true]").count()).toBe(2);
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("Control+s");
    await status(page).getByText(t.saved).waitFor();
    await expectNoPageProblems(visitor);
  });

  it("saves a number that is still being typed", async () => {
    const { page } = await openBuilder({ locale });
    await componentItems(page, locale).nth(1).click();
    const x = page.locator(".inspector").getByLabel(t.x, { exact: true });
    const before = await x.inputValue();
    await x.fill(String(Number(before) + 8));
    await page.keyboard.press("Control+s");
    await status(page).getByText(t.saved).waitFor();
    await page.reload();
    await canvasFrame(page).locator("h1").waitFor();
    await componentItems(page, locale).nth(1).click();
    await expect.poll(() => x.inputValue()).toBe(String(Number(before) + 8));
    await x.fill(before);
    await page.keyboard.press("Control+s");
    await status(page).getByText(t.saved).waitFor();
  });

  it("selects all components on the canvas with Ctrl+A, and no text of the builder", async () => {
    const visitor = await openBuilder({ locale });
    const { page } = visitor;
    await componentItems(page, locale).nth(1).click();
    await page.keyboard.press("Control+a");
    await page.getByRole("heading", { name: t.severalSelected }).waitFor();
    expect(await page.locator(".page-tree [aria-selected=true][aria-level='2']").count()).toBe(
      await componentItems(page, locale).count(),
    );
    expect(await page.evaluate(() => String(getSelection()))).toBe("");
    const heading = page.getByRole("heading", { level: 1 });
    await heading.selectText().catch(() => undefined);
    expect(await heading.evaluate((element) => getComputedStyle(element).userSelect)).toBe("none");
    await expectNoPageProblems(visitor);
  });

  /** The centre of a text on the canvas, in px of the window. */
  async function centreOf(page: Page, text: string): Promise<{ x: number; y: number }> {
    const element = canvasFrame(page).getByText(text).first();
    await element.scrollIntoViewIfNeeded();
    const box = (await element.boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  it("edits a text in place, only in the language shown", async () => {
    const visitor = await openBuilder({ locale });
    const { page } = visitor;
    await componentItems(page, locale).nth(1).click();
    const otherLanguage = { zh: "English", en: "中文" }[locale];
    const [before, untouched] = [
      await textField(page, languageLabel).inputValue(),
      await textField(page, otherLanguage).inputValue(),
    ];
    const centre = await centreOf(page, before.split("\n")[0]!);
    await page.mouse.dblclick(centre.x, centre.y);
    const editor = page.getByRole("textbox", { name: t.editText });
    await editor.waitFor();
    await page.keyboard.type("Written in place");
    await canvasFrame(page).locator("[data-node] [data-edited]").waitFor({ state: "attached" });
    await expect.poll(() => textField(page, languageLabel).inputValue()).toBe("Written in place");
    expect(await textField(page, otherLanguage).inputValue()).toBe(untouched);
    await expectNoPageProblems(visitor);
    await page.keyboard.press("Escape");
    await editor.waitFor({ state: "detached" });
    await canvasFrame(page).getByText("Written in place").waitFor();
    // A pause in typing, which a busy machine makes by itself, begins another step.
    const undoneText = async () => {
      await page.keyboard.press("Control+z");
      return textField(page, languageLabel).inputValue();
    };
    await expect.poll(undoneText).toBe(before);
  });

  it("edits a heading and a card in place", async () => {
    const { page } = await openBuilder({ locale });
    const heading = canvasFrame(page).locator("h1");
    const headingBox = (await heading.boundingBox())!;
    await page.mouse.dblclick(headingBox.x + 20, headingBox.y + 20);
    const editor = page.getByRole("textbox", { name: t.editText });
    await editor.fill("One line\nand another");
    await expect.poll(() => heading.textContent()).toMatch(/^One line ?and another$/);
    await page.keyboard.press("Escape");
    // The test edits the third of several similar cards.
    const card = canvasFrame(page).locator("[data-widget=flow] h3").nth(2);
    await card.scrollIntoViewIfNeeded();
    const cardBox = (await card.boundingBox())!;
    await page.mouse.dblclick(cardBox.x + 4, cardBox.y + cardBox.height / 2);
    await editor.fill("The third");
    await page.keyboard.press("Enter");
    await editor.waitFor({ state: "detached" });
    await expect.poll(() => card.innerText()).toBe("The third");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await status(page).getByText(t.saved).waitFor();
  });

  it("focuses the first text input where nothing can be edited in place", async () => {
    const { page } = await openBuilder({ locale });
    const picture = canvasFrame(page)
      .locator("[data-node] img, [data-node] .image, [data-widget=hero] .certificate")
      .first();
    const box = (await picture.boundingBox())!;
    await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
    const focusedLanguage = () =>
      page.evaluate(() => document.activeElement?.closest(".inspector [lang]")?.getAttribute("lang"));
    await expect.poll(focusedLanguage).toBe(locale);
  });

  it("shares the page as it is on the screen, including unsaved changes", async () => {
    const visitor = await openBuilder({ locale });
    const { page } = visitor;
    await componentItems(page, locale).nth(1).click();
    const input = textField(page, languageLabel);
    const before = await input.inputValue();
    await input.fill("Shared before it was saved");
    await page.getByRole("button", { name: t.shareDraft }).click();
    const dialog = page.getByRole("dialog");
    // The dialog may also list links of earlier tests, so the test finds its own by the token.
    const shareResponse = page.waitForResponse(
      (response) => /SitePage\/Share\b/i.test(response.url()) && response.request().method() === "POST",
    );
    await dialog.getByRole("button", { name: t.createLink }).click();
    const token = /"token":"([^"]+)"/.exec(await (await shareResponse).text())![1]!;
    const address = await vi.waitFor(async () => {
      const links = await dialog.getByLabel(t.link).all();
      const addresses = await Promise.all(links.map((link) => link.inputValue()));
      expect(addresses.join("\n")).toContain(token);
      return addresses.find((text) => text.includes(token))!;
    }, 30_000);
    const sharedPage = await (await fetch(`${address}&language=${locale}`)).text();
    expect(sharedPage).toContain("Shared before it was saved");
    await dialog.getByRole("button", { name: t.close }).last().click();
    await input.fill(before);
    await page.keyboard.press("Control+s");
    await status(page).getByText(t.saved).waitFor();
  });
});
