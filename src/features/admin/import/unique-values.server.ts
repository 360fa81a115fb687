import { type SQL, sql } from "drizzle-orm";
import type { AnyRow, AnyValues, EntityDefinition } from "#kit/entity.ts";
import { formatText, type Text } from "#kit/text.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { columnsFor, fieldTypeOf } from "#records/registry/field-types.server.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { storageTypes } from "#server/postgres/storage.server.ts";
import { columnKeysOf, type ComparedRow, type Comparison } from "./check-row.server.ts";

const texts = {
  sameValue: { zh: "与第 {n} 行的内容重复", en: "Row {n} has the same value" },
  taken: { zh: "已存在相同内容，请修改后重试", en: "This already exists. Change it and try again." },
} satisfies Record<string, Text>;

/** A unique constraint of an entity. */
export type UniqueRule = {
  names: readonly string[];
  /** The fields whose empty values also have to be unique: optional relations (see the unique indexes of server/postgres/tables.server.ts). */
  nullable: ReadonlySet<string>;
  /** The number of the first row of the sheet with each combination of values. */
  firstRows: Map<string, number>;
};

/** The unique constraints of an entity that can be checked before the import: all but those over ranges. */
export function uniqueRules(entity: EntityDefinition): UniqueRule[] {
  const storages = new Map(columnsFor(entity).map(({ field, storage }) => [field, storage]));
  const isComparable = (name: string) => {
    const storage = storages.get(name);
    return storage !== undefined && storageTypes[storage].ends === undefined;
  };
  const isNullable = (name: string) => {
    const field = entity.fields[name]!;
    return entity.stored === undefined && field.required !== true && fieldTypeOf(field).references !== undefined;
  };
  return (entity.unique ?? [])
    .filter((names) => names.every(isComparable))
    .map((names) => ({ names, nullable: new Set(names.filter(isNullable)), firstRows: new Map() }));
}

/** A text that is the same for equal values, whatever the order of an object's properties; null for no value. */
const comparableText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (typeof value !== "object") return String(value);
  return JSON.stringify(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
};

const keyOf = ({ names }: UniqueRule, values: AnyValues): string =>
  JSON.stringify(names.map((name) => comparableText(values[name])));

/** Whether the constraint applies to these values: none is missing, except where the field is nullable. */
const isConstrained = ({ names, nullable }: UniqueRule, values: AnyValues): boolean =>
  names.every((name) => (values[name] ?? null) !== null || nullable.has(name));

/** The condition that a field has one of these values, of which some may be null. */
function isOneOf(entity: EntityDefinition, name: string, values: readonly unknown[]): SQL {
  const presentValues = values.filter((value) => (value ?? null) !== null);
  return storeOf(entity).test(name, ({ column, type, storage }) => {
    const items = [
      ...new Set(presentValues.map((value) => (storage === "json" ? JSON.stringify(value) : String(value)))),
    ];
    const isItem = sql`${column} = any(${sql.param(items)}::text[]::${sql.raw(type)}[])`;
    return presentValues.length === values.length ? isItem : sql`(${column} is null or ${isItem})`;
  });
}

/** The existing rows of the space, readable or not, that have the unique values of one of these rows: their ids by `keyOf`. */
async function existingIds(
  database: Database,
  { principal, entity }: Comparison,
  rule: UniqueRule,
  rows: readonly ComparedRow[],
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const store = storeOf(entity);
  const { columns, toRow } = store.fields([...rule.names]);
  const conditions = rule.names.map((name) => {
    const values = rows.map(({ merged }) => merged[name]);
    return isOneOf(entity, name, values);
  });
  const matches = await database.read<AnyRow>(
    principal.tenantId,
    sql`select ${columns} from ${store.from([])} where ${store.notDeleted(principal.tenantId)} and ${sql.join(conditions, sql` and `)}`,
  );
  return new Map(matches.map(toRow).map((row) => [keyOf(rule, row), row.id]));
}

/** Marks rows as errors if their unique values occur in an earlier row of the sheet, or in an existing row. */
export async function markDuplicates(
  database: Database,
  comparison: Comparison,
  rule: UniqueRule,
  rows: readonly ComparedRow[],
): Promise<ComparedRow[]> {
  const isAffected = ({ state, values, merged }: ComparedRow) =>
    (state === "add" || (state === "update" && rule.names.some((name) => Object.hasOwn(values, name)))) &&
    isConstrained(rule, merged);
  const idsByKey = await existingIds(database, comparison, rule, rows.filter(isAffected));
  const column = rule.names.flatMap((name) => columnKeysOf(comparison, name))[0] ?? "";
  return rows.map((row) => {
    if (!isAffected(row)) return row;
    const key = keyOf(rule, row.merged);
    const firstNumber = rule.firstRows.get(key);
    const existingId = idsByKey.get(key);
    rule.firstRows.set(key, firstNumber ?? row.number);
    const text =
      firstNumber !== undefined
        ? formatText(texts.sameValue, { n: firstNumber })
        : existingId !== undefined && existingId !== row.rowId
          ? texts.taken
          : undefined;
    if (text === undefined) return row;
    return { ...row, state: "error", rowId: null, version: null, values: {}, problems: { [column]: text } };
  });
}
