/** The rows of a space as tools for assistants and as OpenAPI for programs, limited to the rights of the key. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Grant } from "#kit/access.ts";
import type { AnyRow } from "#kit/entity.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newSpaceOwner, type Person } from "./support/people.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let owner: Person;
let admin: Client;
beforeAll(async () => {
  owner = await newSpaceOwner(server);
  admin = client(server, owner);
});

const fullGrant = (entity: string, verbs: Grant["verbs"]): Grant => ({ entity, verbs, read: null, write: null });

async function createKey(grants: Grant[]): Promise<string> {
  const role = await admin.send("POST Api/{type}/QueryAdd", { type: "role", name: sameText("role"), grants });
  const { id } = contentOf(role) as AnyRow;
  const keyRequest = { name: "assistant", roles: [id], days: 7, requestId: randomUUID() };
  return (contentOf(await admin.send("POST paas/apiKey/make", keyRequest)) as { key: string }).key;
}

type Reply = { status: number; result?: Record<string, unknown>; error?: { code: number; message: string } };
async function sendRpc(
  key: string | undefined,
  method: string,
  params: object = {},
  headers: object = {},
): Promise<Reply> {
  const answer = await fetch(`${server.url}/api/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "accept-language": "en",
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const text = await answer.text();
  // A single message, or the only event of a stream.
  const message = /^(?:data: )?(\{.*\})$/m.exec(text)?.[1] ?? "{}";
  return { status: answer.status, ...(JSON.parse(message) as object) };
}
type Tool = { name: string; inputSchema: { properties: Record<string, unknown>; required: string[] } };
const toolsOf = async (key: string) => (await sendRpc(key, "tools/list")).result!.tools as Tool[];
type ToolResult = { content: { text: string }[]; isError: boolean };
async function callTool(key: string, name: string, input: object): Promise<{ value: unknown; isError: boolean }> {
  const { result, error } = await sendRpc(key, "tools/call", { name, arguments: input });
  expect(error).toBeUndefined();
  const { content, isError } = result as ToolResult;
  return { value: JSON.parse(content[0]!.text), isError };
}
const draft = (text: string) => ({ title: sameText(text), kind: "company", status: "draft" });

describe("the tools of a key", () => {
  it("name the server and its tools capability on initialization", async () => {
    const key = await createKey([fullGrant("news", ["read"])]);
    const initializeParams = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    };
    const { result } = await sendRpc(key, "initialize", initializeParams);
    expect(result).toMatchObject({ serverInfo: { name: "meridian" }, capabilities: { tools: {} } });
  });

  it("are the calls and fields that its roles permit", async () => {
    const key = await createKey([
      { entity: "contactMessage", verbs: ["read"], read: ["name", "status"], write: null },
      fullGrant("news", ["read", "add"]),
    ]);
    const tools = await toolsOf(key);
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["list_contactMessage", "get_contactMessage", "add_news"]));
    expect(names.filter((name) => /contactMessage/.test(name))).toHaveLength(2);
    expect(names.filter((name) => /_(role|apiKey|member|paasWork)$/.test(name))).toEqual([]);
    expect(names).not.toContain("delete_news");
    const list = tools.find(({ name }) => name === "list_contactMessage")!;
    expect(JSON.stringify(list.inputSchema)).not.toContain('"contact"');
    const add = tools.find(({ name }) => name === "add_news")!;
    expect(add.inputSchema.required).toContain("title");
    expect(Object.keys(add.inputSchema.properties)).toContain("status");
  });

  it("add, find, change and delete rows, and report invalid values", async () => {
    const key = await createKey([fullGrant("news", ["read", "add", "update", "delete"])]);
    const added = await callTool(key, "add_news", draft("by an assistant"));
    expect(added.isError).toBe(false);
    const { id, version } = added.value as AnyRow;
    const changed = await callTool(key, "update_news", { id, version, title: sameText("changed") });
    expect(changed).toMatchObject({ isError: false, value: { title: sameText("changed") } });
    const list = await callTool(key, "list_news", { title: "changed", pageSize: 10 });
    expect((list.value as { rows: AnyRow[] }).rows.map((row) => row.id)).toContain(id);
    const refused = await callTool(key, "add_news", { ...draft("x"), kind: "no such kind" });
    expect(refused).toMatchObject({ isError: true, value: { fields: { kind: expect.any(String) } } });
    expect((await callTool(key, "delete_news", { id })).isError).toBe(false);
    expect((await callTool(key, "get_news", { id })).isError).toBe(true);
  });

  it("without permission cannot be called by name", async () => {
    const key = await createKey([fullGrant("news", ["read"])]);
    for (const name of ["add_news", "list_member", "list_apiKey", "drop_table", "__proto__"]) {
      const { error } = await sendRpc(key, "tools/call", { name, arguments: {} });
      expect([name, error?.code]).toEqual([name, -32602]);
    }
  });
});

it("refuses requests without a key, including a browser's cookie", async () => {
  expect((await sendRpc(undefined, "tools/list")).status).toBe(401);
  const cookie = { cookie: `sid=${owner.token}`, "x-meridian": "1" };
  expect((await sendRpc(undefined, "tools/list", {}, cookie)).status).toBe(401);
  expect((await sendRpc("mdk_00000000000000000000000000000000", "tools/list")).status).toBe(401);
});

describe("the API's description", () => {
  type Description = { paths: Record<string, object>; components: { schemas: Record<string, { properties: object }> } };
  const describeFor = async (key?: string): Promise<Description> =>
    (await (
      await fetch(`${server.url}/api/openapi.json`, {
        headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      })
    ).json()) as Description;

  it("N-057: describes the entities and fields that the key may use", async () => {
    const key = await createKey([
      { entity: "contactMessage", verbs: ["read"], read: ["name"], write: null },
      fullGrant("news", ["read", "add"]),
    ]);
    const { paths, components } = await describeFor(key);
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(["/api/news/QueryAdd", "/api/contactMessage/QueryById"]));
    expect(paths).not.toHaveProperty("/api/news/QueryDelete");
    expect(Object.keys(components.schemas.contactMessage!.properties)).toEqual([
      "id",
      "version",
      "createdAt",
      "updatedAt",
      "name",
    ]);
    expect(components.schemas).not.toHaveProperty("member");
    // The schema lists the options that the definition of a field contains.
    expect(components.schemas.news!.properties).toMatchObject({
      kind: { anyOf: [{ type: "string", enum: ["company", "product", "media"] }, { type: "null" }] },
    });
    expect(JSON.stringify(paths["/api/news/QueryAdd"])).toContain('"enum":["company","product","media"]');
  });

  it("describes no entities to visitors", async () => {
    const { paths, components } = await describeFor();
    expect(components.schemas).toEqual({});
    expect(paths).not.toHaveProperty("/api/news/QueryAdd");
  });
});
