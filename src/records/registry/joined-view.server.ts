import { hasLevel, type Principal, type Verb } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig, Fields } from "#kit/field.ts";
import type { Filter, Operator, Scalar } from "#kit/filter.ts";
import {
  aggregateNames,
  type ViewColumn,
  viewLimits,
  type ViewRow,
  type ViewValue,
  viewValueKey,
} from "#kit/joined-view.ts";
import { Problem, type FieldProblems } from "#kit/problem.ts";
import { fieldNameProblem } from "#kit/reserved-names.ts";
import { mainAddress } from "#kit/row-action.ts";
import { inLocale, type LocalizedValue, type Text } from "#kit/text.ts";
import { fieldTypeOf } from "./field-types.server.ts";
import {
  requireEntity,
  type FindEntity,
  type JoinedValue,
  mayExport,
  mayRead,
  resolveValue,
} from "./joined-values.server.ts";
import { viewOf } from "./view.server.ts";

const texts = {
  repeated: { zh: "已有相同的列", en: "Another column shows the same" },
  noColumns: { zh: "至少需要一列", en: "Add at least one column" },
  joins: { zh: `最多 ${viewLimits.joins} 个关联`, en: `At most ${viewLimits.joins} relations` },
  aggregates: { zh: `最多 ${viewLimits.aggregates} 个汇总`, en: `At most ${viewLimits.aggregates} summaries` },
} satisfies Record<string, Text>;

type Condition = Extract<Filter, { field: string }>;

/** The values of a view by the names of their fields. The first `columns` are shown; conditions and the order may need further ones. */
export type ResolvedView = {
  base: EntityDefinition;
  values: ReadonlyMap<string, JoinedValue>;
  /** The names of the columns. */
  columns: readonly string[];
  conditions: readonly Condition[];
  sort: { field: string; direction: "asc" | "desc" };
  maxRows: number | undefined;
};

const upperFirst = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A name for a value on the wire, from the words of its path: `contract:customer.amount` with a sum is `contractCustomerAmountSum`. */
function nameOf({ path, aggregate }: ViewValue, isTaken: (name: string) => boolean): string {
  const words = [...path.split(/[.:]/), ...(aggregate ? [aggregate] : [])].map((word) => word.replace(/\W/g, ""));
  const joined = words
    .map((word, index) => (index === 0 ? word : upperFirst(word)))
    .join("")
    .slice(0, 36);
  const base = fieldNameProblem(joined) === undefined ? joined : `value${upperFirst(joined)}`.slice(0, 36);
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? base : `${base}${n}`;
    if (!isTaken(name.toLowerCase())) return name;
  }
}

/** The value of a condition, as the storage of its field has it. */
function operandOf({ storage }: JoinedValue, operator: Operator, text: string): Scalar {
  if (operator === "empty") return !["false", "否", "no"].includes(text.trim().toLowerCase());
  if (storage === "boolean") return ["true", "是", "yes", "1"].includes(text.trim().toLowerCase());
  return text;
}

/** The rows whose joins a value needs, by their paths: those of relations to one row. */
export const joinsOf = ({ steps }: JoinedValue): string[] => {
  const relations = steps.filter(({ kind }) => kind === "one").map(({ field }) => field);
  return relations.map((_, index) => relations.slice(0, index + 1).join("."));
};

/** The path of the relations of a value, as in its definition; empty for a field of the base. */
export const joinPathOf = ({ steps }: JoinedValue): string =>
  steps.map(({ kind, field, entity }) => (kind === "one" ? field : `${entity.type}:${field}`)).join(".");

