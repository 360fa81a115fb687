/** An administrator asks the AI with the usual prompts: text appears as it is written, is stopped, fails in its middle, and comes to its end. */
import { describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { startMockLanguage } from "../support/mock-language.ts";
import { newSpaceOwner } from "../support/people.ts";
import { startServer } from "../support/server.ts";

const mock = await startMockLanguage();
const server = await startServer({
  NODE_ENV: "test",
  AI_ENDPOINT: `${mock.url}/v1`,
  AI_KEY: mock.key.secret,
  AI_MODEL: "model-of-tests",
});
const open = await openBrowser();

const words = {
  zh: {
    none: "尚未登记提示词",
    add: "添加常用提示词",
    prompt: "提示词",
    outline: "拟定页面大纲",
    purpose: "页面目的",
    ask: "提问",
    again: "重新提问",
    stop: "停止",
    answer: "回答",
    stopped: "已停止，以上为已收到的内容。",
    failed: "AI 服务暂时不可用",
    copy: "复制",
  },
  en: {
    none: "No prompts yet",
    add: "Add the usual prompts",
    prompt: "Prompt",
    outline: "Outline a page",
    purpose: "Purpose of the page",
    ask: "Ask",
    again: "Ask again",
    stop: "Stop",
    answer: "Answer",
    stopped: "Stopped. This is what had arrived.",
    failed: "The AI service is not available at the moment",
    copy: "Copy",
  },
} as const;

describe.each([
  { locale: "zh", width: 1440, scheme: "dark" },
  { locale: "en", width: 390, scheme: "light" },
] as const)("the AI assistant in $locale at $width px", ({ locale, width, scheme }) => {
  const say = words[locale];

  it("E-084: shows the answer while it is written, and keeps what came when it is stopped or fails", async () => {
    const owner = await newSpaceOwner(server);
    const { context, page, problems } = await open({ url: server.url, locale, width, scheme });
    await context.addCookies(sessionCookies(owner, server.url));
    await page.goto("/paas/ai");
    await page.getByText(say.none).waitFor();
    await page.getByRole("button", { name: say.add }).click();
    await page.getByRole("combobox", { name: say.prompt }).click();
    await page.getByRole("option", { name: say.outline }).click();
    await page.getByLabel(say.purpose).fill("Charging <stations>");

    mock.streamMode = "wait";
    mock.answer = "标题 Title <b>not bold</b>";
    await page.getByRole("button", { name: say.ask, exact: true }).click();
    const answer = page.getByRole("region", { name: say.answer });
    await answer.getByText("标题").waitFor();
    await page.getByRole("button", { name: say.stop }).click();
    await page.getByText(say.stopped).waitFor();
    await expect.poll(() => mock.left).toBeGreaterThan(0);
    expect(mock.requests.at(-1)!.fields.messages).toMatchObject([
      { role: "system" },
      { content: '{"purpose":"Charging <stations>"}' },
    ]);

    mock.streamMode = "error";
    await page.getByRole("button", { name: say.again }).click();
    await answer.getByRole("alert").getByText(say.failed).waitFor();
    await answer.getByText("标题").waitFor();

    mock.streamMode = "whole";
    await page.getByRole("button", { name: say.again }).click();
    await answer.getByText("标题 Title <b>not bold</b>").waitFor();
    await answer.getByRole("button", { name: say.copy }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
  });
});
