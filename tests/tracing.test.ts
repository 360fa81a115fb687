/** Traces by OpenTelemetry: spans of requests, calls, statements, jobs and requests to others, sent to a receiver; nothing of them without an endpoint. */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { readEnv } from "#server/env.server.ts";
import { client, contentOf } from "./support/client.ts";
import { newSpaceOwner, nextMobile, type Person } from "./support/people.ts";
import { startReceiver } from "./support/receiver.ts";
import { sameText } from "./support/roles.ts";
import { type Server, startServer } from "./support/server.ts";

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
  status: { code?: number };
};
type Delivery = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[] };

const collector = await startReceiver();
collector.answers.set("/v1/traces", { status: 200, text: "{}", headers: { "content-type": "application/json" } });
const provider = await startReceiver();
provider.answers.set("/v1/chat/completions", {
  status: 200,
  text: JSON.stringify({ choices: [{ message: { content: "An answer" } }] }),
});
const apiKey = "key-of-the-provider";
const mobile = nextMobile();
let server: Server;
let owner: Person;
beforeAll(async () => {
  server = await startServer({
    NODE_ENV: "test",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
    OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=abc",
    OTEL_SERVICE_NAME: "meridian-of-tests",
    OTEL_BSP_SCHEDULE_DELAY: "100",
    AI_ENDPOINT: `${provider.origin}/v1`,
    AI_KEY: apiKey,
    AI_MODEL: "model-of-tests",
  });
  owner = await newSpaceOwner(server, mobile);
});

const deliveries = () =>
  collector.received.filter(({ path }) => path === "/v1/traces").map(({ text }) => JSON.parse(text) as Delivery);
const spans = () =>
  deliveries().flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
