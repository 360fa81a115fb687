import { is, SQL, sql } from "drizzle-orm";
import { computedValues } from "#kit/computed.ts";
import { isRuleMet, isFieldShown } from "#kit/condition.ts";
import type { AnyValues, EntityDefinition } from "#kit/entity.ts";
import { type FieldConfig, isEmpty } from "#kit/field.ts";
import { columnsFor, fieldTypeOf } from "#records/registry/field-types.server.ts";
import { rowSearchColumns } from "#records/query/row-search.server.ts";
import { internalColumnsOf } from "#server/postgres/columns.server.ts";
import { storageTypes, type StoredStorage } from "#server/postgres/storage.server.ts";

/** A column with its new value in a statement. */
export type Assignment = { column: SQL; value: SQL };

/** Normalizes a value by its field type. Does not refuse invalid values: the check does. */
function normalizeValue(field: FieldConfig, sent: unknown): unknown {
  const { normalize, respell } = fieldTypeOf(field);
  const value = respell === undefined ? sent : respell(sent);
  return normalize === undefined || typeof value !== "string" ? value : normalize(value as never);
}

/** A value of a field as stored; per language if it is localized. */
function toStored(field: FieldConfig, value: unknown): unknown {
  const isPerLanguage =
    field.localized === true && typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isPerLanguage) return isEmpty(value) && !Array.isArray(value) ? null : normalizeValue(field, value);
  const filled = Object.entries(value).filter(([, item]) => !isEmpty(item));
  return filled.length === 0 ? null : Object.fromEntries(filled);
}

/** The current time for each empty time stamp whose rule holds for the row after the save. */
export function stampValues(
  { stamps = {} }: EntityDefinition,
  merged: AnyValues,
  now = new Date(),
): Record<string, unknown> {
  const due = Object.entries(stamps).filter(([field, rule]) => isEmpty(merged[field]) && isRuleMet(rule, merged));
  return Object.fromEntries(due.map(([field]) => [field, now.toISOString()]));
}

/** Values as stored. Every empty value becomes null, so that filters and unique indexes treat all empty values alike. */
export function normalizeValues(entity: EntityDefinition, values: AnyValues): Record<string, unknown> {
  const pairs = Object.entries(values).map(([name, value]) => {
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    return [name, field === undefined ? value : toStored(field, value)];
  });
  return Object.fromEntries(pairs);
}

/** The values that a save writes, as stored. */
export type ValuesToSave = {
  /** Submitted values of fields that are shown in the resulting row (B-127), with time stamps. */
  submitted: Record<string, unknown>;
  /** Values set by the program: computed fields, and hidden ones that are cleared. */
  derived: Record<string, unknown>;
};

/** The values that a save writes into a row with the values `current`. Forms apply the same rules (render/form/auto-fields.ts). */
export function valuesToSave(
  entity: EntityDefinition,
  current: AnyValues,
  values: AnyValues,
  now = new Date(),
): ValuesToSave {
  const { fields } = entity;
  const normalized = normalizeValues(entity, values);
  const stamped = { ...normalized, ...stampValues(entity, { ...current, ...normalized }, now) };
  const computed = normalizeValues(entity, computedValues(fields, { ...current, ...stamped }));
  const merged = { ...current, ...stamped, ...computed };
  const isHidden = (name: string) => Object.hasOwn(fields, name) && !isFieldShown(fields, name, merged);
  const withoutHidden = (all: AnyValues) => Object.entries(all).filter(([name]) => !isHidden(name));
  const cleared = Object.keys(fields).filter(
    (name) => fields[name]!.onHidden === "clear" && !isEmpty(current[name]) && isHidden(name),
  );
  return {
    submitted: Object.fromEntries(withoutHidden(stamped)),
    derived: Object.fromEntries([...withoutHidden(computed), ...cleared.map((name) => [name, null] as const)]),
  };
}

function parameter(storage: StoredStorage, value: unknown): SQL {
  if (is(value, SQL)) return value;
  if (value === null || value === undefined) return sql`null`;
  const { parameter: toParameter, sqlType } = storageTypes[storage];
  return toParameter === undefined
    ? sql`${sql.param(value)}`
    : sql`${sql.param(toParameter(value))}${sql.raw(`::${sqlType}`)}`;
}

/** Assignments of fields. */
export function assignments(entity: EntityDefinition, values: AnyValues): Assignment[] {
  return columnsFor(entity)
    .filter(({ field }) => Object.hasOwn(values, field))
    .map(({ field, column, storage }) => ({
      column: sql`${sql.identifier(column)}`,
      value: parameter(storage, values[field]),
    }));
}

/** Assignments of internal columns; a value may be an SQL expression over the current row. */
export function internalAssignments(entity: EntityDefinition, values: AnyValues): Assignment[] {
  return internalColumnsOf(entity)
    .filter(({ name }) => Object.hasOwn(values, name))
    .map(({ name, column, type }) => ({
      column: sql`${sql.identifier(column)}`,
      value: type === "timestamps" ? sql`${sql.param(values[name])}` : parameter(type, values[name]),
    }));
}

/** Assignments of the search columns; none if no searchable field changes. */
export function searchAssignments(
  entity: EntityDefinition,
  tenantId: string,
  { changed, row }: { changed: AnyValues; row: AnyValues },
): Assignment[] {
  if (entity.searchable?.some((field) => Object.hasOwn(changed, field)) !== true) return [];
  const { search_text, search } = rowSearchColumns(entity, tenantId, row);
  return [
    { column: sql`search_text`, value: sql`${JSON.stringify(search_text)}::jsonb` },
    { column: sql`search`, value: sql`${sql.param(search)}::bigint[]` },
  ];
}