/** Resolves a view, or says what is wrong with it, by the path in its row. */
export function resolveView(
  find: FindEntity,
  row: ViewRow,
): { view: ResolvedView; problems?: never } | { view?: never; problems: FieldProblems } {
  const problems: Record<string, Text> = {};
  const attempt = <T>(path: string, make: () => T): T | undefined => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems[path] ??= error.text;
      return undefined;
    }
  };
  const base = attempt("base", () => requireEntity(find, row.base));
  if (base === undefined) return { problems };
  const values = new Map<string, JoinedValue>();
  const nameByValue = new Map<string, string>();
  const takenNames = new Set<string>();
  const add = (value: ViewValue): string => {
    const existing = nameByValue.get(viewValueKey(value));
    if (existing !== undefined) return existing;
    const resolved = resolveValue(find, base, value);
    const name = nameOf(value, (candidate) => takenNames.has(candidate));
    takenNames.add(name.toLowerCase());
    nameByValue.set(viewValueKey(value), name);
    values.set(name, resolved);
    return name;
  };
  const columns: string[] = [];
  for (const [index, column] of row.columns.entries()) {
    const path = `columns.${index}.path`;
    if (nameByValue.has(viewValueKey(column))) problems[path] = texts.repeated;
    else columns.push(...[attempt(path, () => add(column)) ?? []].flat());
  }
  if (row.columns.length === 0) problems.columns = texts.noColumns;
  const conditions = (row.conditions ?? []).flatMap((condition, index): Condition[] => {
    const name = attempt(`conditions.${index}.path`, () => add(condition));
    if (name === undefined) return [];
    const { operator: op, value } = condition;
    return [{ field: name, op, value: operandOf(values.get(name)!, op, value ?? "") }];
  });
  const all = [...values.values()];
  if (new Set(all.flatMap(joinsOf)).size > viewLimits.joins) problems.columns ??= texts.joins;
  if (all.filter(({ aggregate }) => aggregate !== undefined).length > viewLimits.aggregates)
    problems.columns ??= texts.aggregates;
  if (Object.keys(problems).length > 0) return { problems };
  const sorted = row.columns.find(({ sort }) => sort);
  const sort = {
    field: sorted === undefined ? "createdAt" : nameByValue.get(viewValueKey(sorted))!,
    direction: sorted?.sort ?? "desc",
  };
  return { view: { base, values, columns, conditions, sort, maxRows: row.maxRows ?? undefined } };
}

/** Resolves a view whose definition was valid when it was saved. @throws {Problem} notFound, naming what it needs and is gone */
export function resolveSavedView(find: FindEntity, row: ViewRow): ResolvedView {
  const { view, problems } = resolveView(find, row);
  if (view !== undefined) return view;
  const { zh, en } = Object.values(problems)[0]!;
  throw viewGone({ zh: `此视图已失效：${zh}`, en: `This view no longer works: ${en}` });
}

const viewGone = (text: Text) => new Problem("notFound", text);

function textOf(value: LocalizedValue<string> | null | undefined): Text | undefined {
  const zh = inLocale(value, "zh");
  return zh === undefined ? undefined : { zh, en: inLocale(value, "en")! };
}

/** The title of a column without its own: the relations on its path, the field, and the aggregate. */
export function defaultTitle({ base, steps, field, aggregate, config }: JoinedValue): Text {
  const relationNames = steps.map(({ kind, field: relation, entity }, index): Text => {
    const from = steps[index - 1]?.entity ?? base;
    return kind === "many" ? (entity.listName ?? entity.name) : from.fields[relation]!.name;
  });
  const parts = [
    ...relationNames,
    ...(field === undefined ? [] : [config.name]),
    ...(aggregate === undefined ? [] : [aggregateNames[aggregate]]),
  ];
  return { zh: parts.map(({ zh }) => zh).join(" · "), en: parts.map(({ en }) => en).join(" · ") };
}

/** The operator of a column in the search form; undefined for a value that cannot be searched. */
function searchOperator(value: JoinedValue): Operator | undefined {
  if (value.isSearchable) return "contains";
  if (value.config.localized === true) return undefined;
  const { operators } = fieldTypeOf(value.config);
  return (["between", "eq", "gte"] as const).find((operator) => operators.includes(operator));
}

