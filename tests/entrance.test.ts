/** T-25: the secret address of the admin sign-in reveals nothing, grants nothing and is not logged. */
import { describe, expect, it } from "vitest";
import { client, contentOf } from "./support/client.ts";
import { openBrowser } from "./support/browser.ts";
import { type Server, sharedServer, startServer } from "./support/server.ts";

const secret = "north-gate-7Kq2";
const server = await startServer({ ADMIN_SIGN: secret, LOG_LEVEL: "trace" });
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
