import { z } from "zod";
import { member } from "#kit/access.ts";
import type { CallDefinition } from "#kit/call.ts";
import type { StreamDefinition } from "#kit/stream.ts";
import { routeOf } from "#server/http/calls.server.ts";
import { cookieNames } from "#server/http/request.server.ts";

type Json = Record<string, unknown>;

/** The JSON schema of a call's input or output, without `$schema`. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  return rest;
}

/** The envelope as a schema, so that the document shows the complete response (N-057). */
function envelopeSchema(definition: CallDefinition): Json {
  const result = jsonSchemaOf(definition.output, "output");
  const properties =
    definition.envelope === "site"
      ? { status: { const: 1 }, message: { type: "string" }, result }
      : { code: { const: 200 }, msg: { type: "string" }, data: result };
  return { type: "object", required: Object.keys(properties), properties };
}

function parametersOf(definition: Pick<CallDefinition, "path" | "method">, input: Json): Json[] {
  const inPath = new Set([...definition.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!));
  const properties = (input.properties ?? {}) as Record<string, Json>;
  const required = new Set((input.required ?? []) as string[]);
  const isQuery = definition.method === "GET" || definition.method === "DELETE";
  return Object.entries(properties)
    .filter(([name]) => isQuery || inPath.has(name))
    .map(([name, schema]) => ({
      name,
      in: inPath.has(name) ? "path" : "query",
      required: inPath.has(name) || required.has(name),
      schema,
    }));
}

/** The access that a call requires, as text: a level such as `member`, or a permission for entities such as `entity:delete`. */
export function accessOf({ access }: Pick<CallDefinition, "access">): string {
  return "level" in access ? access.level : `entity:${access.verb}`;
}

/** The path of a call's route with parameters in braces: `/Api/{type}/Undo`. */
export const pathTemplateOf = (path: string): string => routeOf(path).replace(/:(\w+)/g, "{$1}");

/** The OpenAPI response for errors of every operation. */
export const errorResponse = {
  description: "An error. The HTTP status is also in the envelope, with a request ID.",
};

function operationOf(definition: CallDefinition): Json {
  const input = jsonSchemaOf(definition.input, "input");
  const hasBody = definition.method === "POST" || definition.method === "PUT";
  return {
    operationId: `${definition.method} ${definition.path}`,
    summary: definition.title.en,
    description: definition.title.zh,
    "x-access": accessOf(definition),
    ...(definition.stepUp === true ? { "x-step-up": true } : {}),
    security: accessOf(definition) === "anyone" ? [] : [{ session: [] }, { bearer: [] }],
    parameters: parametersOf(definition, input),
    ...(hasBody ? { requestBody: { required: true, content: { "application/json": { schema: input } } } } : {}),
    responses: {
      200: { description: "Success", content: { "application/json": { schema: envelopeSchema(definition) } } },
      default: errorResponse,
    },
  };
}

/** A stream of server-sent events as an operation; its response schema describes the data of one event. */
function streamOperationOf({ path, title, input, output, ...definition }: StreamDefinition): Json {
  const method = definition.method ?? "GET";
  const schema = input === undefined ? undefined : jsonSchemaOf(input, "input");
  return {
    operationId: `${method} ${path}`,
    summary: title.en,
    description: title.zh,
    "x-access": accessOf({ access: definition.access ?? member }),
    security: [{ session: [] }, { bearer: [] }],
    parameters: schema === undefined || method === "POST" ? [] : parametersOf({ path, method }, schema),
    ...(schema !== undefined && method === "POST"
      ? { requestBody: { required: true, content: { "application/json": { schema } } } }
      : {}),
    responses: {
      200: { description: "Events", content: { "text/event-stream": { schema: jsonSchemaOf(output, "output") } } },
      default: errorResponse,
    },
  };
}

type Definitions = { calls: readonly CallDefinition[]; streams?: readonly StreamDefinition[] };
/** The paths and schemas of the entities that a reader may read. */
type Entities = { paths: Record<string, Json>; schemas: Record<string, Json> };

/** The whole API as OpenAPI 3.1, derived from the definitions of calls and streams, and from the entities of a reader. */
export function openApi(
  { calls, streams = [] }: Definitions,
  publicUrl: string | undefined,
  entities: Entities = { paths: {}, schemas: {} },
): Json {
  const paths: Record<string, Json> = {};
  for (const definition of calls) {
    const path = pathTemplateOf(definition.path);
    paths[path] = { ...paths[path], [definition.method.toLowerCase()]: operationOf(definition) };
  }
  for (const stream of streams)
    paths[routeOf(stream.path)] = { [stream.method === "POST" ? "post" : "get"]: streamOperationOf(stream) };
  return {
    openapi: "3.1.0",
    info: {
      title: "Meridian",
      version: "1",
      description: "Every call of Meridian (经纬), generated from its definitions.",
    },
    servers: [{ url: publicUrl ?? "/" }],
    components: {
      schemas: entities.schemas,
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: cookieNames(publicUrl).session },
        bearer: { type: "http", scheme: "bearer" },
      },
    },
    paths: { ...paths, ...entities.paths },
  };
}