/** The field of a column: that of its value, read-only and without what only its own form needs. */
function columnField(value: JoinedValue, column: ViewColumn | undefined): FieldConfig {
  const {
    required: _required,
    placeholder: _placeholder,
    helpBlock: _helpBlock,
    writeOnce: _writeOnce,
    if: _if,
    onHidden: _onHidden,
    compute: _compute,
    value: _value,
    search: _search,
    column: width,
    ...config
  } = value.config;
  const search = column?.isSearchable === true ? searchOperator(value) : undefined;
  return {
    ...config,
    name: textOf(column?.title) ?? defaultTitle(value),
    readOnly: true,
    column: {
      ...(width?.width === undefined ? {} : { width: width.width }),
      sortable: value.config.localized !== true,
    },
    ...(search === undefined ? {} : { search }),
  } as FieldConfig;
}

/** A view for one reader: the entity with the columns that they may read, and all fields of its statement. */
export type ReadableView = { entity: Omit<EntityDefinition, "joined">; view: ResolvedView; exportable: Set<string> };

/**
 * The view for one reader. Columns that they may not read are left out. The view is closed to those who may not read its base, a field of its
 * conditions, or, where it shows the first rows only, of its order: which rows it has would tell them the values.
 * @throws {Problem} notFound when something that the view needs is gone
 */
export function readableView(find: FindEntity, principal: Principal, row: ViewRow): ReadableView {
  const view = resolveSavedView(find, row);
  const { base, values, sort } = view;
  const readable = new Set([...values].filter(([, value]) => mayRead(principal, value)).map(([name]) => name));
  const columns = view.columns.filter((name) => readable.has(name));
  const decidingFields = [
    ...view.conditions.map(({ field }) => field),
    ...(view.maxRows === undefined || sort.field === "createdAt" ? [] : [sort.field]),
  ];
  const isOpen =
    columns.length > 0 &&
    viewOf(principal, base).may.has("read") &&
    decidingFields.every((name) => readable.has(name)) &&
    (row.readers !== "administrators" || hasLevel(principal, "administrator"));
  const exportable = new Set(columns.filter((name) => mayExport(principal, values.get(name)!)));
  const definitionOf = (name: string) => row.columns[view.columns.indexOf(name)];
  const fields: Fields = Object.fromEntries(
    columns.map((name) => [name, columnField(values.get(name)!, definitionOf(name))]),
  );
  const isPlain = (name: string) => values.get(name)!.steps.length === 0;
  const titleField =
    columns.find((name) => isPlain(name) && values.get(name)!.field === base.titleField) ?? columns[0]!;
  const sources = new Set([base, ...[...values.values()].flatMap(({ steps }) => steps.map(({ entity }) => entity))]);
  const stepUp = (["read", "export"] satisfies Verb[]).filter((verb) =>
    [...sources].some((entity) => entity.stepUp?.includes(verb)),
  );
  const name = textOf(row.name) ?? { zh: row.tableName, en: row.tableName };
  return {
    view,
    exportable,
    entity: {
      type: row.tableName,
      name,
      access: {
        // The entity is made for this reader.
        read: isOpen ? "anyone" : "nobody",
        add: "nobody",
        update: "nobody",
        delete: "nobody",
        export: isOpen && exportable.size > 0 ? "anyone" : "nobody",
      },
      ...(stepUp.length === 0 ? {} : { stepUp }),
      isGrantable: false,
      fields,
      titleField,
      groups: [],
      ...(base.variables === undefined ? {} : { variables: base.variables }),
      searchable: columns.filter((column) => values.get(column)!.isSearchable),
      actions: [
        {
          kind: "link",
          id: "open",
          name: { zh: `打开${base.name.zh}`, en: `Open ${base.name.en}` },
          icon: "open",
          url: mainAddress(base) ?? `/admin/${base.type}/edit?id={id}`,
          isMain: true,
        },
      ],
      list: { columns, sort: Object.hasOwn(fields, sort.field) ? sort : { field: "createdAt", direction: "desc" } },
    },
  };
}
