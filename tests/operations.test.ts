/** The operation of the program: health, metrics, request ids, headers, logs without secrets, and an orderly shutdown. */
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { sql } from "drizzle-orm";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { client } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { launch } from "./support/program.ts";
import { runAsOwner, startServer } from "./support/server.ts";

const server = await startServer({ LOG_LEVEL: "trace" });
// A connection may take two fifths of the limit. The program would not start on a busy machine if that were much less.
const serverWithToken = await startServer({ METRICS_TOKEN: "a-token-for-the-metrics", DATABASE_TIMEOUT: "5" });

async function runAsAdmin(action: (admin: pg.Client) => Promise<unknown>, { databaseUrl } = server): Promise<void> {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  try {
    await action(admin);
  } finally {
    await admin.end();
  }
}

it("R-05: works again without a restart after the database has closed every connection, also for what other processes tell it", async () => {
  const { send } = client(server, await newSpaceOwner(server));
  const others = "datname = current_database() and pid <> pg_backend_pid()";
  await runAsAdmin(async (admin) => {
    const closed = await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`);
    expect(closed.rowCount).toBeGreaterThan(1);
    await expect.poll(async () => (await fetch(`${server.url}/health/ready`)).status).toBe(200);
    const listening = `select 1 from pg_stat_activity where ${others} and application_name = 'meridian listen'`;
    // The program's and that of this test.
    await expect.poll(async () => (await admin.query(listening)).rowCount).toBe(2);
  });
  expect((await send("GET api/user/View")).status).toBe(200);
  const title = { zh: "恢复", en: "Back" };
  expect(
    (await send("POST Api/{type}/QueryAdd", { type: "news", title, kind: "company", status: "draft" })).status,
  ).toBe(200);
});

it("R-07: refuses requests whose connections hang with 503, and later ones use new connections", async () => {
  const { send } = client(serverWithToken, await newSpaceOwner(serverWithToken));
  // The pool has opened its connections.
  await Promise.all(Array.from({ length: 12 }, () => send("GET api/user/View")));
  await runAsAdmin(async (admin) => {
    const { rows } = await admin.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'meridian'",
    );
    expect(rows.length).toBeGreaterThan(1);
    const signal = (name: NodeJS.Signals) => rows.forEach(({ pid }) => process.kill(pid, name));
    signal("SIGSTOP");
    try {
      const { status, headers } = await send("GET api/user/View");
      expect([status, headers.get("retry-after")]).toEqual([503, "2"]);
      await expect.poll(async () => (await send("GET api/user/View")).status).toBe(200);
    } finally {
      signal("SIGCONT");
    }
    expect((await send("GET api/user/View")).status).toBe(200);
  }, serverWithToken);
});

describe("health and metrics", () => {
  it("reports that it is live and ready", async () => {
    for (const path of ["/health/live", "/health/ready"]) {
      const answer = await fetch(server.url + path);
      expect([path, answer.status, answer.headers.get("cache-control")]).toEqual([path, 200, "no-store"]);
    }
  });

  it("counts requests by route, not by URL", async () => {
    await client(server).send("GET basic/ip/country");
    await fetch(`${server.url}/api/news/QueryById?id=secret-id`);
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text).toMatch(/http_request_duration_seconds_count\{[^}]*route="\/api\/basic\/ip\/country"/);
    expect(text).toContain('route="/api/:type/QueryById"');
    expect(text).not.toContain("secret-id");
  });

  it("reports the bytes of cached pages, once for each page", async () => {
    const cachedBytes = async () => {
      const text = await (await fetch(`${server.url}/metrics`)).text();
      return Number(/^public_pages_cache_bytes (\d+)$/m.exec(text)![1]);
    };
    const read = async () => (await fetch(`${server.url}/price?language=en`)).arrayBuffer();
    const before = await cachedBytes();
    await read();
    const after = await cachedBytes();
    expect(after - before).toBeGreaterThan(10_000);
    await read();
    expect(await cachedBytes()).toBe(after);
  });

  it("shows metrics only with the token, if one is set", async () => {
    expect((await fetch(`${serverWithToken.url}/metrics`)).status).toBe(404);
    expect(
      (await fetch(`${serverWithToken.url}/metrics`, { headers: { authorization: "Bearer a-token-for-the-metrics" } }))
        .status,
    ).toBe(200);
  });
});

describe("every response", () => {
  it.each([
    "/",
    "/no-such-page",
    "/api/no/such/call",
    "/api/basic/ip/country",
    "/paas/index",
    "/assets/icon.svg",
    "/health/live",
  ])("T-71: %s has the security headers", async (path) => {
    const { headers } = await fetch(server.url + path, { redirect: "manual" });
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("x-powered-by")).toBeNull();
    if (headers.get("content-type")?.startsWith("text/html"))
      expect(headers.get("content-security-policy")).toMatch(/default-src 'none'|default-src 'self'/);
  });

  it("T-72, R-40: has a request id; an unexpected error reveals only that id, which is in the log", async () => {
    // The table is renamed while the program runs.
    await runAsAdmin((admin) => admin.query("alter table contact_message rename to contact_message_away"));
    const message = { name: "Ada", contact: "ada@example.org", message: "private words" };
    const { status, body, headers } = await client(server).send("POST basic/contact/submit", message);
    await runAsAdmin((admin) => admin.query("alter table contact_message_away rename to contact_message"));
    expect(status).toBe(500);
    expect(Object.keys(body).toSorted()).toEqual(["code", "data", "msg", "requestId"]);
    expect(server.output()).toContain(body.requestId as string);
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});

it("T-29: secrets are never logged", async () => {
  const secret = "Tr0ub4dor-and-3";
  await client(server).send("POST Api/Member/Login", { username: "13700000000", password: secret });
  await client(server).send("POST Api/Member/Reg", { mobile: "13700000000", verifyCode: "135791", password: secret });
  const person = await newSpaceOwner(server);
  await client(server, person).send("GET api/user/View");
  expect(server.output().length).toBeGreaterThan(100);
  for (const hidden of [secret, "135791", person.token]) expect(server.output()).not.toContain(hidden);
});

it("keeps idle connections open longer than proxies do", async () => {
  const { hostname, port } = new URL(server.url);
  const outgoing = request({ hostname, port, path: "/health/live", headers: { connection: "keep-alive" } }).end();
  const [answer] = (await once(outgoing, "response")) as [{ headers: Record<string, string>; destroy: () => void }];
  answer.destroy();
  expect(answer.headers["keep-alive"]).toBe("timeout=75");
});

it("R-03: shuts down in order: finishes running requests, refuses new connections, exits cleanly", async () => {
  const program = await launch({ DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl });
  const { hostname, port } = new URL(program.url);
  // A running request, whose body has not arrived yet.
  const body = JSON.stringify({ username: "nobody", password: "wrong" });
  const slowRequest = request({
    hostname,
    port,
    path: "/api/Member/Login",
    method: "POST",
    headers: { "content-type": "application/json", "content-length": body.length, "x-meridian": "1" },
  });
  slowRequest.flushHeaders();
  await once(slowRequest, "socket").then(([socket]) => (socket.connecting ? once(socket, "connect") : undefined));
  await fetch(`${program.url}/health/live`);
  program.process.kill("SIGTERM");
  slowRequest.end(body);
  const [answer] = (await once(slowRequest, "response")) as [{ statusCode: number }];
  expect(answer.statusCode).toBe(401);
  const [code] = await once(program.process, "exit");
  expect(code).toBe(0);
  await expect(fetch(`${program.url}/health/live`)).rejects.toThrow("fetch failed");
});

it("R-03: behind a proxy, answers on connections that are open while it stops, says that each is the last, and then exits", async () => {
  const settings = { DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl, TRUST_PROXY: "127.0.0.1" };
  const program = await launch(settings);
  const agent = new Agent({ keepAlive: true });
  const send = async (method: string, path: string, body = "") => {
    const headers = { "content-type": "application/json", "content-length": body.length, "x-meridian": "1" };
    const sent = request(`${program.url}${path}`, { agent, method, headers });
    sent.end(body);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    return {
      status: answer.statusCode,
      connection: answer.headers.connection,
      text: Buffer.concat(await answer.toArray()).toString(),
    };
  };
  // Three connections, which are idle afterwards.
  const opened = await Promise.all(Array.from({ length: 3 }, () => send("GET", "/health/ready")));
  expect(opened.map(({ status, connection }) => [status, connection])).toEqual(opened.map(() => [200, "keep-alive"]));
  program.process.kill("SIGTERM");
  const connect = () =>
    fetch(`${program.url}/health/live`, { headers: { connection: "close" } }).then(
      () => "accepted",
      () => "refused",
    );
  await expect.poll(connect).toBe("refused");
  const ready = await send("GET", "/health/ready");
  expect(ready).toEqual({ status: 503, connection: "close", text: '{"status":"stopping"}' });
  const body = JSON.stringify({ username: "nobody", password: "wrong" });
  expect(await send("POST", "/api/Member/Login", body)).toMatchObject({ status: 401, connection: "close" });
  expect(await send("GET", "/")).toMatchObject({ status: 200, connection: "close" });
  const [code] = await once(program.process, "exit");
  expect(code).toBe(0);
  agent.destroy();
});

it("T-07, R-06: cancels a statement after DATABASE_TIMEOUT and asks the caller to retry", async () => {
  const shortTimeoutServer = await startServer({ DATABASE_TIMEOUT: "5" });
  const owner = await newSpaceOwner(shortTimeoutServer);
  await shortTimeoutServer.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`insert into news (id, tenant_id, title, kind, status)
      values (gen_random_uuid(), ${owner.tenantId}::uuid, '{}', 'company', 'draft')`),
  );
  await runAsOwner(
    shortTimeoutServer,
    "create policy endless on news as restrictive using (pg_sleep(3600)::text = '')",
  );
  const answer = await client(shortTimeoutServer, owner).send("POST paas/table/search", {
    paraModel: { url: "/admin/news/list" },
  });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
});

it("refuses to start with an invalid setting and names it", async () => {
  await expect(launch({ PORT: "not-a-port" })).rejects.toThrow(/PORT/);
  await expect(launch({ DATABASE_URL: "mysql://localhost/x" })).rejects.toThrow(/DATABASE_URL/);
});
