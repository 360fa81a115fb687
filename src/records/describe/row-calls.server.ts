import type { Verb } from "#kit/access.ts";
import { pageSizes } from "#kit/auto.ts";
import { formatText, type Locale, type Text } from "#kit/text.ts";
import { sortableFields } from "#records/query/paging.server.ts";
import { maxCommandRows, maxRestoredRows } from "#records/query/row-input.server.ts";
import { isForMany, type RowRequest } from "#records/change/row-commands.server.ts";
import type { EntityView } from "#records/registry/view.server.ts";
import { inputSchema, type JsonSchema, outputSchema } from "./row-schema.server.ts";

/** The description of a generic API call, for one reader and entity. */
export type RowCall = {
  verb: Verb;
  method: "GET" | "POST" | "DELETE";
  /** For example `/api/news/QueryAdd`. */
  url: string;
  title: string;
  /** The id of the command or action that it runs: a fixed value of the body, which `input` does not contain. */
  command?: string;
  isDangerous?: true;
  /** The schema of the query parameters for GET and DELETE, otherwise of the body. */
  input: JsonSchema;
  /** The content of the response envelope. */
  output: JsonSchema;
};

type CallTemplate = Pick<RowCall, "verb" | "method"> & {
  call: string;
  title: Text;
  input: (view: EntityView, locale: Locale) => JsonSchema;
  output: (row: JsonSchema) => JsonSchema;
};

const uuid = { type: "string", format: "uuid" };
const positiveInteger = { type: "integer", minimum: 1 };
const objectSchema = (properties: JsonSchema, required: readonly string[] = []): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

/** The search parameters: one for each field of the search form, two for a range. */
function filterProperties({ readable }: EntityView, locale: Locale): JsonSchema {
  const value = (title: string) => ({ type: ["string", "number", "boolean"], title });
  return Object.fromEntries(
    Object.entries(readable.fields).flatMap(([name, { search, name: title }]) => {
      if (search === undefined) return [];
      const isRange = search === "between" || search === "overlaps";
      return (isRange ? [`${name}_Start`, `${name}_End`] : [name]).map((key) => [key, value(title[locale])]);
    }),
  );
}

const callTemplates: readonly CallTemplate[] = [
  {
    verb: "read",
    method: "GET",
    call: "QueryPageList",
    title: { zh: "分页查询{name}", en: "{name}: list a page" },
    input: (view, locale) =>
      objectSchema({
        ...filterProperties(view, locale),
        pageIndex: positiveInteger,
        pageSize: { ...positiveInteger, maximum: pageSizes.at(-1)! },
        orderBy: { type: "string", enum: [...sortableFields(view.readable)] },
        direction: { type: "string", enum: ["asc", "desc"] },
        after: uuid,
        before: uuid,
      }),
    output: (row) => ({
      type: "object",
      properties: {
        pageIndex: positiveInteger,
        pageSize: positiveInteger,
        total: { type: "integer" },
        isCapped: { type: "boolean" },
        rows: { type: "array", items: row },
      },
    }),
  },
  {
    verb: "read",
    method: "GET",
    call: "QueryById",
    title: { zh: "按编号查询{name}", en: "{name}: get one by ID" },
    input: () => objectSchema({ id: uuid }, ["id"]),
    output: (row) => row,
  },
  {
    verb: "add",
    method: "POST",
    call: "QueryAdd",
    title: { zh: "新增{name}", en: "{name}: add one" },
    input: (view, locale) => inputSchema(view, "add", locale),
    output: (row) => row,
  },
  {
    verb: "update",
    method: "POST",
    call: "QueryUpdate",
    title: {
      zh: "修改{name}：编号、读取时的版本和要修改的字段",
      en: "{name}: update one, by its ID, the version it was read at and the fields to change",
    },
    input(view, locale) {
      const { properties } = inputSchema(view, "update", locale);
      return objectSchema({ id: uuid, version: positiveInteger, ...(properties as JsonSchema) }, ["id", "version"]);
    },
    output: (row) => row,
  },
  {
    verb: "delete",
    method: "DELETE",
    call: "QueryDelete",
    title: { zh: "删除{name}", en: "{name}: delete one by ID" },
    input: () => objectSchema({ id: uuid }, ["id"]),
    output: () => ({}),
  },
  {
    verb: "delete",
    method: "POST",
    call: "RestoreDeleted",
    title: { zh: "恢复已删除的{name}", en: "{name}: restore deleted ones by their IDs" },
    input: () => objectSchema({ ids: { type: "array", items: uuid, minItems: 1, maxItems: maxRestoredRows } }, ["ids"]),
    output: () => ({ type: "object", properties: { restored: { type: "integer" } } }),
  },
];

const commandTitle: Text = {
  zh: "{name}：按编号{action}，任一条不可用则全部不执行",
  en: "{name}: {action}, by IDs, all or none",
};

/** A command or an action as a call of its own. */
function commandCall(request: RowRequest, { readable }: EntityView, locale: Locale): RowCall {
  const { type, name, listName = name } = readable;
  const { question } = request;
  return {
    verb: "update",
    method: "POST",
    url: `/api/${type}/Command`,
    title: formatText(commandTitle, { name: listName[locale], action: request.name[locale] })[locale],
    command: request.id,
    ...(question?.isDangerous === true ? { isDangerous: true } : {}),
    input: objectSchema(
      { ids: { type: "array", items: uuid, minItems: 1, maxItems: isForMany(request) ? maxCommandRows : 1 } },
      ["ids"],
    ),
    output: objectSchema({ text: { type: "string" }, kind: { enum: ["success", "info"] }, undo: uuid }, [
      "text",
      "kind",
    ]),
  };
}

/** `requests`: the commands and actions that the reader may use; `row`: the schema of a row, or a reference to it. */
type CallParts = { requests: readonly RowRequest[]; row?: JsonSchema };

/** The calls about rows of an entity that a reader may make. */
export function rowCalls(
  view: EntityView,
  locale: Locale,
  { requests, row = outputSchema(view, locale) }: CallParts,
): RowCall[] {
  const { type, name, listName = name } = view.readable;
  const calls = callTemplates
    .filter(({ verb }) => view.may.has(verb))
    .map(({ verb, method, call, title, input, output }) => ({
      verb,
      method,
      url: `/api/${type}/${call}`,
      title: formatText(title, { name: listName[locale] })[locale],
      ...(verb === "delete" ? { isDangerous: true as const } : {}),
      input: input(view, locale),
      output: output(row),
    }));
  return [...calls, ...requests.map((request) => commandCall(request, view, locale))];
}
