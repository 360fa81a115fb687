/** Every call: its name, envelope, errors, and its entry in the API description. */
import { describe, expect, it } from "vitest";
import type { CallDefinition } from "#kit/call.ts";
import type { StreamDefinition } from "#kit/stream.ts";
import { client } from "../support/client.ts";
import { superAdministrator } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const callFiles = import.meta.glob<CallDefinition>("../../src/features/**/calls/*.server.ts", {
  eager: true,
  import: "default",
});
const streamFiles = import.meta.glob<StreamDefinition>("../../src/features/**/streams/*.server.ts", {
  eager: true,
  import: "default",
});
const streams = Object.values(streamFiles).map(({ method = "GET", path }) => `${method} ${path}`);
const calls = Object.values(callFiles).map((call) => [`${call.method} ${call.path}`, call] as const);

const server = await sharedServer();
const administrator = client(server, await superAdministrator(server));
const routeOf = (path: string) => `/api/${path.replace(/^api\//i, "")}`;
type Operation = {
  operationId: string;
  summary: string;
  responses: Record<string, unknown>;
  parameters: { name: string; in: string }[];
};
const apiDescription = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
};

it("gives every call a unique address, compared without case", () => {
  const addresses = calls.map(([, { method, path }]) => `${method} ${routeOf(path)}`.toLowerCase());
  expect(new Set(addresses).size).toBe(addresses.length);
});

it("describes exactly the calls and streams of the program in OpenAPI 3.1", () => {
  expect(apiDescription.openapi).toBe("3.1.0");
  const operations = Object.values(apiDescription.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(operations.toSorted()).toEqual([...calls.map(([name]) => name), ...streams].toSorted());
});

it("serves a page that lists every call of the API description", async () => {
  const page = await fetch(`${server.url}/api/docs`);
  expect(page.status).toBe(200);
  const text = await page.text();
  for (const [, { path }] of calls) expect(text).toContain(path.replace(/^api\//i, "").split("{")[0]);
});

describe.each(calls)("%s", (name, call) => {
  it("has a title in both languages and describes its parameters", () => {
    expect(call.title.zh).toMatch(/\p{Script=Han}/u);
    expect(call.title.en).toMatch(/[a-z]/);
    const operation = apiDescription.paths[routeOf(call.path)]![call.method.toLowerCase()]!;
    expect(operation.summary).toBe(call.title.en);
    const pathParameters = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter!);
    expect(
      operation.parameters.filter((parameter) => parameter.in === "path").map((parameter) => parameter.name),
    ).toEqual(pathParameters);
    expect(Object.keys(operation.responses)).toEqual(["200", "default"]);
  });

  it("N-057, Q-02, T-72: answers invalid input with a client error in its own envelope and no internal details", async () => {
    const nonsense = { type: "no-such-type", id: "not-an-id", nonsense: { a: [1] } };
    // A call without required input accepts nonsense, but no text that the database cannot store.
    const input = call.input.safeParse(nonsense).success ? { ...nonsense, nonsense: "\0" } : nonsense;
    const { status, body, text, headers } = await administrator.send(name, input);
    // 404: there is no entity of that type. 415: the call expects a file.
    expect([400, 404, 415, 422], text.slice(0, 300)).toContain(status);
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining(call.envelope === "site" ? ["status", "message", "result"] : ["code", "msg", "data"]),
    );
    expect(body).toMatchObject({
      [call.envelope === "site" ? "status" : "code"]: status,
      requestId: headers.get("x-request-id"),
    });
    expect(text).not.toMatch(/node_modules|at \w+ \(|select |insert |\.ts:\d/i);
    expect(headers.get("cache-control")).toBe("no-store");
  });
});

it("E-121, T-69: answers an unknown call, a wrong method and an invalid body with a client error", async () => {
  const { send } = administrator;
  expect((await send("GET no/such/call")).status).toBe(404);
  expect((await send("POST Api/Ui/AutoForm", { type: "news" })).status).toBe(404);
  const login = (body: string, type = "application/json") =>
    fetch(`${server.url}/api/Member/Login`, {
      method: "POST",
      body,
      headers: { "content-type": type, "x-meridian": "1" },
    });
  expect((await login("{")).status).toBe(400);
  expect((await login("[1]")).status).toBe(400);
  expect((await login("a=1", "text/plain")).status).toBe(415);
  expect((await login(JSON.stringify({ username: "x".repeat(2_000_000), password: "y" }))).status).toBe(413);
});

it("B-379, Q-01, T-70: finds paths in any letter case, but in one spelling only", async () => {
  expect((await fetch(`${server.url}/API/BASIC/IP/Country`)).status).toBe(200);
  for (const path of ["/api//basic/ip/country", "/api/basic%2fip/country", "/api/./basic/ip/country;x"]) {
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 404]);
  }
});
