/** The identity provider of a space: what administrators set, what it ends, and the way of staff in a browser. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { devices, expectNoPageProblems, openBrowser } from "./support/browser.ts";
import { client, contentOf } from "./support/client.ts";
import { sessionCookies } from "./support/enter.ts";
import { clientSecret, startProvider } from "./support/oidc-provider.ts";
import { givePassword, newMember, newSpaceOwner, nextMobile, superAdministrator } from "./support/people.ts";
import { startServer } from "./support/server.ts";
import { createSignOn, type Settings } from "./support/single-sign-on.ts";
import { exportFolder, textsOf } from "./support/transfer.ts";
import { siteHost } from "./support/site-host.ts";

const server = await startServer({ WEBHOOK_HOSTS: "127.0.0.1" });
const { settingsOf, save, signOf, newSpace, openSpace, cookieBrowser, begin, signIn, isSignedIn } =
  createSignOn(server);

describe("the settings", () => {
  it("never show the secret again, to any role, by any call or export", async () => {
    const space = await openSpace();
    const employee = await newMember(server, space.owner.tenantId);
    const texts: string[] = [];
    for (const person of [space.owner, employee, await superAdministrator(server)]) {
      const api = client(server, person);
      for (const name of [
        "GET paas/identity-provider",
        "GET user/sso/link",
        "GET user/sso/button",
        "GET api/user/View",
      ])
        texts.push((await api.send(name)).text);
      texts.push((await api.send("GET Api/Audit/List", {})).text);
    }
    texts.push(...Object.values(await textsOf(await exportFolder(server, space.owner))));
    texts.push((await client(server).send("GET user/sso/button", { sign: space.sign })).text);
    texts.push(JSON.stringify(await server.database.system((tx) => tx.rows(sql`select * from identity_provider`))));
    expect(texts[0]).toContain(space.provider.origin);
    for (const text of texts) expect(text).not.toContain(clientSecret);
    expect((await client(server, employee).send("GET paas/identity-provider")).status).toBe(403);
  });

  it("T-63: do not accept addresses inside the network, and follow none", async () => {
    const owner = await newSpaceOwner(server);
    const provider = await startProvider();
    for (const issuer of [
      "https://localhost/",
      "https://[::1]/",
      "https://169.254.169.254/",
      "https://10.0.0.1/",
      "http://example.org/",
      "https://a:b@example.org/",
      "file:///etc/passwd",
    ]) {
      const answer = await save(owner, settingsOf(provider, { issuer }));
      expect([issuer, answer.status, Object.keys((answer.body.fields ?? {}) as object)]).toEqual([
        issuer,
        422,
        ["issuer"],
      ]);
    }
    // The address is right, but its configuration names one inside the network.
    expect((await save(owner, settingsOf(provider))).status).toBe(200);
    provider.state.metadata = { token_endpoint: "https://169.254.169.254/token" };
    const test = contentOf(await client(server, owner).send("POST paas/identity-provider/test")) as {
      works: boolean;
      text: { en: string };
    };
    expect(test).toMatchObject({ works: false, text: { en: expect.stringContaining("not allowed") } });
    // People are never sent to a script.
    provider.state.metadata = { authorization_endpoint: "javascript:alert(1)" };
    const answer = await client(server).send("POST user/sso/begin", { sign: await signOf(owner) });
    expect([answer.status, contentOf(answer)]).toEqual([401, null]);
  });

  it("are tested in words", async () => {
    const { owner, provider, settings } = await newSpace();
    const test = async () =>
      (contentOf(await client(server, owner).send("POST paas/identity-provider/test")) as { text: { en: string } }).text
        .en;
    expect(await test()).toBe("Connected: the configuration was found, and the client ID and secret are accepted");
    await save(owner, { ...settings, secret: "wrong" });
    expect(await test()).toBe("The identity provider refused the client ID or secret");
    provider.state.metadata = { issuer: "https://issuer.example" };
    expect(await test()).toContain("Check that the issuer is exactly");
    await save(owner, { ...settings, issuer: "http://127.0.0.1:1" });
    expect(await test()).toContain("cannot be reached");
  });

  it("need the secret again for another issuer, whose people have no links", async () => {
    const space = await openSpace();
    const { browser } = await signIn(space);
    const other = await startProvider();
    const { secret: _, ...withoutSecret } = { ...space.settings, issuer: other.origin } as Settings;
    const refused = await save(space.owner, withoutSecret);
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ["secret"]]);
    expect(await isSignedIn(browser)).toBe(true);
    expect((await save(space.owner, { ...withoutSecret, secret: clientSecret, addsMembers: false })).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
    other.state.person = { sub: "person-1" };
    expect((await signIn(space)).answer.status).toBe(403);
  });

  it.each(["disabled", "removed"])("end the sessions of a provider that is %s", async (what) => {
    const space = await openSpace();
    const { browser } = await signIn(space);
    const returned = await begin(browser, space.sign);
    const api = client(server, space.owner);
    const answer =
      what === "removed"
        ? await api.send("POST paas/identity-provider/remove")
        : await save(space.owner, { ...space.settings, isEnabled: false });
    expect(answer.status).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await browser.send("POST user/sso/finish", returned)).status).not.toBe(200);
    expect(contentOf(await client(server).send("GET user/sso/button", { sign: space.sign }))).toBeNull();
  });

  it("can require the provider of all but administrators", async () => {
    const space = await newSpace();
    const mobile = nextMobile();
    const employee = await newMember(server, space.owner.tenantId, mobile);
    await givePassword(server, employee, "correct horse 1");
    expect((await save(space.owner, { ...space.settings, allowsPassword: false })).status).toBe(200);
    expect(await isSignedIn(cookieBrowser(employee))).toBe(false);
    expect(await isSignedIn(cookieBrowser(space.owner))).toBe(true);
    const answer = await client(server).send("POST Api/Member/Login", {
      username: mobile,
      password: "correct horse 1",
    });
    expect([answer.status, answer.body.message]).toEqual([403, "This space requires you to sign in with Staff"]);
  });
});

const words = {
  zh: {
    button: "使用“员工登录”登录",
    arrived: "/paas/index",
    other: "使用单点登录",
    sign: "空间编码",
    next: "继续",
    cancelled: "您取消了登录",
    link: "关联",
    settings: "员工单点登录",
    test: "测试连接",
    connected: "连接正常",
  },
  en: {
    button: "Sign in with Staff",
    arrived: "/paas/index",
    other: "Use single sign-on",
    sign: "Sign of the space",
    next: "Continue",
    cancelled: "You cancelled the sign-in",
    link: "Link",
    settings: "Staff single sign-on",
    test: "Test connection",
    connected: "Connected:",
  },
};

describe.each(devices)("a member of staff in $locale at $width px", ({ locale, width }) => {
  const word = words[locale];
  it("signs in with the button of the space, and by its sign", async () => {
    const open = await openBrowser();
    const space = await openSpace();
    const host = `http://${await siteHost(server, space.owner)}:${new URL(server.url).port}`;
    const visitor = await open({ url: host, locale, width });
    const { page } = visitor;
    await page.goto("/user/login");
    // An address of another site is not a return address.
    await page.evaluate(() => sessionStorage.setItem("return_address", "//evil.example/paas/index"));
    await page.getByRole("button", { name: word.button }).click();
    await page.waitForURL(`${host}${word.arrived}`);
    const byCode = await open({ url: server.url, locale, width });
    await byCode.page.goto("/user/login");
    await byCode.page.getByRole("link", { name: word.other }).click();
    await byCode.page.getByLabel(word.sign).fill(space.sign);
    space.provider.state.refuses = true;
    await byCode.page.getByRole("button", { name: word.next }).click();
    await byCode.page.getByRole("alert").getByText(word.cancelled).waitFor();
    // The refusal.
    expect(byCode.problems.splice(0)).toEqual([expect.stringContaining("/api/user/sso/finish: 401")]);
    await expectNoPageProblems(byCode);
    expect(new URL(byCode.page.url()).search).toBe("");
    space.provider.state.refuses = false;
    await byCode.page.goto(`/user/login?sign=${space.sign}`);
    await byCode.page.getByRole("button", { name: word.button }).click();
    await byCode.page.waitForURL(`**${word.arrived}`);
    expect(visitor.problems).toEqual([]);
  });

  it("is linked in the settings, where an administrator tests the connection", async () => {
    const open = await openBrowser();
    const space = await newSpace();
    const visitor = await open({ url: server.url, locale, width });
    const { page, context, problems } = visitor;
    await context.addCookies(sessionCookies(space.owner, server.url));
    await page.goto("/paas/user/setting");
    await page.getByRole("button", { name: word.test }).click();
    await page.getByText(word.connected).waitFor();
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: word.link, exact: true }).click();
    await page.waitForURL("**/paas/user/setting");
    await expect
      .poll(async () => contentOf(await client(server, space.owner).send("GET user/sso/link")))
      .toMatchObject({ link: { email: "" } });
    expect(problems).toEqual([]);
  });
});
