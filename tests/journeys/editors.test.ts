/** The editors of formatted texts, Markdown, code and JSON: keyboard, toolbar, pasting, pictures, tables, and saving. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import type { RichText } from "#kit/rich-text.ts";
import { richTextMarkdown } from "#kit/rich-text-markdown.ts";
import type { Locale } from "#kit/text.ts";
import { expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";
import { definitionOf, publish } from "../support/stored-entities.ts";

const server = await sharedServer();
const open = await openBrowser();
let person: Person;
beforeAll(async () => {
  person = await newSpaceOwner(server);
});

/** A PNG of one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const texts = {
  zh: {
    save: "保存",
    heading: "二级标题",
    link: "链接地址",
    picture: "插入图片",
    description: "图片说明",
    table: "插入表格",
    rowBelow: "下方插入行",
    preview: "预览",
    script: "脚本",
    data: "数据",
    jsonError: "第 2 行第 5 个字符有误",
    jsonFieldError: "JSON 第 2 行第 5 个字符有误",
    format: "格式化",
    invalidLink: /请输入以 \//,
  },
  en: {
    save: "Save",
    heading: "Heading 2",
    link: "Link address",
    picture: "Insert an image",
    description: "Image description",
    table: "Insert a table",
    rowBelow: "Row below",
    preview: "Preview",
    script: "Script",
    data: "Data",
    jsonError: "Error at line 2, column 5",
    jsonFieldError: "The JSON is wrong at line 2, column 5",
    format: "Format",
    invalidLink: /Enter a link that begins/,
  },
};

/** Dispatches a paste event on the focused element. */
const dispatchPaste = (page: Page, types: Record<string, string>) =>
  page.evaluate((contents) => {
    const data = new DataTransfer();
    for (const [type, text] of Object.entries(contents)) data.setData(type, text);
    document.activeElement!.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, types);

async function choosePicture(page: Page, click: () => Promise<void>): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), click()]);
  await chooser.setFiles({ name: "plan.png", mimeType: "image/png", buffer: pixel });
}

async function visit(locale: Locale, width: number, path: string) {
  const visitor = await open({ url: server.url, locale, width });
  await visitor.context.addCookies(sessionCookies(person, server.url));
  await visitor.page.goto(path);
  return visitor;
}

const snippet = definitionOf("snippet", {
  title: { type: "textbox", name: { zh: "标题", en: "Title" }, required: true },
  script: { type: "code", name: { zh: "脚本", en: "Script" }, language: "javascript", rows: 6 },
  data: { type: "json", name: { zh: "数据", en: "Data" }, rows: 6 },
});

