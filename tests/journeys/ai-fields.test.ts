/** The AI writes texts in forms and in the page builder: inputs from the form, the answer as it arrives, one step of undo, and nothing lost when it fails. */
import { beforeAll, describe, expect, it } from "vitest";
import { builderAsAdministrator, canvasFrame, readyOverlay } from "../support/builder.ts";
import { expectNoPageProblems, openBrowser, type Visitor } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { startMockLanguage } from "../support/mock-language.ts";
import { newSpaceOwner, superAdministrator } from "../support/people.ts";
import { startServer } from "../support/server.ts";

const mock = await startMockLanguage();
const server = await startServer({
  NODE_ENV: "test",
  AI_ENDPOINT: `${mock.url}/v1`,
  AI_KEY: mock.key.secret,
  AI_MODEL: "model-of-tests",
});
const open = await openBrowser();
const openBuilder = builderAsAdministrator(server, open);

const words = {
  zh: {
    intro: "用 AI 撰写：摘要 · 中文",
    body: "用 AI 撰写：正文 · 中文",
    node: "用 AI 撰写：文字 · 中文",
    alt: "用 AI 建议替代文字：替代文字",
    add: "添加常用提示词",
    topic: "主题",
    text: "原文",
    ask: "提问",
    again: "重新提问",
    stop: "停止",
    stopped: "已停止，以上为已收到的内容。",
    insert: "填入",
    replace: "替换",
    append: "添加到末尾",
    undo: "撤销填入",
    use: "采用",
    close: "收起",
    failed: "AI 服务暂时不可用",
    structure: "结构",
    addTab: "添加",
    outline: "用 AI 拟定页面大纲",
    purpose: "页面目的",
    unusable: "回答不是可用的页面大纲，请重新提问",
    insertPart: "插入",
    properties: "属性",
  },
  en: {
    intro: "Write with AI: Summary · 中文",
    body: "Write with AI: Body · 中文",
    node: "Write with AI: Text · 中文",
    alt: "Suggest an alt text with AI: Alt text",
    add: "Add the usual prompts",
    topic: "Topic",
    text: "Text",
    ask: "Ask",
    again: "Ask again",
    stop: "Stop",
    stopped: "Stopped. This is what had arrived.",
    insert: "Insert",
    replace: "Replace",
    append: "Insert at the end",
    undo: "Undo insertion",
    use: "Use",
    close: "Close",
    failed: "The AI service is not available at the moment",
    structure: "Structure",
    addTab: "Add",
    outline: "Outline the page with AI",
    purpose: "Purpose of the page",
    unusable: "The answer is not an outline that can be used. Ask again.",
    insertPart: "Insert",
    properties: "Properties",
  },
} as const;

/** A screenshot, when somebody wants to look. */
async function look({ page }: Pick<Visitor, "page">, name: string): Promise<void> {
  if (process.env.LOOK !== undefined) await page.screenshot({ path: `${process.env.LOOK}-${name}.png` });
}

/** The inputs of the last question. */
const lastInputs = (): Record<string, string> => {
  const [, { content }] = mock.requests.at(-1)!.fields.messages as [unknown, { content: string }];
  return JSON.parse(content) as Record<string, string>;
};

beforeAll(async () => {
  const administrator = await superAdministrator(server);
  for (const [purpose, inputs] of [
    ["shorten", ["text", "language", "length"]],
    ["outline", ["purpose", "components"]],
    ["alt", ["description", "place", "file"]],
  ] as const)
    await client(server, administrator).call("POST Api/{type}/QueryAdd", {
      type: "autoConfig",
      configType: "AiPrompt",
      audience: "members",
      value: JSON.stringify({ url: `/test/${purpose}`, purpose, prompt: "Do it.", inputs }),
    } as never);
});

