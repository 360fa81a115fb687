/** T-25: the admin sign-in tells nothing, grants nothing and leaks nowhere. */
import { describe, expect, it } from "vitest";
import { client } from "./support/client.ts";
import { openBrowser } from "./support/browser.ts";
import { startServer } from "./support/server.ts";

const sign = "north-gate-7Kq2";
const server = await startServer({ ADMIN_SIGN: sign, LOG_LEVEL: "trace" });
const without = await startServer();
const open = await openBrowser();
const knock = (given: unknown, at = server) => client(at).send("POST admin/entrance", { sign: given });

describe("B-308, Q-10, T-25: the entrance", () => {
  it("E-020: knows its sign, and answers every other like an address that is not there", async () => {
    expect((await knock(sign)).status).toBe(200);
    const wrong = [sign.slice(0, -1), `${sign}x`, sign.toUpperCase(), "", "x".repeat(200), "undefined"];
    const answers = await Promise.all(wrong.map((given) => knock(given)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect(new Set(answers.map(({ body }) => JSON.stringify({ ...body, requestId: "" }))).size).toBe(1);
    for (const given of ["", "undefined", sign]) expect((await knock(given, without)).status).toBe(404);
  });

  it("grants nothing by itself", async () => {
    const answer = await client(server).send(
      "POST Api/{type}/QuerySave",
      { type: "news" },
      { referer: `${server.url}/admin/login/${sign}` },
    );
    expect(answer.status).toBe(401);
  });

  it("does not stand in logs, and its page sends no referrer", async () => {
    await knock(sign);
    const { headers } = await fetch(`${server.url}/admin/login/${sign}`);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(server.output()).not.toContain(sign);
  });

  it("S-051, B-044, B-045: leads to signing in with the right sign; with a wrong one it says so and leads home", async () => {
    const right = await open({ url: server.url, locale: "zh" });
    await right.page.goto(`/admin/login/${sign}`);
    await right.page.waitForURL("**/user/login");
    const wrong = await open({ url: server.url, locale: "zh", width: 390 });
    await wrong.page.goto("/admin/login/nowhere");
    const alert = wrong.page.getByRole("dialog");
    await alert.getByText("后台入口地址错误").waitFor();
    await alert.getByRole("button", { name: "确定" }).click();
    await wrong.page.waitForURL("**/web/home");
    expect(await wrong.page.locator("h1").count()).toBe(1);
  });
});
