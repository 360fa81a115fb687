/** Registration: its URL, Back, and explicit consent. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { expectNoPageProblems, openBrowser, type Visitor, swappedDevices } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { lastCode } from "../support/mailbox.ts";
import { newSpaceOwner, nextMobile } from "../support/people.ts";
import { sendWithProof } from "../support/proof.ts";
import { readPage } from "../support/read-page.ts";
import { sharedServer } from "../support/server.ts";
import { siteHost } from "../support/site-host.ts";

const texts = {
  zh: {
    agreement: "用户协议",
    privacy: "隐私政策",
    consentRequired: "请先阅读并同意《用户协议》和《隐私政策》",
    title: /^注册/,
  },
  en: {
    agreement: "User agreement",
    privacy: "Privacy policy",
    consentRequired: "Accept the user agreement and the privacy policy to continue",
    title: /^(Register|Sign up)/,
  },
};

const server = await sharedServer();
const open = await openBrowser();
const registerPath = "/user/register";

describe.each(swappedDevices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];
  const mobile = nextMobile();
  const pathOf = ({ page }: Visitor) => new URL(page.url()).pathname;
  const dialog = (visitor: Visitor) => visitor.page.locator("dialog.sign-in-dialog");

  it("gives the registration dialog a URL, and closes the dialog on Back without leaving the site", async () => {
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    await page.goto("/introduce");
    await page.locator("[data-sign-in=reg]:visible").click();
    await dialog(visitor).waitFor();
    await page.waitForURL(`**${registerPath}`);
    await expectNoPageProblems(visitor);
    await page.goBack();
    await dialog(visitor).waitFor({ state: "detached" });
    await page.waitForURL("**/introduce");
    await page.goForward();
    await dialog(visitor).waitFor();
    await page.waitForURL(`**${registerPath}`);
    await page.keyboard.press("Escape");
    await dialog(visitor).waitFor({ state: "detached" });
    await page.waitForURL("**/introduce");
    await page.goForward();
    await dialog(visitor).waitFor();
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.title()).toMatch(t.title);
    await expectNoPageProblems(visitor);
    await page.goBack();
    await page.waitForURL("**/introduce");
  });

  it("switches between registration and sign-in, each at its URL", async () => {
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    await page.goto(registerPath);
    await page.locator("input[name=agreed]").waitFor();
    await page.locator(".sign-in .foot button").click();
    await page.locator("input[name=username]").waitFor();
    await expect.poll(() => pathOf(visitor)).toBe("/user/login");
    await page.goBack();
    await page.locator("input[name=agreed]").waitFor();
    await page.waitForURL(`**${registerPath}`);
    await page.goto("/user/login?view=reg");
    await page.locator("input[name=agreed]").waitFor();
  });

  it("requires consent to both documents, links them, and stores the time of consent", async () => {
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    await page.goto(registerPath);
    const form = page.locator("form.sign-in");
    await form.locator("input[name=mobile]").fill(mobile);
    await form.locator(".send").click();
    await form.locator("input[name=code]").fill(await lastCode(server.url, mobile));
    await form.locator("input[name=password]").fill("Lantern7");
    await form.locator("button.go").click();
    await form.getByText(t.consentRequired).waitFor();
    expect(await form.locator("input[name=agreed]").evaluate((checkbox) => checkbox === document.activeElement)).toBe(
      true,
    );
    await expectNoPageProblems(visitor);
    for (const [name, title] of [
      ["id=2", t.agreement],
      ["id=3", t.privacy],
    ] as const) {
      const opening = page.context().waitForEvent("page");
      await form.locator(`a[href$="${name}"]`).click();
      const document = await opening;
      await document.getByRole("heading", { level: 1, name: title }).waitFor();
      await document.close();
    }
    expect(await form.locator("input[name=password]").inputValue()).toBe("Lantern7");
    await form.locator("input[name=agreed]").press("Space");
    await form.locator("button.go").click();
    await page.waitForURL("**/paas/index");
    const [account] = await server.database.system((tx) =>
      tx.rows<{ agreed: boolean }>(
        sql`select agreed_at > now() - interval '5 minutes' as agreed from account where mobile = ${mobile}`,
      ),
    );
    expect(account).toEqual({ agreed: true });
  });

  it("registers on the page, with an idempotency key, when the code that makes the key does not load for the dialog", async () => {
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    const sentKeys: (string | undefined)[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/Member/Reg")) sentKeys.push(request.headers()["idempotency-key"]);
    });
    await page.route("**/assets/legacy-headers*.js", (route) => route.abort());
    await page.goto("/introduce");
    await page.locator("[data-sign-in=reg]:visible").click();
    const form = page.locator("form.sign-in");
    const newMobile = nextMobile();
    await form.locator("input[name=mobile]").fill(newMobile);
    await form.locator(".send").click();
    await form.locator("input[name=code]").fill(await lastCode(server.url, newMobile));
    await form.locator("input[name=password]").fill("Lantern7");
    await form.locator("input[name=agreed]").press("Space");
    const dialogCount = await dialog(visitor).count();
    await form.locator("button.go").click();
    await page.waitForURL("**/paas/index");
    expect([dialogCount, sentKeys]).toEqual([0, [expect.any(String)]]);
  });
});

it("refuses a registration without consent", async () => {
  const mobile = nextMobile();
  const { send } = client(server);
  await sendWithProof(send, "POST Api/Sms/SendVerifiyCode", { mobile });
  const input = { mobile, verifyCode: await lastCode(server.url, mobile), password: "Lantern7" };
  const refused = await send("POST Api/Member/Reg", { ...input, agreed: false });
  expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ["agreed"]]);
  expect((await send("POST Api/Member/Reg", { ...input, agreed: true })).status).toBe(200);
});

it("redirects from the site of a space to the documents of the platform", async () => {
  const { tenantId } = await newSpaceOwner(server);
  const hostName = await siteHost(server, { tenantId });
  const { port } = new URL(server.url);
  const host = `${hostName}:${port}`;
  const response = await readPage(`${server.url}/html?method=contract&id=3`, { host });
  expect([response.status, response.headers.location]).toEqual([
    302,
    `http://localhost:${port}/html?method=contract&id=3`,
  ]);
  expect((await readPage(`${server.url}/no/such/page`, { host })).status).toBe(404);
});