describe.each([
  { locale: "zh", width: 1440, scheme: "dark" },
  { locale: "en", width: 390, scheme: "light" },
] as const)("the AI at text fields in $locale at $width px", ({ locale, width, scheme }) => {
  const say = words[locale];

  it("E-084: writes a summary and a formatted text in a form, one step each", async () => {
    const owner = await newSpaceOwner(server);
    const visitor = await open({ url: server.url, locale, width, scheme });
    const { context, page } = visitor;
    await context.addCookies(sessionCookies(owner, server.url));
    await page.goto("/paas/news/add");
    await page.locator("[id$=-title-zh]").fill("充电站上线");
    const intro = page.locator("[id$=-intro-zh]");
    await page.getByRole("button", { name: say.intro, exact: true }).click();
    const panel = page.getByRole("group", { name: say.intro });
    await panel.getByRole("button", { name: say.add }).click();
    // The title of the form is the topic.
    expect(await panel.getByLabel(say.topic, { exact: true }).inputValue()).toBe("充电站上线");

    mock.streamMode = "wait";
    mock.answer = "第一句 <b>bold</b>";
    await panel.getByRole("button", { name: say.ask, exact: true }).click();
    await panel.getByText("第一句").waitFor();
    await panel.getByRole("button", { name: say.stop }).click();
    await panel.getByText(say.stopped).waitFor();
    expect(lastInputs()).toMatchObject({
      topic: "充电站上线",
      language: "Simplified Chinese",
      length: "400 characters",
    });
    expect(await intro.inputValue()).toBe("");

    // A failure is said, and what came stays.
    mock.streamMode = "error";
    await panel.getByRole("button", { name: say.again }).click();
    await panel.getByRole("alert").getByText(say.failed).waitFor();
    await panel.getByText("第一句").waitFor();

    mock.streamMode = "whole";
    await panel.getByRole("button", { name: say.again }).click();
    await panel.getByText("第一句 <b>bold</b>").waitFor();
    await look(visitor, `form-${locale}`);
    await expectNoPageProblems(visitor);
    await panel.getByRole("button", { name: say.insert, exact: true }).click();
    await expect.poll(() => intro.inputValue()).toBe("第一句 <b>bold</b>");
    await panel.getByRole("button", { name: say.undo }).click();
    await expect.poll(() => intro.inputValue()).toBe("");
    await panel.getByRole("button", { name: say.insert, exact: true }).click();
    await expect.poll(() => intro.inputValue()).toBe("第一句 <b>bold</b>");
    // The keys of the browser take it back as well, as one step.
    await intro.focus();
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => intro.inputValue()).toBe("");
    // Escape closes the panel, which keeps its answer.
    await panel.getByRole("button", { name: say.again }).focus();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: say.intro, exact: true }).click();
    await panel.getByText("第一句 <b>bold</b>").waitFor();

    mock.answer = "# 要点\n\n- **省电** [x](javascript:alert(1)) <script>alert(1)</script>";
    await page.getByRole("button", { name: say.body, exact: true }).click();
    const bodyPanel = page.getByRole("group", { name: say.body });
    await bodyPanel.getByRole("button", { name: say.ask, exact: true }).click();
    await bodyPanel.getByRole("button", { name: say.insert, exact: true }).click();
    const body = page.locator("[id$=-body-zh][contenteditable=true]");
    await body.locator("li strong", { hasText: "省电" }).waitFor();
    expect(await body.locator("script, a[href^=javascript]").count()).toBe(0);
    await bodyPanel.getByRole("button", { name: say.append, exact: true }).click();
    await expect.poll(() => body.locator("li strong").count()).toBe(2);
    await expectNoPageProblems(visitor);
    await context.close();
  });

  it("E-084: writes a text and an alternative text in the page builder, one step of undo each", async () => {
    const visitor = await openBuilder({ locale, width, scheme });
    const { page, context } = visitor;
    const isPhone = width < 600;
    if (isPhone) await page.getByRole("button", { name: say.structure }).click();
    await page.locator('.page-tree [data-row^="nd_text"]').first().click();
    if (isPhone) await page.getByRole("button", { name: say.properties }).click();
    const inspector = page.locator(".inspector");
    const text = inspector.locator("textarea[id$=-title-zh]");
    const before = await text.inputValue();
    await inspector.getByRole("button", { name: say.node, exact: true }).click();
    const panel = inspector.getByRole("group", { name: say.node });
    expect(await panel.getByLabel(say.text, { exact: true }).inputValue()).toBe(before);
    mock.streamMode = "whole";
    mock.answer = `短句 ${locale}`;
    await panel.getByRole("button", { name: say.ask, exact: true }).click();
    await panel.getByRole("button", { name: say.replace, exact: true }).click();
    await expect.poll(() => text.inputValue()).toBe(`短句 ${locale}`);
    await look(visitor, `builder-${locale}`);
    await panel.getByRole("button", { name: say.close }).click();
    await expectNoPageProblems(visitor);
    await readyOverlay(page).focus();
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => text.inputValue()).toBe(before);
    await context.close();
  });
});

