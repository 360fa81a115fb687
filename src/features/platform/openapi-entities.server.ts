import type { Locale } from "#kit/text.ts";
import type { RowRequest } from "#records/change/row-commands.server.ts";
import { type RowCall, rowCalls } from "#records/describe/row-calls.server.ts";
import { type JsonSchema, outputSchema } from "#records/describe/row-schema.server.ts";
import type { EntityView } from "#records/registry/view.server.ts";
import { errorResponse } from "./openapi.server.ts";

const jsonContent = (schema: JsonSchema) => ({ content: { "application/json": { schema } } });

/** The properties of an input as query parameters. */
function parametersOf({ properties, required = [] }: JsonSchema): JsonSchema[] {
  const names = required as readonly string[];
  return Object.entries(properties as JsonSchema).map(([name, schema]) => ({
    name,
    in: "query",
    required: names.includes(name),
    schema,
  }));
}

function operationOf({ method, url, title, input, output }: RowCall): JsonSchema {
  const envelope = { status: { const: 1 }, message: { type: "string" }, result: output };
  return {
    operationId: `${method} ${url.slice(1)}`,
    summary: title,
    security: [{ session: [] }, { bearer: [] }],
    ...(method === "POST"
      ? { requestBody: { required: true, ...jsonContent(input) } }
      : { parameters: parametersOf(input) }),
    responses: {
      200: {
        description: "Success",
        ...jsonContent({ type: "object", required: Object.keys(envelope), properties: envelope }),
      },
      default: errorResponse,
    },
  };
}

/** Merges the calls of an entity's commands into one operation, whose input names the command. Empty if there are no commands. */
function commandOperation(calls: readonly RowCall[]): RowCall[] {
  const commands = calls.filter(({ command }) => command !== undefined);
  const [firstCommand] = commands;
  if (firstCommand === undefined) return [];
  const { properties } = firstCommand.input;
  const commandSchema = {
    oneOf: commands.map((rowCommand) => ({ const: rowCommand.command, title: rowCommand.title })),
  };
  return [
    {
      ...firstCommand,
      title: commands.map(({ title }) => title).join("; "),
      input: {
        ...firstCommand.input,
        properties: { command: commandSchema, ids: { ...(properties as { ids: JsonSchema }).ids, maxItems: 200 } },
        required: ["command", "ids"],
      },
    },
  ];
}

/** The OpenAPI paths and row schemas of the entities that a reader may read, limited to the fields that the reader may read and write. */
export function describeEntities(
  views: readonly EntityView[],
  locale: Locale,
  requestsOf: (view: EntityView) => readonly RowRequest[],
) {
  const readable = views.filter(({ may }) => may.has("read"));
  const operations = readable.flatMap((view) => {
    const row = { $ref: `#/components/schemas/${view.readable.type}` };
    const calls = rowCalls(view, locale, { requests: requestsOf(view), row });
    return [...calls.filter(({ command }) => command === undefined), ...commandOperation(calls)];
  });
  return {
    paths: Object.fromEntries(
      operations.map((operation) => [operation.url, { [operation.method.toLowerCase()]: operationOf(operation) }]),
    ),
    schemas: Object.fromEntries(readable.map((view) => [view.readable.type, outputSchema(view, locale)])),
  };
}
