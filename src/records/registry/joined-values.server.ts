import type { Principal, Verb } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig } from "#kit/field.ts";
import { type Aggregate, readViewPath, type ViewValue, viewLimits } from "#kit/joined-view.ts";
import { Problem } from "#kit/problem.ts";
import { isSame } from "#kit/same.ts";
import { formatString, type Locale, type Text } from "#kit/text.ts";
import type { StoredStorage } from "#server/postgres/storage.server.ts";
import { columnsFor, fieldTypeOf } from "./field-types.server.ts";
import { viewOf } from "./view.server.ts";

const texts = {
  noEntity: { zh: "没有类型为“{type}”的数据", en: "There is no type of data called “{type}”" },
  noField: { zh: "“{entity}”没有字段“{field}”", en: "{entity} has no field “{field}”" },
  choose: { zh: "请选择字段", en: "Choose a field" },
  notRelation: {
    zh: "“{entity}”的字段“{field}”不是单条数据的关联",
    en: "The field “{field}” of {entity} does not refer to a single record",
  },
  otherTarget: {
    zh: "“{entity}”的字段“{field}”不指向“{target}”",
    en: "The field “{field}” of {entity} does not refer to {target}",
  },
  notShown: {
    zh: "“{entity}”的字段“{field}”不能用于视图",
    en: "The field “{field}” of {entity} cannot be used in a view",
  },
  tooDeep: {
    zh: `路径最多经过 ${viewLimits.steps} 个关联`,
    en: `A path can follow up to ${viewLimits.steps} relations`,
  },
  endsAtRelated: { zh: "多条数据之后不能再经过关联", en: "A path cannot follow relations of several records" },
  needsAggregate: { zh: "多条数据需要汇总方式", en: "Several records need a summary" },
  needsField: { zh: "此汇总方式需要字段", en: "This summary needs a field" },
  needsNoField: { zh: "计数不需要字段", en: "A count needs no field" },
  needsRelated: { zh: "只有多条数据才能汇总", en: "Only several records can be summarized" },
  notNumber: {
    zh: "只有数字可以合计或求平均值",
    en: "Only numbers have a sum or an average",
  },
  notOrdered: {
    zh: "只有数字和日期有最小值和最大值",
    en: "Only numbers and dates have a minimum and a maximum",
  },
} satisfies Record<string, Text>;

/** A relation that a view follows, from a row to the one that its field names (`one`), or to all whose field names it (`many`). */
export type JoinStep = { kind: "one" | "many"; field: string; entity: EntityDefinition };

/** A value of a view. Without `field`: the number of related rows. `config`: the field that shows it. */
export type JoinedValue = {
  base: EntityDefinition;
  steps: readonly JoinStep[];
  field: string | undefined;
  aggregate: Aggregate | undefined;
  config: FieldConfig;
  storage: StoredStorage;
  /** Whether the stored search text has the value. */
  isSearchable: boolean;
};

export type FindEntity = (type: string) => EntityDefinition | undefined;

/** The times that every row has, as fields. */
const timeFields: Readonly<Record<string, FieldConfig>> = {
  createdAt: { type: "datepicker", name: { zh: "创建时间", en: "Created" } },
  updatedAt: { type: "datepicker", name: { zh: "更新时间", en: "Updated" } },
};

/** Whether the times of a row are meant. */
export const isRowTime = (field: string): boolean => Object.hasOwn(timeFields, field);

const fieldOf = ({ fields }: EntityDefinition, name: string): FieldConfig | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : timeFields[name];

/** The problem of a value; `values` replace the names in the text. */
export function viewFault(text: Text, values: Readonly<Record<string, Text | string>> = {}): Problem {
  const wordsIn = (locale: Locale) =>
    formatString(
      text[locale],
      Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, typeof value === "string" ? value : value[locale]]),
      ),
    );
  return new Problem("invalid", { zh: wordsIn("zh"), en: wordsIn("en") });
}

