/** A member turns two-step verification on, signs in with an app code and a recovery code, and turns it off. An SMS code on a new device. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { devices, expectNoPageProblems, openBrowser, type Visitor } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { lastCode } from "../support/mailbox.ts";
import { givePassword, newSpaceOwner, type Person } from "../support/people.ts";
import { appCode, resetAppCodes } from "../support/second-step.ts";
import { sharedServer } from "../support/server.ts";

const texts = {
  zh: {
    setting: "两步验证",
    turnOn: "开启",
    turnOff: "关闭",
    confirmTurnOff: "关闭两步验证",
    password: "登录密码",
    next: "下一步",
    appCode: "验证器应用中的验证码",
    anyCode: "验证器应用中的验证码或恢复码",
    wrongCode: "验证码不正确或已使用，请使用新的验证码",
    tenCodesLeft: /剩余 10 个恢复码/,
    nineCodesLeft: /剩余 9 个恢复码/,
    codesSaved: "我已保存",
    account: "账号",
    signInPassword: "密码",
    logIn: "登录",
    secondStep: "两步验证",
    verify: "验证并登录",
    recovery: "恢复码",
    useRecovery: "使用恢复码",
    back: "返回登录",
    smsCode: "验证码",
    turnedOff: "两步验证已关闭",
    myAccount: "我的账号",
    signOut: "退出登录",
  },
  en: {
    setting: "Two-step verification",
    turnOn: "Turn on",
    turnOff: "Turn off",
    confirmTurnOff: "Turn off two-step verification",
    password: "Password",
    next: "Continue",
    appCode: "Code from the app",
    anyCode: "Code from the app, or a recovery code",
    wrongCode: "This code is incorrect or already used. Enter a new one.",
    tenCodesLeft: /Recovery codes left: 10/,
    nineCodesLeft: /Recovery codes left: 9/,
    codesSaved: "I have saved them",
    account: "Account",
    signInPassword: "Password",
    logIn: "Sign in",
    secondStep: "Two-step verification",
    verify: "Verify and sign in",
    recovery: "Recovery code",
    useRecovery: "use a recovery code",
    back: "Back to sign-in",
    smsCode: "Verification code",
    turnedOff: "Two-step verification is off",
    myAccount: "My account",
    signOut: "Sign out",
  },
};

const server = await sharedServer();
const open = await openBrowser();
const password = "Harbour7x";

describe.each(devices.map((device, index) => ({ ...device, mobile: `1382000000${index}` })))(
  "in $locale, $width px wide",
  ({ locale, width, mobile }) => {
    const t = texts[locale];
    let visitor: Visitor;
    let person: Person;
    let secret: string;
    let recoveryCodes: string[];
    const page = () => visitor.page;
    const dialog = () => page().getByRole("dialog");
    const field = (name: string) => dialog().getByRole("textbox", { name, exact: true });
    const press = (name: string) => dialog().getByRole("button", { name, exact: true }).click();
    const settingRow = () =>
      page()
        .locator("div", { has: page().locator(`> div > p.font-medium:text-is("${t.setting}")`) })
        .last();
    const form = () => page().locator("form.sign-in");
    const inputOf = (label: string) => form().getByRole("textbox", { name: label, exact: true });
    const pressButton = (name: string) => form().locator("button.go", { hasText: name }).click();
    /** Removes expected refusals from the recorded problems. */
    function expectRefused(...calls: RegExp[]): void {
      expect(visitor.problems.splice(0)).toEqual(calls.map((call) => expect.stringMatching(call)));
    }
    async function signOut(): Promise<void> {
      await page().getByRole("button", { name: t.myAccount }).click();
      await page().getByRole("menuitem", { name: t.signOut }).click();
      await dialog().or(page().getByRole("alertdialog")).getByRole("button", { name: t.signOut }).click();
      await page().waitForURL(({ pathname }) => pathname === "/index");
    }
    async function completeFirstStep(): Promise<void> {
      await inputOf(t.account).fill(mobile);
      await inputOf(t.signInPassword).fill(password);
      await pressButton(t.logIn);
      await form().getByRole("heading", { name: t.secondStep }).waitFor();
      expectRefused(/Member\/Login: 401$/);
    }

    beforeAll(async () => {
      visitor = await open({ url: server.url, locale, width });
    });

    it("turns on with the password and an app code, and shows the recovery codes", async () => {
      person = await newSpaceOwner(server, mobile);
      await givePassword(server, person, password);
      await visitor.context.addCookies(sessionCookies(person, server.url));
      await page().goto("/paas/user/setting");
      await settingRow().getByRole("button", { name: t.turnOn, exact: true }).click();
      await field(t.password).fill(password);
      await expectNoPageProblems(visitor);
      await press(t.next);
      await dialog().getByRole("img").waitFor();
      await expectNoPageProblems(visitor);
      secret = (await dialog().locator("code").textContent())!.replace(/\s/g, "");
      await field(t.appCode).fill(appCode(secret, 9));
      await press(t.turnOn);
      await dialog().getByText(t.wrongCode).waitFor();
      expectRefused(/user\/totp\/confirm: 422$/);
      await field(t.appCode).fill(appCode(secret));
      await press(t.turnOn);
      await dialog().locator("li").first().waitFor();
      recoveryCodes = await dialog().locator("li").allTextContents();
      expect(recoveryCodes).toHaveLength(10);
      await expectNoPageProblems(visitor);
      // Escape does not close the dialog with the codes.
      await page().keyboard.press("Escape");
      await press(t.codesSaved);
      await dialog().waitFor({ state: "detached" });
      await settingRow().getByText(t.tenCodesLeft).waitFor();
      await expectNoPageProblems(visitor);
    });

    it("signs in with an app code, reports a wrong code, and goes back to the first step", async () => {
      await signOut();
      await page().goto("/user/login");
      await completeFirstStep();
      await expectNoPageProblems(visitor);
      expect(await inputOf(t.appCode).getAttribute("autocomplete")).toBe("one-time-code");
      expect(await inputOf(t.appCode).getAttribute("inputmode")).toBe("numeric");
      await inputOf(t.appCode).fill(appCode(secret, 9));
      await page().keyboard.press("Enter");
      await form().getByText(t.wrongCode).waitFor();
      expectRefused(/user\/secondFactor: 422$/);
      await expectNoPageProblems(visitor);
      await form().getByRole("button", { name: t.back }).click();
      expect([await inputOf(t.account).inputValue(), await inputOf(t.signInPassword).inputValue()]).toEqual([
        mobile,
        "",
      ]);
      await completeFirstStep();
      await resetAppCodes(server, person);
      await inputOf(t.appCode).fill(appCode(secret));
      await pressButton(t.verify);
      await page().waitForURL("**/paas/index");
      await page().getByRole("heading", { level: 1 }).waitFor();
      await expectNoPageProblems(visitor);
    });

    it("signs in with a recovery code in the dialog of a public page, and turns off", async () => {
      await signOut();
      if (width < 600) await page().locator("details.burger > summary").tap();
      await page().locator("[data-sign-in=login]:visible").click();
      await completeFirstStep();
      await expectNoPageProblems(visitor);
      await form().getByRole("button", { name: t.useRecovery }).click();
      await inputOf(t.recovery).fill(recoveryCodes[0]!);
      await expectNoPageProblems(visitor);
      await pressButton(t.verify);
      await page().waitForURL("**/paas/index");
      await page().goto("/paas/user/setting");
      await settingRow().getByText(t.nineCodesLeft).waitFor();
      await settingRow().getByRole("button", { name: t.turnOff, exact: true }).click();
      await field(t.anyCode).fill(recoveryCodes[1]!);
      await expectNoPageProblems(visitor);
      await press(t.confirmTurnOff);
      await page().getByRole("heading", { name: t.turnedOff }).waitFor();
      await expectNoPageProblems(visitor);
    });

    it("asks for a code by SMS on a new device when the password is short", async () => {
      await givePassword(server, person, "Harb7x");
      await server.database.system((tx) =>
        tx.rows(sql`update sms_code set created_at = created_at - interval '61 seconds' where mobile = ${mobile}`),
      );
      await visitor.context.close();
      visitor = await open({ url: server.url, locale, width });
      await page().goto("/user/login");
      await inputOf(t.account).fill(mobile);
      await inputOf(t.signInPassword).fill("Harb7x");
      await pressButton(t.logIn);
      await inputOf(t.smsCode).fill(await lastCode(server.url, mobile));
      expectRefused(/Member\/Login: 401$/);
      await expectNoPageProblems(visitor);
      await pressButton(t.verify);
      await page().waitForURL("**/paas/index");
      await visitor.context.close();
    });
  },
);
