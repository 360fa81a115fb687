import type { CallToolResult, Server, Tool } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CallContext } from "#kit/call.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { requestsFor } from "#records/change/row-commands.server.ts";
import { type RowCall, rowCalls } from "#records/describe/row-calls.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { type CallRuntime, contextOf } from "#server/http/calls.server.ts";

const texts = {
  noKey: {
    zh: "请使用 API 密钥：Authorization: Bearer mdk_…",
    en: "Send an API key: Authorization: Bearer mdk_…",
  },
};

/** The first word of a tool's name, by the last segment of the call's URL. */
const toolActions: Record<string, string> = {
  QueryPageList: "list",
  QueryById: "get",
  QueryAdd: "add",
  QueryUpdate: "update",
  QueryDelete: "delete",
  RestoreDeleted: "restore",
};

function toolName({ url, command }: RowCall): string {
  // The URL is /api/{type}/{call}.
  const [type, call] = url.split("/").slice(2);
  return `${command ?? toolActions[call!]}_${type}`;
}

/** The calls that the caller may make about rows of an entity. */
function callsOf(context: CallContext, entity: EntityDefinition): RowCall[] {
  const view = viewOf(context.principal, entity);
  if (!view.may.has("read")) return [];
  const requests = requestsFor(context.services.rowCommands, context, entity);
  return rowCalls(view, context.locale, { requests });
}

/** The call of a tool. Builds only the calls of the entity in the tool's name. */
function findCall(context: CallContext, name: string): RowCall | undefined {
  const type = name.slice(name.indexOf("_") + 1);
  const entity = context.entities.all.find((candidate) => candidate.type === type);
  return entity && callsOf(context, entity).find((call) => toolName(call) === name);
}

function describeTool(call: RowCall): Tool {
  const { verb, title, input, isDangerous = false } = call;
  return {
    name: toolName(call),
    title,
    description: title,
    inputSchema: { ...input, type: "object" },
    annotations: { title, readOnlyHint: verb === "read", destructiveHint: isDangerous, openWorldHint: false },
  };
}

/** Runs the call as an HTTP request of the caller, so that its access, limits, checks and history apply. */
async function makeCall(
  http: FastifyInstance,
  { ip, headers: { host, authorization } }: FastifyRequest,
  { method, url, command }: RowCall,
  { input, locale }: { input: Record<string, unknown>; locale: string },
): Promise<CallToolResult> {
  const values = Object.entries(input).map(([name, value]) => [name, String(value)]);
  const response = await http.inject({
    method,
    url: method === "POST" ? url : `${url}?${new URLSearchParams(values).toString()}`,
    headers: {
      host,
      authorization,
      "accept-language": locale,
      ...(method === "POST" ? { "content-type": "application/json" } : {}),
    },
    remoteAddress: ip,
    ...(method === "POST"
      ? { payload: JSON.stringify({ ...input, ...(command === undefined ? {} : { command }) }) }
      : {}),
  });
  const body = response.json<{ message?: string; result?: unknown; fields?: unknown }>();
  const isError = response.statusCode !== 200;
  const { message, result, fields } = body;
  return { content: [{ type: "text", text: JSON.stringify(isError ? { message, fields } : result) }], isError };
}

/** Loads the protocol's module on the first MCP request, because most installations get none. */
const loadProtocol = () => import("@modelcontextprotocol/server");
type Protocol = Awaited<ReturnType<typeof loadProtocol>>;

/** The MCP server of one request, with the tools of its caller. */
function createServer(
  { Server, ProtocolError, ProtocolErrorCode }: Protocol,
  http: FastifyInstance,
  { request, context }: { request: FastifyRequest; context: CallContext },
): Server {
  const server = new Server({ name: "meridian", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", async () => ({
    tools: context.entities.all.flatMap((entity) => callsOf(context, entity).map(describeTool)),
  }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const call = findCall(context, params.name);
    if (call === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    return makeCall(http, request, call, { input: params.arguments ?? {}, locale: context.locale });
  });
  return server;
}

/**
 * `POST /api/mcp`: the rows of a space as tools of the Model Context Protocol, for assistants. Stateless: the API key of a request determines its
 * tools and their rights (docs/decisions/050-mcp.md).
 */
export function registerMcp(http: FastifyInstance, runtime: CallRuntime): void {
  http.post("/api/mcp", { config: { envelope: "data" } }, async (request, reply) => {
    const { context, credential } = await contextOf(request, reply, runtime);
    // API keys only: a browser adds its session cookie to requests, even if a page of another site causes them.
    if (credential.from !== "bearer") throw new Problem("unauthenticated", texts.noKey);
    const protocol = await loadProtocol();
    const handler = protocol.createMcpHandler(() => createServer(protocol, http, { request, context }), {
      responseMode: "json",
      // Stateless: there are no events to subscribe to.
      maxSubscriptions: 0,
    });
    // The protocol module refuses requests that do not accept both types; the response is JSON in any case (`responseMode`).
    const headers = new Headers({ accept: "application/json, text/event-stream", "content-type": "application/json" });
    for (const [name, value] of Object.entries(request.headers))
      if (name.startsWith("mcp-")) headers.set(name, String(value));
    const url = `http://${request.headers.host ?? "localhost"}${request.url}`;
    const response = await handler.fetch(new Request(url, { method: "POST", headers }), { parsedBody: request.body });
    void reply.status(response.status).header("cache-control", "no-store");
    const type = response.headers.get("content-type");
    if (type !== null) void reply.type(type);
    return reply.send(await response.text());
  });
}
