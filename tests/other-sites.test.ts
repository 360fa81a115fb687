/** Cross-site requests in the browser of a signed-in visitor have no effect (T-22, T-23, T-31). */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { routeOf } from "#server/http/calls.server.ts";
import { openBrowser, type Visitor } from "./support/browser.ts";
import { callDefinitions, callNames, inputOf } from "./support/expectations.ts";
import { newSpaceOwner } from "./support/people.ts";
import { idsOfRows, stateOf } from "./support/rows.ts";
import { startServer } from "./support/server.ts";

/** Every call with side effects. */
const writingCalls = callNames.filter(
  (name) => callDefinitions[name].method !== "GET" || callDefinitions[name].guardedGet === true,
);

const server = await startServer();
const open = await openBrowser();
let visitor: Visitor;
let attackerUrl = "";
let attackPage = "";

const attackerSite = createServer((request, response) => {
  response.setHeader("content-type", "text/html");
  response.end(request.url === "/attack" ? attackPage : "<!doctype html><title>blank</title>");
});
afterAll(() => attackerSite.close());

beforeAll(async () => {
  await new Promise<void>((resolve) => attackerSite.listen(0, "127.0.0.2", resolve));
  attackerUrl = `http://127.0.0.2:${(attackerSite.address() as AddressInfo).port}`;
  const person = await newSpaceOwner(server);
  visitor = await open({ url: server.url });
  await visitor.context.addCookies([
    { name: "sid", value: person.token, url: server.url, httpOnly: true, sameSite: "Lax" },
  ]);
  await visitor.context.addCookies([{ name: "signed_in", value: "1", url: server.url }]);
  const [row] = await server.database.system((tx) =>
    tx.rows<{ id: string }>(sql`select id from page where tenant_id = ${person.tenantId}::uuid limit 1`),
  );
  const rows = { ...idsOfRows(() => row!.id), member: person.memberId, path: "/attack" };
  const attacks = writingCalls.map((name) => {
    const { method, path } = callDefinitions[name];
    const { type: _type, ...input } = inputOf(name, rows, "page") as Record<string, unknown>;
    return { method, url: server.url + routeOf(path).replace(":type", "page"), input };
  });
  attackPage = `<!doctype html><title>attack</title><script>
    const attacks = ${JSON.stringify(attacks)};
    const query = (input) => new URLSearchParams(Object.entries(input).map(([k, v]) => [k, typeof v === "object" ? JSON.stringify(v) : v]));
    const ignoreErrors = (promise) => promise.catch(() => {});
    async function attack({ method, url, input }) {
      const urlWithQuery = url + "?" + query(input);
      const attempts = [];
      attempts.push(new Promise((done) => { const image = new Image(); image.onload = image.onerror = done; image.src = urlWithQuery; }));
      for (const type of ["text/plain", "application/x-www-form-urlencoded"])
        attempts.push(ignoreErrors(fetch(url, { method: "POST", mode: "no-cors", credentials: "include", headers: { "content-type": type }, body: JSON.stringify(input) })));
      attempts.push(ignoreErrors(fetch(method === "POST" ? url : urlWithQuery, { method, credentials: "include", headers: { "content-type": "application/json", "x-meridian": "1" }, ...(method === "POST" ? { body: JSON.stringify(input) } : {}) })));
      attempts.push(new Promise((done) => {
        const frame = document.createElement("iframe");
        frame.name = "f" + Math.random();
        document.body.append(frame);
        const form = document.createElement("form");
        Object.assign(form, { method: "post", enctype: "text/plain", action: url, target: frame.name });
        const field = document.createElement("input");
        Object.assign(field, { name: JSON.stringify(input).slice(0, -1) + ',"x":"', value: '"}' });
        form.append(field);
        document.body.append(form);
        frame.onload = done;
        form.submit();
      }));
      await Promise.all(attempts);
    }
    addEventListener("load", async () => { for (const call of attacks) await attack(call); document.title = "over"; });
  </script>`;
});

it(`T-22, T-31: ${writingCalls.length} calls from another site by images, forms and requests change nothing`, async () => {
  const { page, context } = visitor;
  await page.goto(`${server.url}/paas/user/setting`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const before = await stateOf(server);
  await page.goto(`${attackerUrl}/attack`);
  await page.waitForFunction(() => document.title === "over", undefined, { timeout: 60_000 });
  expect(await stateOf(server)).toEqual(before);
  // A navigation sends the cookie; calls with side effects that the contract defines as GET are still refused.
  for (const { method, path, guardedGet } of writingCalls.map((name) => callDefinitions[name])) {
    if (guardedGet !== true) continue;
    const answer = await page.goto(`${server.url}${routeOf(path)}?mobile=13700000001&payPassword=482913&code=000000`, {
      referer: attackerUrl,
    });
    expect([method, path, answer!.status()]).toEqual([method, path, 403]);
  }
  expect(await stateOf(server)).toEqual(before);
  expect((await context.request.get(`${server.url}/api/user/View`)).status()).toBe(200);
});

it.each([
  "https://evil.test",
  "null",
  "http://127.0.0.2",
  "http://localhost",
  "http://sub.localhost",
  "https://127.0.0.1",
  "http://127.0.0.1.evil.test",
  "http://evil.test?127.0.0.1",
  "file://",
  "chrome-extension://abc",
  "http://127.0.0.1:1",
  "*",
])("T-23: sends no CORS headers to the origin %s", async (origin) => {
  const preflight = {
    origin,
    "access-control-request-method": "POST",
    "access-control-request-headers": "x-meridian,content-type",
  };
  for (const path of ["/api/user/View", "/api/Member/Login", "/", "/files/x.png"]) {
    const answers = [
      await fetch(server.url + path, { method: "OPTIONS", headers: preflight }),
      await fetch(server.url + path, { headers: { origin } }),
    ];
    for (const { headers } of answers)
      expect([path, [...headers.keys()].filter((name) => name.startsWith("access-control-"))]).toEqual([path, []]);
  }
});

const guardedCalls = callNames.filter((name) => callDefinitions[name].guardedGet === true);

it("O-5, Q-04: calls with side effects that are GET also accept POST at the same URL", async () => {
  expect(guardedCalls.length).toBeGreaterThan(0);
  for (const name of guardedCalls) {
    const url = server.url + routeOf(callDefinitions[name].path);
    const headers = { "x-meridian": "1", "content-type": "application/json" };
    const [withoutHeader, withHeader, posted] = [
      await fetch(url),
      await fetch(url, { headers }),
      await fetch(url, { method: "POST", headers, body: "{}" }),
    ];
    // Without the header x-meridian the server refuses a GET request unread; with it, or by POST, it validates the input.
    expect([name, withoutHeader.status]).toEqual([name, 403]);
    expect([name, [401, 422], withHeader.status]).toEqual([
      name,
      expect.arrayContaining([withHeader.status]),
      posted.status,
    ]);
  }
});
