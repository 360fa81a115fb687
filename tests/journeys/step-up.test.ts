/** A sensitive action long after sign-in: the person verifies their identity once, keeps all input, and the action continues. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { expectNoPageProblems, openBrowser, type Visitor, swappedDevices } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { lastCode } from "../support/mailbox.ts";
import { givePassword, newSpaceOwner, superAdministrator } from "../support/people.ts";
import { startServer } from "../support/server.ts";

const texts = {
  zh: {
    verifyTitle: "请再次验证身份",
    password: "密码",
    confirm: "验证并继续",
    cancel: "取消",
    wrongPassword: "密码不正确",
    useSms: "使用短信验证码",
    code: "验证码",
    sendCode: "获取验证码",
    mobile: "手机号",
    name: "姓名（选填）",
    invite: "邀请",
    invited: /^已邀请/,
    publish: "发布",
    published: "发布成功",
    shareTitle: "分享草稿",
    more: "更多操作",
    makeLink: "生成链接",
    link: "分享链接",
    retry: "重试",
  },
  en: {
    verifyTitle: "Verify your identity",
    password: "Password",
    confirm: "Verify and continue",
    cancel: "Cancel",
    wrongPassword: "Incorrect password",
    useSms: "use an SMS code",
    code: "Verification code",
    sendCode: "Send code",
    mobile: "Mobile number",
    name: "Name (optional)",
    invite: "Invite",
    invited: /has been invited/,
    publish: "Publish",
    published: "Published",
    shareTitle: "Share draft",
    more: "More actions",
    makeLink: "Create link",
    link: "Link",
    retry: "Try again",
  },
};

const server = await startServer();
const open = await openBrowser();
const password = "Harbour7x";

describe.each(swappedDevices.map((device, index) => ({ ...device, index })))(
  "in $locale, $width px wide",
  ({ locale, width, index }) => {
    const t = texts[locale];
    let visitor: Visitor;
    const page = () => visitor.page;
    const verification = () => page().getByRole("dialog", { name: t.verifyTitle });
    const field = (name: string) => verification().getByRole("textbox", { name, exact: true });
    const press = (name: string) => verification().getByRole("button", { name, exact: true }).click();
    /** Removes expected refusals from the recorded problems. */
    function expectRefused(...calls: RegExp[]): void {
      expect(visitor.problems.splice(0)).toEqual(calls.map((call) => expect.stringMatching(call)));
    }

    /** Opens a page as the administrator of a new space who signed in a day ago. */
    async function openAsOwner(mobile: string, path: string): Promise<void> {
      const person = await newSpaceOwner(server, mobile);
      await givePassword(server, person, password);
      await openWithOldSession(person, path);
    }
    /** Opens a page as a person who last verified their identity a day ago. */
    async function openWithOldSession(
      { accountId, token }: { accountId: string; token: string },
      path: string,
    ): Promise<void> {
      await server.database.system((tx) =>
        tx.rows(sql`update session set proved_at = now() - interval '1 day' where account_id = ${accountId}::uuid`),
      );
      visitor = await open({ url: server.url, locale, width });
      await visitor.context.addCookies(sessionCookies({ token }, server.url));
      await page().goto(path);
    }

    it("invites a member after Cancel, a wrong password and the right one", async () => {
      await openAsOwner(`1383000000${index}`, "/paas/member/invite");
      const mobileInput = page().getByRole("textbox", { name: t.mobile, exact: true });
      const nameInput = page().getByRole("textbox", { name: t.name, exact: true });
      const inviteButton = page().locator("main").getByRole("button", { name: t.invite, exact: true });
      await mobileInput.fill(`1384000000${index}`);
      await nameInput.fill("Ada");
      await inviteButton.click();
      await verification().waitFor();
      expectRefused(/member\/invite: 403$/);
      await expectNoPageProblems(visitor);
      // Cancel keeps the input and shows the message of the server.
      await press(t.cancel);
      await page().getByRole("alert").getByText(t.verifyTitle).waitFor();
      expect([await mobileInput.inputValue(), await nameInput.inputValue()]).toEqual([`1384000000${index}`, "Ada"]);

      await inviteButton.click();
      await verification().waitFor();
      // The password input has the focus.
      await verification().locator("input:focus").waitFor();
      await page().keyboard.type("Harbour8x");
      await page().keyboard.press("Enter");
      await verification().getByText(t.wrongPassword).waitFor();
      expectRefused(/member\/invite: 403$/, /user\/stepUp: 422$/);
      expect(await field(t.password).inputValue()).toBe("Harbour8x");
      await expectNoPageProblems(visitor);
      await field(t.password).fill(password);
      await press(t.confirm);
      await page().getByText(t.invited).first().waitFor();
      await page().goto("/paas/member/list");
      await verification().waitFor({ state: "detached" });
      await page().getByText("Ada").first().waitFor();
      await expectNoPageProblems(visitor);
    });

    it("sends other requests after the verification is answered, because it replaces the session's token", async () => {
      await openAsOwner(`1387000000${index}`, "/web/home");
      // The module that follows notices and jobs is loaded while the verification is on its way, and the answer arrives after the module has started.
      const verificationSent = Promise.withResolvers<void>();
      const moduleStarted = Promise.withResolvers<void>();
      await page().route("**/assets/follow-activity-*.js", async (route) => {
        await verificationSent.promise;
        await route.continue();
      });
      await page().route("**/user/stepUp", async (route) => {
        verificationSent.resolve();
        await moduleStarted.promise;
        await route.continue();
      });
      const order: string[] = [];
      visitor.context.on("response", (response) => response.url().endsWith("/user/stepUp") && order.push("verified"));
      visitor.context.on("request", (request) => request.url().includes("/api/Job/") && order.push("jobs"));
      await page().goto("/paas/member/invite");
      await page().getByRole("textbox", { name: t.mobile, exact: true }).fill(`1388000000${index}`);
      await page().locator("main").getByRole("button", { name: t.invite, exact: true }).click();
      await field(t.password).fill(password);
      await press(t.confirm);
      const locks = () => page().evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name));
      await expect.poll(locks).toContain("meridian-activity");
      moduleStarted.resolve();
      await page().getByText(t.invited).first().waitFor();
      await expect.poll(() => order).toEqual(["verified", "jobs", "jobs"]);
      expectRefused(/member\/invite: 403$/);
    });

    it("publishes from the builder after a code by SMS", async () => {
      const mobile = `1385000000${index}`;
      await openAsOwner(mobile, "/builder");
      await page().frameLocator("iframe").locator("h1").waitFor();
      await page().locator("header").getByRole("button", { name: t.publish, exact: true }).click();
      await page().getByRole("dialog").getByRole("button", { name: t.publish, exact: true }).click();
      await verification().waitFor();
      expectRefused(/PublishPage: 403$/);
      await field(t.password).fill("half a thou");
      await press(t.useSms);
      // Text typed for one method is not shown for another.
      expect(await field(t.code).inputValue()).toBe("");
      await press(t.sendCode);
      await field(t.code).fill(await lastCode(server.url, mobile));
      await expectNoPageProblems(visitor);
      await press(t.confirm);
      await page().locator(".toast").getByText(t.published, { exact: true }).first().waitFor();
      await expectNoPageProblems(visitor);
    });

    it("closes only the verification on Escape, then shares a draft after the password", async () => {
      await openAsOwner(`1386000000${index}`, "/builder");
      await page().frameLocator("iframe").locator("h1").waitFor();
      const header = page().locator("header").first();
      if (width >= 640) await header.getByRole("button", { name: t.shareTitle, exact: true }).click();
      else {
        // On a phone the header has one line, and further actions are in a menu.
        expect((await header.boundingBox())!.height).toBeLessThan(60);
        await header.getByRole("button", { name: t.more, exact: true }).tap();
        await page().getByRole("menuitem", { name: t.shareTitle, exact: true }).tap();
      }
      const makeLinkButton = page()
        .getByRole("dialog", { name: t.shareTitle })
        .getByRole("button", { name: t.makeLink });
      await makeLinkButton.click();
      await verification().waitFor();
      // The focus is still outside the dialog when a person presses Escape at the moment it opens.
      await page().locator("body").dispatchEvent("keydown", { key: "Escape" });
      await verification().waitFor({ state: "detached" });
      await makeLinkButton.click();
      await verification().locator("input:focus").waitFor();
      await page().keyboard.press("Escape");
      await verification().waitFor({ state: "detached" });
      await makeLinkButton.click();
      await verification().waitFor();
      expectRefused(...[1, 2, 3].map(() => /SitePage\/Share: 403$/));
      await field(t.password).fill(password);
      await page().keyboard.press("Enter");
      await page().getByRole("textbox", { name: t.link, exact: true }).waitFor();
      await expectNoPageProblems(visitor);
    });

    it("lists sent messages after the password", async () => {
      const person = await superAdministrator(server);
      await givePassword(server, person, password);
      await openWithOldSession(person, "/paas/sms");
      await verification().waitFor();
      await press(t.cancel);
      await page().locator("main").getByText(t.verifyTitle).waitFor();
      await page().locator("main").getByRole("button", { name: t.retry }).click();
      await verification().waitFor();
      expectRefused(/sms\/messages/, /sms\/messages/);
      await field(t.password).fill(password);
      await press(t.confirm);
      await page().locator("main").getByRole("table").waitFor();
      await expectNoPageProblems(visitor);
    });
  },
);
