import type { Principal } from "#kit/access.ts";
import type { AdvancedItem } from "#kit/auto.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig } from "#kit/field.ts";
import { viewOperators, type ViewValue, viewValueKey } from "#kit/joined-view.ts";
import { Problem } from "#kit/problem.ts";
import type { Locale } from "#kit/text.ts";
import {
  type FindEntity,
  type JoinedValue,
  mayRead,
  resolveValue,
  shownFields,
} from "#records/registry/joined-values.server.ts";
import { defaultTitle } from "#records/registry/joined-view.server.ts";
import { programView } from "#records/registry/view.server.ts";
import { advancedItemsOf } from "#records/describe/advanced.server.ts";

type Choices = { find: FindEntity; principal: Principal; base: EntityDefinition };

/** A value that views can show and this reader may read; undefined for any other. */
function readableValue({ find, principal, base }: Choices, value: ViewValue): JoinedValue | undefined {
  try {
    const resolved = resolveValue(find, base, value);
    return mayRead(principal, resolved) ? resolved : undefined;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** The paths of the single rows that values are joined by, each with its entity; the base has an empty path. */
function joinedEntities(base: EntityDefinition, values: readonly JoinedValue[]): ReadonlyMap<string, EntityDefinition> {
  const entities = new Map([["", base]]);
  for (const { steps } of values) {
    const relations = steps.filter(({ kind }) => kind === "one");
    for (const [index, { entity }] of relations.entries()) {
      const path = relations.slice(0, index + 1).map(({ field }) => field);
      entities.set(path.join("."), entity);
    }
  }
  return entities;
}

/**
 * What the conditions of a view can compare, with their operators: the fields of its base and of the rows that it joins, and its summaries.
 * `values`: the columns and conditions that it has. `prop` is the key of a value (`viewValueKey`).
 */
export function viewConditionItems(choices: Choices, values: readonly ViewValue[], locale: Locale): AdvancedItem[] {
  const resolvedValues = values.flatMap((value) => readableValue(choices, value) ?? []);
  const joinedFields = [...joinedEntities(choices.base, resolvedValues)].flatMap(([path, entity]) =>
    shownFields(entity).map(({ field }): ViewValue => ({ path: path === "" ? field : `${path}.${field}` })),
  );
  const resolved = new Map<string, JoinedValue>();
  for (const value of [...joinedFields, ...values]) {
    const found = readableValue(choices, value);
    if (found !== undefined) resolved.set(viewValueKey(value), found);
  }
  const keys = [...resolved.keys()];
  const nameOf = (index: number) => `v${index}`;
  const fields = Object.fromEntries(
    [...resolved.values()].map((value, index) => [
      nameOf(index),
      { ...value.config, name: defaultTitle(value) } as FieldConfig,
    ]),
  );
  const searchable = [...resolved.values()].flatMap((value, index) => (value.isSearchable ? [nameOf(index)] : []));
  const { readable } = programView({ ...choices.base, fields, searchable });
  return advancedItemsOf(readable, locale).flatMap((item) => {
    const prop = keys[keys.findIndex((_, index) => nameOf(index) === item.prop)];
    const operators = item.operators.filter(({ dataType }) => viewOperators.some((operator) => operator === dataType));
    return prop === undefined || operators.length === 0 ? [] : [{ ...item, prop, operators }];
  });
}