describe.each([
  { locale: "zh", width: 390, scheme: "dark" },
  { locale: "en", width: 1440, scheme: "light" },
] as const)("an outline of a page in $locale at $width px", ({ locale, width, scheme }) => {
  const say = words[locale];

  it("E-084: is shown before it is inserted, and is one step of undo", async () => {
    const visitor = await openBuilder({ locale, width, scheme });
    const { page, context } = visitor;
    const isPhone = width < 600;
    if (isPhone) await page.getByRole("button", { name: say.addTab, exact: true }).click();
    else await page.getByRole("tab", { name: say.addTab, exact: true }).click();
    await page.getByRole("button", { name: say.outline }).click();
    const dialog = page.getByRole("dialog", { name: say.outline });
    await dialog.getByLabel(say.purpose).fill("Charging for fleets");
    mock.streamMode = "whole";
    mock.answer = "I would rather not.";
    await dialog.getByRole("button", { name: say.ask, exact: true }).click();
    await dialog.getByRole("alert").getByText(say.unusable).waitFor();
    expect(lastInputs()).toMatchObject({
      purpose: "Charging for fleets",
      components: expect.stringContaining("cards: "),
    });

    const both = (text: string) => ({ zh: `${text} 甲`, en: `${text} A` });
    const sections = [
      { component: "page-title", texts: { heading: both("Fleet <b>charging</b>") } },
      {
        component: "cards",
        texts: { heading: both("Reasons") },
        rows: [{ name: both("Fast") }, { name: both("Safe") }],
      },
      { component: "contact-form", texts: { heading: both("Unwanted") } },
    ];
    mock.answer = JSON.stringify({ sections });
    await dialog.getByRole("button", { name: say.again }).click();
    const preview = dialog.frameLocator("iframe");
    await preview.getByRole("heading", { name: /Fleet <b>charging<\/b>/ }).waitFor();
    await look(visitor, `outline-${locale}`);
    await expectNoPageProblems(visitor);
    await dialog.getByRole("button", { name: say.insertPart, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    const headings = canvasFrame(page).getByRole("heading", { name: /Fleet <b>charging|Reasons/ });
    await expect.poll(() => headings.count()).toBe(2);
    expect(await canvasFrame(page).getByText("Unwanted").count()).toBe(0);
    await readyOverlay(page).focus();
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => headings.count()).toBe(0);
    await context.close();
  });
});

describe.each([
  { locale: "zh", width: 1440, scheme: "light" },
  { locale: "en", width: 390, scheme: "dark" },
] as const)("alternative texts in $locale at $width px", ({ locale, width, scheme }) => {
  const say = words[locale];
  const pixel = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  );

  it("E-084: are suggested in both languages from the name of the file, and saved with it", async () => {
    const administrator = await superAdministrator(server);
    const form = new FormData();
    form.append("file", new Blob([pixel], { type: "image/png" }), `solar-roof-${locale}.png`);
    const uploaded = await fetch(`${server.url}/api/File/Upload`, {
      method: "POST",
      headers: { authorization: `Bearer ${administrator.token}` },
      body: form,
    });
    expect(uploaded.status).toBe(200);
    const rows = (await client(server, administrator).call("GET Api/{type}/QueryList", { type: "storageFile" })) as {
      id: string;
      name: string;
    }[];
    const { id } = rows.find(({ name }) => name.startsWith(`solar-roof-${locale}`))!;
    const visitor = await open({ url: server.url, locale, width, scheme });
    const { context, page } = visitor;
    await context.addCookies(sessionCookies(administrator, server.url));
    await page.goto(`/admin/storageFile/edit?id=${id}`);
    await page.getByRole("button", { name: say.alt, exact: true }).click();
    const panel = page.getByRole("group", { name: say.alt });
    await panel.getByText(`solar-roof-${locale}`).waitFor();
    mock.streamMode = "whole";
    mock.answer = "屋顶上的太阳能板\nSolar panels on a <i>roof</i>\nIgnored line";
    await panel.getByRole("button", { name: say.ask, exact: true }).click();
    await panel.getByRole("button", { name: say.use, exact: true }).click();
    expect(lastInputs().file).toContain(`solar-roof-${locale}`);
    const inputs = [page.locator("[id$=-alt-zh]"), page.locator("[id$=-alt-en]")];
    await expect
      .poll(() => Promise.all(inputs.map((input) => input.inputValue())))
      .toEqual(["屋顶上的太阳能板", "Solar panels on a <i>roof</i>"]);
    await look(visitor, `alt-${locale}`);
    await expectNoPageProblems(visitor);
    await panel.getByRole("button", { name: say.undo }).click();
    await expect.poll(() => Promise.all(inputs.map((input) => input.inputValue()))).toEqual(["", ""]);
    await context.close();
  });
});
