import { z } from "zod";
import { levels } from "#kit/access.ts";
import { rowIcons } from "#kit/auto.ts";
import type { EntityDefinition, StoredEntity } from "#kit/entity.ts";
import { operators } from "#kit/filter.ts";
import { maxFormulaLength } from "#kit/formula.ts";
import { refusal } from "#kit/refusal.ts";
import { rowEvents } from "#kit/row-action.ts";
import type { Fields } from "#kit/field.ts";
import { checkOperators, findProblems } from "#kit/row-check.ts";
import { type RowCondition, rowOperators } from "#kit/row-condition.ts";
import type { Placeholders } from "#kit/placeholder.ts";
import { type OptionSources, optionSources, withOptions } from "./enums.server.ts";
import { withPlaceholders } from "./placeholders.server.ts";

const tooManyFields = { zh: "字段过多", en: "Too many fields" };

/** Maximum number of fields of a definition. */
export const maxFields = 100;
/** Maximum number of fields in a field of rows, or in a group. */
export const maxSubFields = 20;
/** Limits of a definition: enough for any form, and a bound on its cost. */
const limits = { fields: maxFields, operands: 40, unique: 10, rules: 20 };

const text = z.strictObject({ zh: z.string().trim().min(1).max(200), en: z.string().trim().min(1).max(200) });
const fieldName = z.string().max(40);
const fieldNames = z.array(fieldName).max(limits.fields);
const level = z.enum(levels);
const direction = z.enum(["asc", "desc"]);
const trueFlag = z.exactOptional(z.literal(true));

const scalar = z.union([z.string().max(200), z.number(), z.boolean(), z.null()]);
const condition: z.ZodType<RowCondition> = z.lazy(() =>
  z.union([
    z.strictObject({ and: z.array(condition).max(limits.rules) }),
    z.strictObject({ or: z.array(condition).max(limits.rules) }),
    z.strictObject({
      field: fieldName,
      op: z.enum(rowOperators),
      value: z.union([scalar, z.array(scalar).max(limits.operands)]),
    }),
  ]),
);

const fieldShape = {
  type: z.string().max(40),
  name: text,
  required: z.exactOptional(z.boolean()),
  localized: z.exactOptional(z.boolean()),
  placeholder: z.exactOptional(text),
  readOnly: trueFlag,
  writeOnce: trueFlag,
  whenEmpty: z.exactOptional(text),
  helpBlock: z.exactOptional(text),
  if: z.exactOptional(z.string().max(200)),
  onHidden: z.exactOptional(z.enum(["keep", "clear"])),
  compute: z.exactOptional(z.string().max(maxFormulaLength)),
  value: z.exactOptional(z.unknown()),
  column: z.exactOptional(
    z.strictObject({
      width: z.exactOptional(z.number().int().min(40).max(800)),
      sortable: z.exactOptional(z.boolean()),
    }),
  ),
  search: z.exactOptional(z.enum(operators)),
};
const storedSubField = z.looseObject(fieldShape);

/**
 * The common properties of a field; the options of its type are checked by that type's settings (records/definitions/definition-check.server.ts).
 * `fields`: those of its rows or of its group.
 */
export const storedField = z.looseObject({
  ...fieldShape,
  fields: z.exactOptional(
    z
      .record(fieldName, storedSubField)
      .refine((fields) => Object.keys(fields).length <= maxSubFields, refusal(tooManyFields)),
  ),
});

const check = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("compare"),
    field: fieldName,
    op: z.enum(checkOperators),
    other: fieldName,
    text,
  }),
  z.strictObject({ kind: z.literal("requireOne"), fields: fieldNames.min(1), text }),
  z.strictObject({ kind: z.literal("requireIf"), field: fieldName, if: z.string().max(200), text }),
]);

/** A path of this site, never an address of another site. */
const localPath = z
  .string()
  .max(400)
  .regex(/^\/(?![/\\])/);
const actionBase = {
  id: z.string().max(60),
  name: text,
  icon: z.enum(rowIcons),
  if: z.exactOptional(condition),
  whyNot: z.exactOptional(z.array(z.strictObject({ when: condition, text })).max(limits.rules)),
};

