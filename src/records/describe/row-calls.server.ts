import type { Verb } from "#kit/access.ts";
import { pageSizes } from "#kit/auto.ts";
import { formatText, type Locale, type Text } from "#kit/text.ts";
import { sortableFields } from "#records/query/paging.server.ts";
import { isForMany, type RowRequest } from "#records/change/row-commands.server.ts";
import type { EntityView } from "#records/registry/view.server.ts";
import { inputSchema, type JsonSchema, outputSchema } from "./row-schema.server.ts";

/** A generic call for programs, for one reader and entity. */
export type RowCall = {
  verb: Verb;
  method: "GET" | "POST" | "DELETE";
  /** Its URL: `/api/news/QueryAdd`. */
  url: string;
  title: string;
  /** The command or action that it runs: a value of its input that is fixed, and is not part of `input`. */
  command?: string;
  isDangerous?: true;
  /** An object: of the address for GET and DELETE, else of the body. */
  input: JsonSchema;
  /** The content of the response envelope. */
  output: JsonSchema;
};

type Rule = Pick<RowCall, "verb" | "method"> & {
  call: string;
  title: Text;
  input: (view: EntityView, locale: Locale) => JsonSchema;
  output: (row: JsonSchema) => JsonSchema;
};

const id = { type: "string", format: "uuid" };
const count = { type: "integer", minimum: 1 };
const object = (properties: JsonSchema, required: readonly string[] = []): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

/** Values to find rows by, for the fields that a search form has; ranges by their ends. */
function filters({ readable }: EntityView, locale: Locale): JsonSchema {
  const value = (title: string) => ({ type: ["string", "number", "boolean"], title });
  return Object.fromEntries(
    Object.entries(readable.fields).flatMap(([name, { search, name: title }]) => {
      if (search === undefined) return [];
      const isRange = search === "between" || search === "overlaps";
      return (isRange ? [`${name}_Start`, `${name}_End`] : [name]).map((key) => [key, value(title[locale])]);
    }),
  );
}

const rules: readonly Rule[] = [
  {
    verb: "read",
    method: "GET",
    call: "QueryPageList",
    title: { zh: "分页查询{name}", en: "{name}: list a page" },
    input: (view, locale) =>
      object({
        ...filters(view, locale),
        pageIndex: count,
        pageSize: { ...count, maximum: pageSizes.at(-1)! },
        orderBy: { type: "string", enum: [...sortableFields(view.readable)] },
        direction: { type: "string", enum: ["asc", "desc"] },
        after: id,
        before: id,
      }),
    output: (row) => ({
      type: "object",
      properties: {
        pageIndex: count,
        pageSize: count,
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
    input: () => object({ id }, ["id"]),
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
      return object({ id, version: count, ...(properties as JsonSchema) }, ["id", "version"]);
    },
    output: (row) => row,
  },
  {
    verb: "delete",
    method: "DELETE",
    call: "QueryDelete",
    title: { zh: "删除{name}", en: "{name}: delete one by ID" },
    input: () => object({ id }, ["id"]),
    output: () => ({}),
  },
  {
    verb: "delete",
    method: "POST",
    call: "RestoreDeleted",
    title: { zh: "恢复已删除的{name}", en: "{name}: restore deleted ones by their IDs" },
    input: () => object({ ids: { type: "array", items: id, minItems: 1, maxItems: 100 } }, ["ids"]),
    output: () => ({ type: "object", properties: { restored: { type: "integer" } } }),
  },
];

const commandTitle: Text = { zh: "{name}：{action}，按编号，全部或全不", en: "{name}: {action}, by IDs, all or none" };

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
    input: object({ ids: { type: "array", items: id, minItems: 1, maxItems: isForMany(request) ? 200 : 1 } }, ["ids"]),
    output: object({ text: { type: "string" }, kind: { enum: ["success", "info"] }, undo: id }, ["text", "kind"]),
  };
}

/** What calls about rows are described from: the commands and actions that the reader may use, and the schema of a row, or a reference to it. */
type Parts = { requests: readonly RowRequest[]; row?: JsonSchema };

/** The calls about rows of an entity that a reader may make. */
export function rowCalls(
  view: EntityView,
  locale: Locale,
  { requests, row = outputSchema(view, locale) }: Parts,
): RowCall[] {
  const { type, name, listName = name } = view.readable;
  const calls = rules
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
