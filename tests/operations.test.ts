/** What operators rely on: health, metrics, request ids, headers, logs without secrets, and an orderly end. */
import { once } from "node:events";
import { request } from "node:http";
import { sql } from "drizzle-orm";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { client } from "./support/client.ts";
import { newSpace } from "./support/people.ts";
import { launch } from "./support/program.ts";
import { asOwner, startServer } from "./support/server.ts";

const server = await startServer({ LOG_LEVEL: "trace" });
const guarded = await startServer({ METRICS_TOKEN: "a-token-for-the-metrics" });

async function withAdmin(work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: server.databaseUrl });
  await admin.connect();
  await work(admin);
  await admin.end();
}

describe("health and metrics", () => {
  it("says that it lives and that it is ready", async () => {
    for (const path of ["/health/live", "/health/ready"]) {
      const answer = await fetch(server.url + path);
      expect([path, answer.status, answer.headers.get("cache-control")]).toEqual([path, 200, "no-store"]);
    }
  });

  it("counts requests by route, never by address", async () => {
    await client(server).send("GET basic/ip/country");
    await fetch(`${server.url}/api/news/QueryById?id=secret-id`);
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text).toMatch(/http_request_duration_seconds_count\{[^}]*route="\/api\/basic\/ip\/country"/);
    expect(text).toContain('route="/api/:type/QueryById"');
    expect(text).not.toContain("secret-id");
  });

  it("says how many bytes of pages are kept: none more for one that is kept already", async () => {
    const cached = async () => {
      const text = await (await fetch(`${server.url}/metrics`)).text();
      return Number(/^public_pages_cache_bytes (\d+)$/m.exec(text)![1]);
    };
    const read = async () => (await fetch(`${server.url}/price?language=en`)).arrayBuffer();
    const before = await cached();
    await read();
    const after = await cached();
    expect(after - before).toBeGreaterThan(10_000);
    await read();
    expect(await cached()).toBe(after);
  });

  it("shows metrics to whoever has the token, when there is one", async () => {
    expect((await fetch(`${guarded.url}/metrics`)).status).toBe(404);
    expect(
      (await fetch(`${guarded.url}/metrics`, { headers: { authorization: "Bearer a-token-for-the-metrics" } })).status,
    ).toBe(200);
  });
});

describe("every answer", () => {
  it.each([
    "/",
    "/no-such-page",
    "/api/no/such/call",
    "/api/basic/ip/country",
    "/paas/index",
    "/assets/icon.svg",
    "/health/live",
  ])("T-71: %s carries the security headers", async (path) => {
    const { headers } = await fetch(server.url + path, { redirect: "manual" });
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("x-powered-by")).toBeNull();
    if (headers.get("content-type")?.startsWith("text/html"))
      expect(headers.get("content-security-policy")).toMatch(/default-src 'none'|default-src 'self'/);
  });

  it("T-72, R-40: is named; a failure nobody foresaw says its name and nothing else, and the log has it", async () => {
    // The table goes away under the program, as a disk or a mistaken hand would have it.
    await withAdmin((admin) => admin.query("alter table contact_message rename to contact_message_away"));
    const message = { name: "Ada", contact: "ada@example.org", message: "private words" };
    const { status, body, headers } = await client(server).send("POST basic/contact/submit", message);
    await withAdmin((admin) => admin.query("alter table contact_message_away rename to contact_message"));
    expect(status).toBe(500);
    expect(Object.keys(body).toSorted()).toEqual(["code", "data", "msg", "requestId"]);
    expect(server.output()).toContain(body.requestId as string);
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});

it("T-29: secrets never reach the log", async () => {
  const secret = "Tr0ub4dor-and-3";
  await client(server).send("POST Api/Member/Login", { username: "13700000000", password: secret });
  await client(server).send("POST Api/Member/Reg", { mobile: "13700000000", verifyCode: "135791", password: secret });
  const person = await newSpace(server);
  await client(server, person).send("GET api/user/View");
  expect(server.output().length).toBeGreaterThan(100);
  for (const hidden of [secret, "135791", person.token]) expect(server.output()).not.toContain(hidden);
});

it("keeps a connection that is not used for longer than proxies keep theirs", async () => {
  const { hostname, port } = new URL(server.url);
  const asked = request({ hostname, port, path: "/health/live", headers: { connection: "keep-alive" } }).end();
  const [answer] = (await once(asked, "response")) as [{ headers: Record<string, string>; destroy: () => void }];
  answer.destroy();
  expect(answer.headers["keep-alive"]).toBe("timeout=75");
});

it("R-03: stops in order: what runs is finished, new connections are refused, the exit is clean", async () => {
  const own = await launch({ DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl });
  const { hostname, port } = new URL(own.url);
  // A request that is under way: its body has not come yet.
  const body = JSON.stringify({ username: "nobody", password: "wrong" });
  const slow = request({
    hostname,
    port,
    path: "/api/Member/Login",
    method: "POST",
    headers: { "content-type": "application/json", "content-length": body.length, "x-meridian": "1" },
  });
  slow.flushHeaders();
  await once(slow, "socket").then(([socket]) => (socket.connecting ? once(socket, "connect") : undefined));
  await fetch(`${own.url}/health/live`);
  own.process.kill("SIGTERM");
  slow.end(body);
  const [answer] = (await once(slow, "response")) as [{ statusCode: number }];
  expect(answer.statusCode).toBe(401);
  const [code] = await once(own.process, "exit");
  expect(code).toBe(0);
  await expect(fetch(`${own.url}/health/live`)).rejects.toThrow("fetch failed");
});

it("T-07, R-06: a statement that takes longer than DATABASE_TIMEOUT is ended and the caller asked to come again", async () => {
  const impatient = await startServer({ DATABASE_TIMEOUT: "1" });
  const owner = await newSpace(impatient);
  await impatient.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`insert into news (id, tenant_id, title, kind, status)
      values (gen_random_uuid(), ${owner.tenantId}::uuid, '{}', 'company', 'draft')`),
  );
  await asOwner(impatient, "create policy endless on news as restrictive using (pg_sleep(3600)::text = '')");
  const answer = await client(impatient, owner).send("POST paas/table/search", {
    paraModel: { url: "/admin/news/list" },
  });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
});

it("a wrong setting stops the start and names itself", async () => {
  await expect(launch({ PORT: "not-a-port" })).rejects.toThrow(/PORT/);
  await expect(launch({ DATABASE_URL: "mysql://localhost/x" })).rejects.toThrow(/DATABASE_URL/);
});