const valueOf = ({ attributes }: { attributes: Attribute[] }, key: string) => {
  const value = attributes.find((attribute) => attribute.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};
const newTrace = () => ({ id: crypto.randomUUID().replaceAll("-", ""), parent: "00f067aa0ba902b7" });
const headerOf = ({ id, parent }: ReturnType<typeof newTrace>, flags = "01") => ({
  traceparent: `00-${id}-${parent}-${flags}`,
});

/** The spans of a trace, once that of its request has arrived, which ends last. */
async function traceOf({ id, parent }: ReturnType<typeof newTrace>): Promise<Span[]> {
  const ofTrace = () => spans().filter(({ traceId }) => traceId === id);
  await expect
    .poll(() => ofTrace().some(({ parentSpanId }) => parentSpanId === parent), { timeout: 15_000 })
    .toBe(true);
  return ofTrace();
}

describe("a trace", () => {
  it("goes on from the request through call and statements, under routes and placeholders, without anything that people sent", async () => {
    const api = client(server, owner);
    const trace = newTrace();
    const word = "Secretword";
    const news = { type: "news", title: sameText(word), kind: "company", status: "draft" };
    const added = await api.send("POST Api/{type}/QueryAdd", news, headerOf(trace));
    expect(added.status, added.text).toBe(200);
    const found = await traceOf(trace);
    const request = found.find(({ kind }) => kind === 2)!;
    expect([request.name, request.parentSpanId]).toEqual(["POST /api/:type/QueryAdd", trace.parent]);
    expect(
      ["http.route", "http.request.method", "http.response.status_code"].map((key) => valueOf(request, key)),
    ).toEqual(["/api/:type/QueryAdd", "POST", 200]);
    const call = found.find(({ name }) => name === "call POST Api/{type}/QueryAdd")!;
    expect(call.parentSpanId).toBe(request.spanId);
    const statements = found.filter((span) => valueOf(span, "db.system.name") === "postgresql");
    const insert = statements.find((span) => /insert into "?news"?/i.test(String(valueOf(span, "db.query.text"))))!;
    expect([insert.name, insert.parentSpanId]).toEqual(["INSERT", call.spanId]);
    expect(valueOf(insert, "db.query.text")).toContain("$1");
    const sent = collector.received.map(({ text }) => text).join("\n");
    for (const secret of [word, owner.token, owner.memberId, owner.tenantId, mobile])
      expect(sent).not.toContain(secret);
    expect(collector.received[0]!.headers["x-collector-key"]).toBe("abc");
    const { resource } = deliveries()[0]!.resourceSpans[0]!;
    expect(valueOf(resource, "service.name")).toBe("meridian-of-tests");
  });

  it("is handed on to services of others, whose spans name the host, and neither key nor text", async () => {
    const api = client(server, owner);
    await api.call("POST Api/{type}/QueryAdd", {
      type: "autoConfig",
      configType: "AiPrompt",
      value: JSON.stringify({ url: "/intro", prompt: "Write a private intro." }),
    } as never);
    const trace = newTrace();
    const answer = await api.send("GET paas/ai/get", { url: "/intro", name: "Private name" }, headerOf(trace));
    expect(contentOf(answer)).toMatchObject({ text: "An answer" });
    const request = (await traceOf(trace)).find((span) => valueOf(span, "server.address") === "127.0.0.1")!;
    expect([request.name, request.kind, valueOf(request, "http.response.status_code")]).toEqual(["POST", 3, 200]);
    expect(provider.received.at(-1)!.headers.traceparent).toBe(`00-${trace.id}-${request.spanId}-01`);
    const sent = collector.received.map(({ text }) => text).join("\n");
    for (const secret of [apiKey, "Private name", "private intro", "An answer"]) expect(sent).not.toContain(secret);
  });

  it("begins with a job and with a request whose header is malformed, fails with a code, and is not kept where the caller keeps none", async () => {
    const api = client(server, owner);
    const [unsampled, unknown] = [newTrace(), newTrace()];
    expect((await api.send("GET user/spaces", {}, headerOf(unsampled, "00"))).status).toBe(200);
    expect((await api.send("GET user/spaces", {}, { traceparent: `00-${unknown.id}-00` })).status).toBe(200);
    const missing = newTrace();
    await api.send("GET Api/Job/Log", { id: crypto.randomUUID() }, headerOf(missing));
    await api.call("POST Api/Job/Start", { name: "publishAll" });
    await expect.poll(() => spans().some(({ name }) => name === "job publishAll"), { timeout: 15_000 }).toBe(true);
    const job = spans().find(({ name }) => name === "job publishAll")!;
    expect([job.kind, job.parentSpanId ?? ""]).toEqual([5, ""]);
    const call = (await traceOf(missing)).find(({ name }) => name === "call GET Api/Job/Log")!;
    expect([valueOf(call, "error.type"), call.status.code]).toEqual(["notFound", 2]);
    const requests = spans().filter(({ name }) => name === "GET /api/user/spaces");
    expect(requests.map(({ parentSpanId }) => parentSpanId ?? "")).toEqual([""]);
    expect(spans().filter(({ traceId }) => [unsampled.id, unknown.id].includes(traceId))).toEqual([]);
  });
});

it("loads nothing of OpenTelemetry without an endpoint, and refuses settings that it does not know", () => {
  const files = readdirSync("dist/server").filter((file) => file.endsWith(".js"));
  const users = files.filter((file) => readFileSync(`dist/server/${file}`, "utf8").includes("@opentelemetry/"));
  expect(users.map((file) => file.replace(/-[\w-]{8}\.js$/, ""))).toEqual(["open-telemetry.server"]);
  const importers = files.filter((file) => readFileSync(`dist/server/${file}`, "utf8").includes(users[0]!));
  for (const file of importers)
    expect(readFileSync(`dist/server/${file}`, "utf8")).not.toMatch(new RegExp(`from ?"\\./${users[0]!}"`));
  expect(importers.length).toBeGreaterThan(0);
  expect(() => readEnv({ OTEL_TRACES_SAMPLER: "sometimes" })).toThrow("OTEL_TRACES_SAMPLER");
  expect(() => readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" })).toThrow("OTEL_EXPORTER_OTLP_ENDPOINT");
});