/** The entity that a relation to one row leads to. @throws {Problem} invalid */
function targetOf(find: FindEntity, entity: EntityDefinition, field: string): EntityDefinition {
  const names = { entity: entity.name, field: field.slice(0, 40) };
  const config = fieldOf(entity, field);
  if (config === undefined) throw viewFault(texts.noField, names);
  const type = fieldTypeOf(config);
  const target = type.references?.(config);
  if (target === undefined || type.storage !== "uuid") throw viewFault(texts.notRelation, names);
  return requireEntity(find, target.entity);
}

/** The entity of this type. @throws {Problem} invalid */
export function requireEntity(find: FindEntity, type: string): EntityDefinition {
  const entity = find(type);
  if (entity === undefined) throw viewFault(texts.noEntity, { type: type.slice(0, 40) });
  return entity;
}

/** A field that a view can show. @throws {Problem} invalid for one that is not stored, is secret, or has parts */
function shownField(entity: EntityDefinition, name: string): { config: FieldConfig; storage: StoredStorage } {
  const config = fieldOf(entity, name);
  const names = { entity: entity.name, field: name.slice(0, 40) };
  if (name === "") throw viewFault(texts.choose);
  if (config === undefined) throw viewFault(texts.noField, names);
  const { isHidden, mayHaveSecrets, storage } = fieldTypeOf(config);
  if (isHidden === true || mayHaveSecrets === true || storage === "none" || storage === "json")
    throw viewFault(texts.notShown, names);
  // In a view, the value has a column like any other.
  const { namedBy, ...plainConfig } = config;
  if (namedBy !== undefined) return { config: plainConfig as FieldConfig, storage: "boolean" };
  const column = columnsFor(entity).find(({ field }) => field === name);
  return { config, storage: column?.storage ?? "timestamp" };
}

const numbers = new Set<StoredStorage>(["integer", "decimal"]);
const ordered = new Set<StoredStorage>(["integer", "decimal", "date", "timestamp", "time"]);

const aggregatesOf = (storage: StoredStorage): Aggregate[] => [
  ...(numbers.has(storage) ? (["sum", "average"] as const) : []),
  ...(ordered.has(storage) ? (["min", "max"] as const) : []),
];

/** A field that views can show. `aggregates`: how it is summarized where several rows have it. */
export type ShownField = { field: string; name: Text; isTime: boolean; aggregates: Aggregate[] };

/** The fields of an entity that a view can show, then the times of its rows. */
export const shownFields = (entity: EntityDefinition): ShownField[] =>
  [...Object.keys(entity.fields), ...Object.keys(timeFields)].flatMap((field) => {
    try {
      const { config, storage } = shownField(entity, field);
      return [{ field, name: config.name, isTime: isRowTime(field), aggregates: aggregatesOf(storage) }];
    } catch (error) {
      if (error instanceof Problem) return [];
      throw error;
    }
  });

/** The relations that a view can follow from an entity: first those of its fields, then those of others to it. */
export function relationsOf(entity: EntityDefinition, all: readonly EntityDefinition[]): JoinStep[] {
  const targetsOf = ({ fields }: EntityDefinition) =>
    Object.entries(fields).flatMap(([field, config]) => {
      const type = fieldTypeOf(config);
      const target = type.storage === "uuid" ? type.references?.(config).entity : undefined;
      return target === undefined ? [] : [{ field, target: target as string }];
    });
  const toOne = targetsOf(entity).flatMap(({ field, target }): JoinStep[] => {
    const other = all.find(({ type }) => type === target);
    return other === undefined ? [] : [{ kind: "one", field, entity: other }];
  });
  const toMany = all.flatMap((other) =>
    targetsOf(other)
      .filter(({ target }) => target === entity.type)
      .map(({ field }): JoinStep => ({ kind: "many", field, entity: other })),
  );
  return [...toOne, ...toMany];
}