describe.each<[Locale, number]>([
  ["zh", 1440],
  ["en", 390],
])("in %s, %i px wide", (locale, width) => {
  const t = texts[locale];

  it("B-116, B-321, T-43: writes, pastes, illustrates, saves and changes a formatted text", async () => {
    const visitor = await visit(locale, width, "/paas/news/edit");
    const { page, context } = visitor;
    for (const language of ["zh", "en"]) await page.locator(`[id$=-title-${language}]`).fill(`Rich ${locale}`);
    const text = page.locator("[id$=-body-zh][contenteditable=true]");
    await text.waitFor();
    expect(await page.getByRole("textbox", { name: /(?:正文|Body).*中文/ }).count()).toBe(1);
    const editor = page.locator(".rich-text").first();
    // A click on the label focuses the text.
    await page.locator("label[for$=-body-zh]").click();
    await page.keyboard.type("Plain ");
    await page.keyboard.press("Control+b");
    await page.keyboard.type("strong");
    await page.keyboard.press("Control+b");
    await page.keyboard.press("Enter");

    // Alt+F10 moves into the toolbar; choosing a button returns to the text.
    await page.keyboard.press("Alt+F10");
    await page.keyboard.press("ArrowRight");
    expect(await page.evaluate(() => document.activeElement!.getAttribute("aria-label"))).toBe(t.heading);
    await page.keyboard.press("Enter");
    await page.keyboard.type("Chapter");
    expect(await editor.getByRole("button", { name: t.heading }).getAttribute("aria-pressed")).toBe("true");
    await page.keyboard.press("Enter");

    // An unsafe link is refused, and one without a scheme is completed.
    await page.keyboard.type("Read this");
    await page.keyboard.press("Shift+Home");
    await page.keyboard.press("Control+k");
    await editor.getByLabel(t.link).last().fill("javascript:alert(1)");
    await page.keyboard.press("Enter");
    await editor.getByText(t.invalidLink).waitFor();
    await editor.getByLabel(t.link).last().fill("example.com/a");
    await page.keyboard.press("Enter");
    await page.keyboard.type(".");
    await page.keyboard.press("Enter");

    // Pasted content keeps only allowed formatting.
    await dispatchPaste(page, {
      "text/html": `<style>p{color:red}</style><p style="color:red" onclick="alert(1)">From <i>Word</i><script>alert(1)</script> <a href="javascript:alert(1)">x</a><img src="https://tracker.example/a.png"></p><ul><li>item</li></ul>`,
      "text/plain": "From Word",
    });
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");

    await choosePicture(page, () => editor.getByRole("button", { name: t.picture }).click());
    await editor.locator("img[src^='/files/']").click();
    await editor.getByLabel(t.description).last().fill("Site plan");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await editor.getByRole("button", { name: t.table }).click();
    await page.keyboard.type("Name");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Count");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Note");
    await editor.getByRole("button", { name: t.rowBelow }).click();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);

    await page.getByRole("button", { name: t.save, exact: true }).click();
    const api = client(server, person);
    const findRow = async () =>
      ((await api.call("GET Api/{type}/QueryList", { type: "news" })) as AnyRow[]).find(({ title }) =>
        JSON.stringify(title).includes(`Rich ${locale}`),
      );
    await expect.poll(findRow).toBeDefined();
    const { id } = (await findRow())!;
    const row = (await api.call("GET Api/{type}/QueryById", { type: "news", id })) as {
      body: Record<string, RichText>;
    };
    const lines = richTextMarkdown(row.body.zh!)
      .replace(/\/files\/[\w.-]+/, "/files/a")
      .split("\n");
    expect(lines.filter((line) => line !== "")).toEqual([
      "Plain **strong**",
      "## Chapter",
      "[Read this](https://example.com/a).",
      "From *Word* x",
      "- item",
      "![Site plan](/files/a)",
      "| Name | Count | Note |",
      "| --- | --- | --- |",
      "|  |  |  |",
      "|  |  |  |",
      "|  |  |  |",
    ]);

    // The saved text opens again, and undo removes the typed words.
    await page.goto(`/paas/news/edit?id=${id}`);
    const reopenedEditor = page.locator("[id$=-body-zh][contenteditable=true]");
    await reopenedEditor.locator("h3", { hasText: "Chapter" }).click();
    await page.keyboard.press("End");
    // Inserted at once: keys that come slowly would make several undo steps.
    await page.keyboard.insertText(" one");
    await reopenedEditor.locator("h3", { hasText: "Chapter one" }).waitFor();
    await page.keyboard.press("Control+z");
    await reopenedEditor.locator("h3", { hasText: /^Chapter$/ }).waitFor();
    await context.close();
  });

  it("B-111: writes Markdown beside its preview or in a tab, continues lists, and undoes", async () => {
    const visitor = await visit(locale, width, "/paas/contract/edit");
    const { page, context } = visitor;
    const textarea = page.locator("textarea[id$=-text-zh]");
    await textarea.fill("Hello");
    await textarea.press("Control+a");
    await textarea.press("Control+b");
    await expect.poll(() => textarea.inputValue()).toBe("**Hello**");
    await textarea.press("Control+z");
    await expect.poll(() => textarea.inputValue()).toBe("Hello");
    await textarea.fill("- one");
    await textarea.press("End");
    await textarea.press("Enter");
    await page.keyboard.type("two <b>");
    await expect.poll(() => textarea.inputValue()).toBe("- one\n- two <b>");
    // The Enter that ends a composition in Safari.
    const isLeftToBrowser = await textarea.evaluate((area) =>
      area.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true })),
    );
    expect([isLeftToBrowser, await textarea.inputValue()]).toEqual([true, "- one\n- two <b>"]);
    const editor = page.locator("[role=presentation]", { has: textarea });
    const preview = editor.getByRole("group", { name: t.preview, exact: true });
    if (width < 600) {
      expect(await preview.isVisible()).toBe(false);
      await editor.getByRole("button", { name: t.preview }).click();
    }
    await preview.locator("li", { hasText: "two <b>" }).waitFor();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    await context.close();
  });

  it("B-111: puts images that were uploaded meanwhile into the text in their order, not into the field that has the focus", async () => {
    const { page, context } = await visit(locale, width, "/paas/contract/add");
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const addresses: string[] = [];
    await page.route("**/api/File/Upload", async (route) => {
      await released;
      await route.continue();
    });
    page.on("response", async (response) => {
      if (response.url().endsWith("/api/File/Upload"))
        addresses.push(/"url":"([^"]+)"/.exec(await response.text())?.[1] ?? (await response.text()));
    });
    const textarea = page.locator("textarea[id$=-text-zh]");
    await textarea.fill("Before");
    const editor = page.locator("[role=presentation]", { has: textarea });
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      editor.getByRole("button", { name: t.picture }).click(),
    ]);
    await chooser.setFiles(["one.png", "two.png"].map((name) => ({ name, mimeType: "image/png", buffer: pixel })));
    const title = page.locator("input[id$=-title-zh]");
    await title.fill("Terms");
    release();
    await expect.poll(() => addresses.length).toBe(2);
    await expect.poll(() => textarea.inputValue()).toBe(`Before\n\n![](${addresses.join(")\n\n![](")})\n`);
    await page.keyboard.type(" 2");
    await expect.poll(() => title.inputValue()).toBe("Terms 2");
    await context.close();
  });

  it("B-121: writes code and JSON with syntax colours, shows the position of an error, leaves with Tab, and saves", async () => {
    const owner = await newSpaceOwner(server);
    await publish(server, owner.tenantId, snippet);
    const api = client(server, owner);
    await vi.waitFor(async () => {
      if ((await api.send("GET Api/{type}/QueryList", { type: "snippet" })).status !== 200)
        throw new Error("not loaded yet");
    }, 20_000);
    const visitor = await open({ url: server.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(owner, server.url));
    await page.goto("/paas/snippet/edit");
    await page.locator("[id$=-title]").fill("Snippet");
    const script = page.getByRole("textbox", { name: t.script });
    await script.waitFor();
    await page.locator("label[for$=-script]").click();
    await page.keyboard.type("const a = 1;");
    await script.locator("span", { hasText: /^const$/ }).waitFor();
    await page.keyboard.press("Tab");
    expect(await script.evaluate((editor) => editor.contains(document.activeElement))).toBe(false);

    const data = page.getByRole("textbox", { name: t.data });
    await data.click();
    await page.keyboard.insertText('{"a": 1,\n"b" 2}');
    const problem = page.getByRole("button", { name: t.jsonError });
    await problem.waitFor();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    // The form refuses the value. A click on the message moves the cursor to the error.
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await page.getByText(t.jsonFieldError).waitFor();
    await problem.click();
    await page.keyboard.type(":");
    await problem.waitFor({ state: "detached" });
    await page.getByRole("button", { name: t.format }).click();
    await page.getByRole("button", { name: t.save, exact: true }).click();
    const findRow = async () => ((await api.call("GET Api/{type}/QueryList", { type: "snippet" })) as AnyRow[])[0];
    await expect.poll(findRow).toBeDefined();
    const row = await api.call("GET Api/{type}/QueryById", { type: "snippet", id: (await findRow())!.id });
    expect(row).toMatchObject({ script: "const a = 1;", data: '{\n  "a": 1,\n  "b": 2\n}' });
    await context.close();
  });
});
