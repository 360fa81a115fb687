/** Requesting a code in the browser: from a network with many requests, and with a provider that refuses. The list of messages of the platform. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { maskMobile } from "#kit/mobile.ts";
import { client } from "../support/client.ts";
import { devices, expectNoPageProblems, openBrowser, type Visitor } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { codeIn, startMockSms } from "../support/mock-sms.ts";
import { nextMobile, superAdministrator } from "../support/people.ts";
import { startServer } from "../support/server.ts";

const texts = {
  zh: {
    byCode: "验证码登录",
    mobile: "手机号",
    send: "获取验证码",
    countdown: /^(60|5\d) 秒$/,
    refused: "短信发送失败，请稍后重试",
    messages: "短信记录",
    state: "状态",
    failed: "未发送",
    messageTopic: "验证码",
  },
  en: {
    byCode: "SMS code",
    mobile: "Mobile number",
    send: "Send code",
    countdown: /^(60|5\d) seconds$/,
    refused: "The message could not be sent. Try again later.",
    messages: "Text messages",
    state: "Status",
    failed: "Not sent",
    messageTopic: "Verification code",
  },
};

const provider = await startMockSms();
const server = await startServer(provider.settings("twilio"));
const open = await openBrowser();

/** Requests two codes, so that the next request from this network has to solve a challenge. */
async function requestTwoCodes(): Promise<void> {
  provider.mode = "ok";
  await server.database.system((tx) => tx.rows(sql`delete from sms_code`));
  for (const mobile of [nextMobile(), nextMobile()])
    expect((await client(server).send("POST Api/Sms/SendVerifiyCode", { mobile })).status).toBe(200);
}

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];

  async function requestCode({ page }: Visitor, mobile: string): Promise<void> {
    await page.getByLabel(t.mobile, { exact: true }).fill(mobile);
    await page.getByRole("button", { name: t.send }).click();
  }

  it.each(["/index", "/user/login"])(
    "T-15: solves the challenge for the third message without the visitor's help: %s",
    async (path) => {
      await requestTwoCodes();
      const visitor = await open({ url: server.url, locale, width });
      const statuses: number[] = [];
      const workers: string[] = [];
      visitor.page.on(
        "response",
        (response) => response.url().includes("SendVerifiyCode") && statuses.push(response.status()),
      );
      visitor.page.on("worker", (worker) => workers.push(worker.url()));
      const requestsOnPage: string[] = [];
      visitor.page.on(
        "request",
        (request) => request.url().includes("solve-challenge") && requestsOnPage.push(request.url()),
      );
      await visitor.page.goto(path);
      if (path === "/index") {
        if (width < 600) await visitor.page.locator("details.burger > summary").tap();
        await visitor.page.locator("[data-sign-in=login]:visible").click();
      }
      await visitor.page.getByRole("tab", { name: t.byCode }).click();
      const mobile = nextMobile();
      await requestCode(visitor, mobile);
      await visitor.page.getByRole("button", { name: t.countdown }).waitFor();
      expect(statuses).toEqual([428, 200]);
      expect([workers.length, requestsOnPage]).toEqual([1, []]);
      expect(codeIn(provider.sends(mobile)[0]!)).toMatch(/^\d{6}$/);
      await expectNoPageProblems(visitor);
      await visitor.context.close();
    },
  );

  it("B-184, R-19: shows that the provider refused, and lets the visitor request the code again at once", async () => {
    await requestTwoCodes();
    provider.mode = "refuse";
    const visitor = await open({ url: server.url, locale, width });
    await visitor.page.goto("/user/login");
    await visitor.page.getByRole("tab", { name: t.byCode }).click();
    const mobile = nextMobile();
    await requestCode(visitor, mobile);
    await visitor.page.getByText(t.refused).waitFor();
    expect(await visitor.page.getByRole("button", { name: t.send }).isEnabled()).toBe(true);
    provider.mode = "ok";
    await visitor.page.getByRole("button", { name: t.send }).click();
    await visitor.page.getByRole("button", { name: t.countdown }).waitFor();
    expect(visitor.problems.splice(0)).toEqual([expect.stringContaining("503")]);
    await visitor.context.close();
  });

  it("shows the platform's administrator the messages, and on request only those that were not sent", async () => {
    const [sentTo, refusedFor] = [nextMobile(), nextMobile()];
    await server.database.system((tx) => tx.rows(sql`delete from sms_code`));
    for (const [mode, mobile, status] of [
      ["ok", sentTo, 200],
      ["refuse", refusedFor, 503],
    ] as const) {
      provider.mode = mode;
      expect((await client(server).send("POST Api/Sms/SendVerifiyCode", { mobile })).status).toBe(status);
    }
    const { token } = await superAdministrator(server);
    const visitor = await open({ url: server.url, locale, width });
    await visitor.context.addCookies(sessionCookies({ token }, server.url));
    await visitor.page.goto("/paas/sms");
    await visitor.page.getByRole("heading", { level: 1, name: t.messages }).waitFor();
    const rowOf = (mobile: string) => visitor.page.getByRole("row").filter({ hasText: maskMobile(mobile) });
    await rowOf(sentTo)
      .getByRole("cell", { name: new RegExp(t.messageTopic) })
      .waitFor();
    await rowOf(refusedFor).filter({ hasText: "21211" }).waitFor();
    await expectNoPageProblems(visitor);
    await visitor.page.getByRole("combobox", { name: t.state }).click();
    await visitor.page.getByRole("option", { name: t.failed }).click();
    await rowOf(sentTo).waitFor({ state: "detached" });
    await rowOf(refusedFor).filter({ hasText: "21211" }).waitFor();
    await expectNoPageProblems(visitor);
    await visitor.context.close();
  });
});