/** The field that shows an aggregate. @throws {Problem} invalid */
function aggregatedField(
  entity: EntityDefinition,
  field: string | undefined,
  aggregate: Aggregate,
): Pick<JoinedValue, "config" | "storage"> {
  const count: FieldConfig = { type: "number", name: entity.listName ?? entity.name };
  if (aggregate === "count") {
    if (field !== undefined) throw viewFault(texts.needsNoField);
    return { config: count, storage: "decimal" };
  }
  if (field === undefined) throw viewFault(texts.needsField);
  const displayField = shownField(entity, field);
  if (aggregate === "min" || aggregate === "max") {
    if (!ordered.has(displayField.storage)) throw viewFault(texts.notOrdered);
    return displayField;
  }
  if (!numbers.has(displayField.storage)) throw viewFault(texts.notNumber);
  // A sum has the decimals of what it adds up.
  if (aggregate === "sum" && displayField.storage === "decimal") return displayField;
  const step = aggregate === "sum" ? 1 : 0.01;
  return { config: { type: "decimal", name: displayField.config.name, step }, storage: "decimal" };
}

/** Resolves a value of a view over `base`. @throws {Problem} invalid */
export function resolveValue(find: FindEntity, base: EntityDefinition, { path, aggregate }: ViewValue): JoinedValue {
  const parts = readViewPath(path);
  const steps: JoinStep[] = [];
  const current = () => steps.at(-1)?.entity ?? base;
  while (parts.length > 1 || parts[0]?.type !== undefined) {
    const { type, field } = parts.shift()!;
    if (steps.length === viewLimits.steps) throw viewFault(texts.tooDeep);
    if (steps.at(-1)?.kind === "many") throw viewFault(texts.endsAtRelated);
    if (type === undefined) {
      steps.push({ kind: "one", field, entity: targetOf(find, current(), field) });
      continue;
    }
    const entity = requireEntity(find, type);
    if (targetOf(find, entity, field).type !== current().type)
      throw viewFault(texts.otherTarget, { entity: entity.name, field, target: current().name });
    steps.push({ kind: "many", field, entity });
    if (parts.length === 0) break;
  }
  const field = parts[0]?.field;
  const entity = current();
  const isMany = steps.at(-1)?.kind === "many";
  if (!isMany && aggregate) throw viewFault(texts.needsRelated);
  if (isMany && !aggregate) throw viewFault(texts.needsAggregate);
  const common = { base, steps, field, aggregate: aggregate ?? undefined };
  if (aggregate) return { ...common, ...aggregatedField(entity, field, aggregate), isSearchable: false };
  const isSearchable = entity.searchable?.includes(field!) === true;
  return { ...common, ...shownField(entity, field!), isSearchable };
}

/** Whether a reader may use a verb on the same rows as reading. */
function coversReadableRows(principal: Principal, entity: EntityDefinition, verb: Verb): boolean {
  const { may, limits } = viewOf(principal, entity);
  return may.has(verb) && isSame(limits.get(verb) ?? [], limits.get("read") ?? []);
}

const mayReadField = (principal: Principal, entity: EntityDefinition, name: string): boolean => {
  const { may, readable } = viewOf(principal, entity);
  return may.has("read") && (isRowTime(name) || Object.hasOwn(readable.fields, name));
};

/** Whether a reader may read a value: every relation on its path, and its field. Which rows count is decided by the statement. */
export function mayRead(principal: Principal, { base, steps, field }: JoinedValue): boolean {
  let entity = base;
  for (const step of steps) {
    if (!mayReadField(principal, step.kind === "one" ? entity : step.entity, step.field)) return false;
    entity = step.entity;
  }
  return field === undefined ? viewOf(principal, entity).may.has("read") : mayReadField(principal, entity, field);
}

/** Whether files for a reader may contain a value: all entities on its path may be exported, the same rows as may be read. */
export function mayExport(principal: Principal, value: JoinedValue): boolean {
  const { base, steps, field } = value;
  const entities = [base, ...steps.map(({ entity }) => entity)];
  const isExportable =
    field === undefined || isRowTime(field) || viewOf(principal, entities.at(-1)!).exportable.has(field);
  return isExportable && entities.every((entity) => coversReadableRows(principal, entity, "export"));
}
