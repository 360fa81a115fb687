import type { EntityType } from "#kit/entity.ts";
import { entitySetting } from "#kit/field-settings.ts";
import type { Operator } from "#kit/filter.ts";
import type { DeletionEffect } from "#kit/on-delete.ts";
import type { Schemas } from "#kit/schemas.ts";
import { RelationTitle } from "#client/relation-title.tsx";

export type SingleRelationOptions = { entity: EntityType; onDelete?: DeletionEffect };
type Options = SingleRelationOptions;

const operators: Operator[] = ["eq"];
const example: Options = { entity: "news" };

/** The parts of a field type whose value is the id of one row of another entity of the same tenant. */
export const singleRelation = {
  storage: "uuid" as const,
  check: (_field: Options, { string, uuid }: Schemas) => string().check(uuid()),
  message: () => ({ zh: "请从列表中选择", en: "Choose an option from the list" }),
  operators,
  references: ({ entity }: Options) => ({ entity }),
  // The contract has a style of its own for the names of configurations (B-141).
  cellStyle: ({ entity }: Options) => ({ type: entity === "autoConfig" ? "autoconfig" : "text" }),
  settings: entitySetting,
  Show: ({ value, field }: { value: string | null; field: Options }) =>
    value === null ? null : <RelationTitle entity={field.entity} id={value} />,
  examples: {
    field: example,
    valid: ["0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b"],
    invalid: ["1", 1],
    sample: () => undefined,
  },
};
