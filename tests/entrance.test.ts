/** Settings of the server: the secret address of the admin sign-in reveals nothing, grants nothing and is not logged (T-25); the second base; passwords. */
import { describe, expect, it } from "vitest";
import { client, contentOf } from "./support/client.ts";
import { openBrowser } from "./support/browser.ts";
import { lastCode } from "./support/mailbox.ts";
import { nextMobile } from "./support/people.ts";
import { type Server, sharedServer, startServer } from "./support/server.ts";

const secret = "north-gate-7Kq2";
const server = await startServer({
  ADMIN_SIGN: secret,
  LOG_LEVEL: "trace",
  PASSWORD_MAX: "64",
  PARTNER_API_PATH: "/partners/api",
});
const withoutSecret = await sharedServer();
const open = await openBrowser();
const tryEntrance = (value: unknown, target: Server = server) =>
  client(target).send("POST Api/Admin/CheckSign", { sign: value });

describe("B-308, Q-10, T-25: the admin sign-in address", () => {
  it("E-020: says yes to its secret and no to any other value, and to all of them where none is configured", async () => {
    expect(contentOf(await tryEntrance(secret))).toBe(true);
    const invalidSecrets = [secret.slice(0, -1), `${secret}x`, secret.toUpperCase(), "", "x".repeat(200), "undefined"];
    const answers = await Promise.all(invalidSecrets.map((value) => tryEntrance(value)));
    expect(answers.map((answer) => [answer.status, contentOf(answer)])).toEqual(invalidSecrets.map(() => [200, false]));
    expect(new Set(answers.map(({ body }) => JSON.stringify({ ...body, requestId: "" }))).size).toBe(1);
    for (const value of ["", "undefined", secret])
      expect(contentOf(await tryEntrance(value, withoutSecret))).toBe(false);
  });

  it("grants no rights by itself", async () => {
    const answer = await client(server).send(
      "POST Api/{type}/QuerySave",
      { type: "news" },
      { referer: `${server.url}/admin/login/${secret}` },
    );
    expect(answer.status).toBe(401);
  });

  it("does not appear in logs, and its page sends no referrer", async () => {
    await tryEntrance(secret);
    const { headers } = await fetch(`${server.url}/admin/login/${secret}`);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(server.output()).not.toContain(secret);
  });

  it("S-051, B-044, B-045: leads to the sign-in with the right secret, and home with a message otherwise", async () => {
    const validVisitor = await open({ url: server.url, locale: "zh" });
    await validVisitor.page.goto(`/admin/login/${secret}`);
    await validVisitor.page.waitForURL("**/user/login");
    const invalidVisitor = await open({ url: server.url, locale: "zh", width: 390 });
    await invalidVisitor.page.goto("/admin/login/nowhere");
    const alert = invalidVisitor.page.getByRole("dialog");
    await alert.getByText("后台入口地址错误").waitFor();
    await alert.getByRole("button", { name: "确定" }).click();
    await invalidVisitor.page.waitForURL("**/web/home");
    expect(await invalidVisitor.page.locator("h1").count()).toBe(1);
  });
});

describe("settings that scripts of pages need", () => {
  /** Requests a code from the second base and registers. */
  async function register(password: string) {
    const mobile = nextMobile();
    const { send } = client(server);
    const sent = await fetch(`${server.url}/partners/api/basic/sms/partners/code`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-meridian": "1" },
      body: JSON.stringify({ mobile }),
    });
    expect(sent.status).toBe(200);
    const verifyCode = await lastCode(server.url, mobile);
    return { mobile, answer: await send("POST Api/Member/Reg", { mobile, verifyCode, password }) };
  }

  it("E-001, B-258: the second base answers only the text messages to partners, in the data envelope", async () => {
    const post = (path: string, body: object) =>
      fetch(`${withoutSecret.url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-meridian": "1" },
        body: JSON.stringify(body),
      });
    const path = "/partner-api/basic/sms/partners/code";
    const sent = await post(path, { mobile: nextMobile() });
    expect([sent.status, await sent.json()]).toEqual([200, { code: 200, msg: "Success", data: { seconds: 60 } }]);
    const refused = await post(path.toUpperCase(), { mobile: "1" });
    expect([refused.status, await refused.json()]).toMatchObject([422, { code: 422, data: null }]);
    expect((await fetch(`${withoutSecret.url}${path}?mobile=${nextMobile()}`)).status).toBe(403);
    for (const other of ["/partner-api/basic/sms/loginCode", "/partner-api/user/login", "/partner-api"])
      expect([other, (await post(other, { mobile: nextMobile() })).status]).toEqual([other, 404]);
  });

  it("E-001: PARTNER_API_PATH is the second base, which pages name if it is not the default", async () => {
    const pages = await Promise.all(["/index", "/user/register"].map((path) => fetch(server.url + path)));
    for (const page of pages)
      expect(await page.text()).toMatch(/^<!doctype html><html[^>]* data-partner-api="\/partners\/api"/);
    const usual = await Promise.all(["/index", "/user/register"].map((path) => fetch(withoutSecret.url + path)));
    for (const page of usual) expect(await page.text()).not.toMatch(/data-partner-api|data-password-max/);
    const other = await fetch(`${server.url}/partner-api/basic/sms/partners/code`, { method: "POST" });
    expect(other.status).toBe(404);
  });

  it("O-2, Q-09: with PASSWORD_MAX, a password has up to 64 characters, nothing of it is cut off, and long ones need no mix", async () => {
    const long = "correct horse battery staple, in a harbour that never sleeps z😀😀";
    expect([...long]).toHaveLength(64);
    const { mobile, answer } = await register(long);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    const logIn = (password: string) => client(server).send("POST Api/Member/Login", { username: mobile, password });
    const others = [[...long].slice(0, -1).join(""), `${long}x`, `${long.slice(0, -2)}😁`];
    for (const wrong of others) expect((await logIn(wrong)).status).toBe(401);
    expect((await logIn(long)).status).toBe(200);
    for (const weak of ["onlyletters", "123456789012", "a1b2c", `${long}x`]) {
      const values = { mobile, verifyCode: "123456", password: weak };
      const refused = await client(server).send("POST Api/Member/Reg", values);
      const problem = "Use 6–64 characters with at least one digit and one letter";
      expect([refused.status, refused.body.fields]).toEqual([422, { password: problem }]);
    }
    expect(await (await fetch(`${server.url}/user/register`)).text()).toContain(' data-password-max="64"');
  });
});
