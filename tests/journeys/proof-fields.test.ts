/** Fields with a verification: a mobile number by a code, and a new row by a security check. */
import { describe, expect, it, vi } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { devices, expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { lastCode } from "../support/mailbox.ts";
import { newSpaceOwner, nextMobile } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";
import { definitionOf, publish } from "../support/stored-entities.ts";

const server = await sharedServer();
const open = await openBrowser();
const sameText = (text: string) => ({ zh: text, en: text });
const entry = definitionOf(
  "entry",
  {
    title: { type: "textbox", name: sameText("Title"), required: true },
    phone: { type: "phoneverifiy", name: { zh: "联系电话", en: "Phone" } },
    check: { type: "captcha", name: { zh: "安全验证", en: "Security check" } },
  },
  { list: { columns: ["title", "phone"], sort: { field: "createdAt", direction: "desc" } } },
);
const texts = {
  zh: {
    save: "保存",
    send: "获取验证码",
    countdown: /^\d+ 秒$/,
    code: "短信验证码",
    codeSent: "验证码已发送",
    enterCode: "请输入 6 位短信验证码",
    wrongCode: "验证码不正确或已失效",
    verified: "已验证",
    passed: "验证通过",
    required: "请输入安全验证，安全验证不能为空",
  },
  en: {
    save: "Save",
    send: "Send code",
    countdown: /^\d+ seconds?$/,
    code: "SMS code",
    codeSent: "Code sent",
    enterCode: "Enter the 6-digit SMS code",
    wrongCode: "Incorrect or expired code",
    verified: "Verified",
    passed: "Check passed",
    required: "Security check is required",
  },
};

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  it("B-119, B-121, B-183: takes a mobile number with its code, which can be sent again after the countdown, and saves a new row after the security check", async () => {
    const t = texts[locale];
    const person = await newSpaceOwner(server);
    await publish(server, person.tenantId, entry);
    const api = client(server, person);
    await vi.waitFor(async () => {
      if ((await api.send("GET Api/{type}/QueryList", { type: "entry" })).status !== 200)
        throw new Error("not loaded yet");
    }, 20_000);
    const visitor = await open({ url: server.url, locale, width });
    const { page, context, problems } = visitor;
    await context.addCookies(sessionCookies(person, server.url));
    await page.clock.install();
    await page.goto("/paas/entry/add");
    const mobile = nextMobile();
    const save = page.getByRole("button", { name: t.save, exact: true });
    await page.locator("[id$=-title]").fill("Entry");
    const phone = page.locator("input[id$=-phone]");
    const code = page.getByRole("textbox", { name: t.code });
    const send = page.getByRole("button", { name: t.send });

    await phone.fill("12");
    await expect.poll(() => send.isDisabled()).toBe(true);
    await phone.fill(mobile);
    await send.press("Enter");
    await page.getByText(t.codeSent).waitFor();
    await page.getByRole("button", { name: t.countdown }).waitFor();
    expect(await code.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.clock.fastForward(61_000);
    await send.waitFor();
    await expect.poll(() => send.isEnabled()).toBe(true);
    // Missing values are reported before a request is sent.
    await save.press("Enter");
    await page.getByText(t.enterCode).waitFor();
    await page.getByText(t.required).waitFor();
    await expectNoPageProblems(visitor);

    const check = page.locator("[id$=-check]");
    await check.press("Enter");
    await page.getByText(t.passed).waitFor();
    const sentCode = await lastCode(server.url, mobile);
    await code.fill(sentCode === "000000" ? "111111" : "000000");
    await save.press("Enter");
    await page.getByText(t.wrongCode).first().waitFor();
    expect(problems.splice(0)).toEqual([expect.stringContaining("422")]);
    // The refused save did not consume the security check.
    await code.fill(sentCode);
    await save.press("Enter");
    await page.waitForURL(/entry\/edit\?id=/);
    await page.getByText(t.verified).waitFor();
    await check.waitFor({ state: "detached" });
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);

    // A different number needs a new code; the stored number counts as verified.
    await phone.fill(nextMobile());
    await code.waitFor();
    await phone.fill(mobile);
    await page.getByText(t.verified).waitFor();
    const [row] = (await api.call("GET Api/{type}/QueryList", { type: "entry" })) as AnyRow[];
    expect([row!.title, row!.phone]).toEqual(["Entry", mobile]);
    await context.close();
  });
});