/** An action on rows (kit/row-action.ts). */
const action = z.discriminatedUnion("kind", [
  z.strictObject({ ...actionBase, kind: z.literal("link"), url: localPath, isMain: trueFlag }),
  z.strictObject({
    ...actionBase,
    kind: z.literal("request"),
    set: z.record(fieldName, z.unknown()),
    question: z.exactOptional(z.strictObject({ title: text, isDangerous: trueFlag })),
    stepUp: trueFlag,
    done: text,
  }),
  z.strictObject({ ...actionBase, kind: z.literal("event"), event: z.enum(rowEvents), url: localPath }),
]);

/** An entity that a space defines: the content of an entity file, as plain data. */
export const storedDefinition = z.strictObject({
  type: z.string().max(40),
  name: text,
  listName: z.exactOptional(text),
  access: z.strictObject({ read: level, add: level, update: level, delete: level, export: level }),
  fields: z
    .record(fieldName, storedField)
    .refine((fields) => Object.keys(fields).length <= limits.fields, refusal(tooManyFields)),
  titleField: fieldName,
  groups: z.array(z.strictObject({ name: text, fields: fieldNames })).max(limits.rules),
  list: z.strictObject({ columns: fieldNames.min(1), sort: z.strictObject({ field: fieldName, direction }) }),
  searchable: z.exactOptional(fieldNames),
  unique: z.exactOptional(z.array(fieldNames.min(1)).max(limits.unique)),
  ownRowsBelow: z.exactOptional(level),
  isSingle: trueFlag,
  checkSafePassword: trueFlag,
  isStepwise: trueFlag,
  tooltip: z.exactOptional(
    z.strictObject({
      alertText: z.exactOptional(text),
      // Clients of the API send either spelling.
      bottomHelpText: z.exactOptional(text),
      buttomHelpText: z.exactOptional(text),
    }),
  ),
  addWord: z.exactOptional(text),
  selectable: z.exactOptional(condition),
  isLive: z.exactOptional(condition),
  isFrozen: z.exactOptional(condition),
  whyNotDelete: z.exactOptional(z.array(z.strictObject({ when: condition, text })).max(limits.rules)),
  stamps: z.exactOptional(z.record(fieldName, z.string().max(200))),
  checks: z.exactOptional(z.array(check).max(limits.rules)),
  actions: z.exactOptional(z.array(action).max(limits.rules)),
});
export type StoredDefinition = z.infer<typeof storedDefinition>;

/** The definition in which each field that the search form looks in is searchable: only such fields have search entries. */
export function withSearchedFields(definition: StoredDefinition): StoredDefinition {
  const { searchable = [], fields } = definition;
  const searched = Object.keys(fields).filter(
    (name) => fields[name]!.search === "contains" && !searchable.includes(name),
  );
  return searched.length === 0 ? definition : { ...definition, searchable: [...searchable, ...searched] };
}

/** The internal column with the author of a record. */
export const ownerColumn = "ownerId";

/** What a definition gets from its space: options by their sources, by default only the lists of the program, and variables in texts and addresses. */
export type DefinitionSources = { options?: OptionSources; variables?: Placeholders };

/** Converts a checked definition to an entity with what it names of its space. */
export function storedEntityOf(
  checked: StoredDefinition,
  stored: StoredEntity,
  { options = optionSources(), variables = new Map() }: DefinitionSources = {},
): EntityDefinition {
  const { checks = [], tooltip, ...definition } = withPlaceholders(checked, variables);
  const bottomHelpText = tooltip?.bottomHelpText ?? tooltip?.buttomHelpText;
  const tooltipTexts = {
    ...(tooltip?.alertText === undefined ? {} : { alertText: tooltip.alertText }),
    ...(bottomHelpText === undefined ? {} : { bottomHelpText }),
  };
  return {
    ...(tooltip === undefined ? {} : { tooltip: tooltipTexts }),
    ...(definition as Omit<EntityDefinition, "stored">),
    fields: Object.fromEntries(
      Object.entries(definition.fields).map(([name, config]) => [name, withOptions(config, options)]),
    ) as Fields,
    owner: ownerColumn,
    internal: { [ownerColumn]: { type: "uuid" } },
    check: (row) => findProblems(checks, row),
    stored,
    ...(variables.size === 0 ? {} : { variables }),
  };
}
