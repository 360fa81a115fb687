import type { AdvancedItem } from "#kit/auto.ts";
import { searchChoices } from "#kit/choices.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig, LocalizedField, Storage } from "#kit/field.ts";
import { type Operator, operators, relatedFieldName } from "#kit/filter.ts";
import { memo } from "#kit/memo.ts";
import type { Locale } from "#kit/text.ts";
import { relatedEntity } from "#records/query/related.server.ts";
import { comparableField } from "#records/query/where.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { type ReadableEntity, viewOf } from "#records/registry/view.server.ts";
import { plainConfig, searchConfig } from "./describe.server.ts";

/** Operators whose value is entered in the control of another operator. */
const searchOperators: Partial<Record<Operator, Operator>> = { ne: "eq", gt: "gte", lt: "lte" };
const timeStorages: ReadonlySet<Storage> = new Set(["timestamp", "date", "time", "dateRange", "timestampRange"]);

/** The times that every row has. */
const rowTimes = {
  createdAt: { type: "datepicker", name: { zh: "创建时间", en: "Created" } },
  updatedAt: { type: "datepicker", name: { zh: "更新时间", en: "Updated" } },
} satisfies Record<string, FieldConfig>;

/** The field for choosing several values; undefined for a field without choices. */
function multipleChoiceField(field: FieldConfig): FieldConfig | undefined {
  const { choices, references } = fieldTypeOf(field);
  const { name } = field;
  if (choices !== undefined) return { type: "checkboxlist", name, options: searchChoices(choices(field)) };
  const target = references?.(field);
  return target && { type: "relationcheckbox", name, entity: target.entity };
}

/** The field for the value of a comparison; null for an operator without a value, undefined if no control can enter the value. */
function controlOf(field: FieldConfig, operator: Operator, locale: Locale): LocalizedField | null | undefined {
  if (operator === "empty") return null;
  if (operator === "in") {
    const multiple = multipleChoiceField(field);
    return multiple && plainConfig(multiple, locale);
  }
  const config = searchConfig(field, searchOperators[operator] ?? operator, locale);
  return fieldTypeOf(config as never).Edit === undefined ? undefined : config;
}

/** The fields of an entity that a reader may use in search conditions, each with its operators. */
export const advancedItemsOf = memo((readable: ReadableEntity, locale: Locale): AdvancedItem[] => {
  const items = Object.entries({ ...readable.fields, ...rowTimes }).map(
    ([prop, field]): Omit<AdvancedItem, "sortOrder"> => {
      const type = fieldTypeOf(field);
      const isCompared = type.storage !== "none" && type.isHidden !== true;
      const comparableOperators = isCompared ? comparableField(readable, prop).operators : new Set<Operator>();
      return {
        prop,
        label: field.name[locale],
        type: field.type,
        isTime: timeStorages.has(type.storage),
        operators: operators
          .filter((operator) => comparableOperators.has(operator))
          .flatMap((dataType) => {
            const config = controlOf(field, dataType, locale);
            return config === undefined ? [] : [config === null ? { dataType } : { dataType, config }];
          }),
      };
    },
  );
  return items.filter((item) => item.operators.length > 0).map((item, sortOrder) => ({ ...item, sortOrder }));
});

type Reader = Pick<RowContext, "principal" | "entities">;

/**
 * The conditions that the lists of an entity offer: on its fields, and then on those of the records to which its relations lead, as far as the reader
 * may read them. The label of the latter names the relation too: `Customer › City`.
 */
export function listItemsOf(reader: Reader, entity: EntityDefinition, locale: Locale): AdvancedItem[] {
  const { readable } = viewOf(reader.principal, entity);
  const relatedItems = Object.entries(readable.fields).flatMap(([prop, { name }]) => {
    const target = relatedEntity(reader, readable, prop);
    if (target === undefined) return [];
    const label = name[locale];
    return advancedItemsOf(viewOf(reader.principal, target).readable, locale).map((item): AdvancedItem => ({
      ...item,
      prop: relatedFieldName({ relation: prop, field: item.prop }),
      label: `${label} › ${item.label}`,
      relation: { prop, label, field: item.label },
    }));
  });
  return [...advancedItemsOf(readable, locale), ...relatedItems].map((item, sortOrder) => ({ ...item, sortOrder }));
}
