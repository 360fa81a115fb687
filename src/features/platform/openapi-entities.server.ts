import type { Locale } from "#kit/text.ts";
import type { RowRequest } from "#records/change/row-commands.server.ts";
import { type RowCall, rowCalls } from "#records/describe/row-calls.server.ts";
import { type JsonSchema, outputSchema } from "#records/describe/row-schema.server.ts";
import type { EntityView } from "#records/registry/view.server.ts";

const content = (schema: JsonSchema) => ({ content: { "application/json": { schema } } });

/** The input as parameters of the address. */
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
      ? { requestBody: { required: true, ...content(input) } }
      : { parameters: parametersOf(input) }),
    responses: {
      200: {
        description: "Success",
        ...content({ type: "object", required: Object.keys(envelope), properties: envelope }),
      },
      default: { description: "A problem: the real HTTP status, repeated in the envelope, with a request id" },
    },
  };
}

/** The commands of an entity are one operation: its input says which. */
function commandOperation(calls: readonly RowCall[]): RowCall[] {
  const commands = calls.filter(({ command }) => command !== undefined);
  const [first] = commands;
  if (first === undefined) return [];
  const { properties } = first.input;
  const command = { oneOf: commands.map((rowCommand) => ({ const: rowCommand.command, title: rowCommand.title })) };
  return [
    {
      ...first,
      title: commands.map(({ title }) => title).join("; "),
      input: {
        ...first.input,
        properties: { command, ids: { ...(properties as { ids: JsonSchema }).ids, maxItems: 200 } },
        required: ["command", "ids"],
      },
    },
  ];
}

/** The calls about entities for one reader, with the schema of a row of each: exactly the readable and writable fields. */
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
