import { isObject } from "#kit/is-object.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig } from "#kit/field.ts";
import { fieldTypeName } from "#kit/field-aliases.ts";
import { typeNameProblem } from "#kit/reserved-names.ts";
import { inLocale, type Text } from "#kit/text.ts";
import {
  enumNamesIn,
  type EnumRow,
  enumsSql,
  type OptionSources,
  optionSources,
} from "#records/registry/enums.server.ts";
import { fieldTypes } from "#records/registry/field-types.server.ts";
import { placeholdersOf, type VariableRow, variablesSql } from "#records/registry/placeholders.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import {
  maxFields,
  maxSubFields,
  type StoredDefinition,
  storedDefinition,
  storedEntityOf,
  storedField,
} from "#records/registry/stored-definition.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { definitionProblems, isFieldName } from "./definition-check.server.ts";
import { type Draft, parseDraft } from "./draft.server.ts";
import { otherEntities, readDefinitions } from "./space-definitions.server.ts";

/** The type of a draft whose own type is empty or not allowed. */
const placeholderType = "preview";
/** Everything is shown to the administrator who edits the definition, whoever may read the rows later. */
const access = {
  read: "administrator",
  add: "administrator",
  update: "administrator",
  delete: "administrator",
  export: "administrator",
} as const;

/** The properties that are taken over only if they are valid together with the fields. */
const optionalProperties = ["isStepwise", "tooltip", "addWord", "listName", "actions"] as const;

/** A text that may still lack a language, which a draft often does. */
function textOf(value: unknown, fallback: string): Text {
  const partialText = isObject(value) ? (value as Partial<Text>) : {};
  const [zh, en] = [inLocale(partialText, "zh"), inLocale(partialText, "en")].map((text) =>
    typeof text === "string" && text.trim() !== "" ? text.trim().slice(0, 200) : fallback,
  );
  return { zh: zh!, en: en! };
}

const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

type Fields = StoredDefinition["fields"];
type Surroundings = { others: readonly EntityDefinition[]; sources: OptionSources };

/** The fields of a draft whose shape is right, and likewise the fields in them. */
function wellFormedFields(list: unknown, max = maxFields): Fields {
  const fields: Fields = {};
  for (const item of (Array.isArray(list) ? list : []).slice(0, max)) {
    if (!isObject(item)) continue;
    const { field, ...config } = item;
    if (typeof field !== "string" || !isFieldName(field) || Object.hasOwn(fields, field)) continue;
    const inner = Object.hasOwn(config, "fields") ? { fields: wellFormedFields(config.fields, maxSubFields) } : {};
    const { data } = storedField.safeParse({ ...config, ...inner, name: textOf(config.name, field) });
    if (data !== undefined) fields[field] = data;
  }
  return fields;
}

const isStored = ({ type }: { type: string }) => fieldTypes.get(fieldTypeName(type))?.storage !== "none";

/** The simplest definition with these fields; undefined when none of them can be the title. */
function simpleDefinition(type: string, name: Text, fields: Fields): StoredDefinition | undefined {
  const titleField = Object.keys(fields).find((field) => isStored(fields[field]!));
  if (titleField === undefined) return undefined;
  const list = { columns: [titleField], sort: { field: "createdAt", direction: "desc" as const } };
  return { type, name, access, fields, titleField, groups: [], list };
}

/** Fields without those that have problems. A problem of a field in another one takes only that one out. */
function withoutFields(fields: Fields, problems: readonly (readonly string[])[]): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, config]) => {
      const own = problems.filter(([, field]) => field === name).map(([, , ...rest]) => rest);
      const isInner = (path: readonly string[]) => path[0] === "fields" && path.length > 1;
      if (own.length === 0) return [[name, config]];
      if (!own.every(isInner)) return [];
      return [[name, { ...config, fields: withoutFields(config.fields as Fields, own) }]];
    }),
  );
}

/** The definition without fields that have problems. Leaving one out can make others wrong, which follow. */
function withoutWrongFields(definition: StoredDefinition, surroundings: Surroundings): StoredDefinition | undefined {
  let current: StoredDefinition | undefined = definition;
  while (current !== undefined) {
    const paths = Object.keys(definitionProblems(current, surroundings)).map((path) => path.split("."));
    const wrong = paths.filter(([first, field]) => first === "fields" && field !== undefined);
    if (wrong.length === 0) return current;
    current = simpleDefinition(current.type, current.name, withoutFields(current.fields, wrong));
  }
  return undefined;
}

/** The order, groups and columns of a draft, as far as its fields are there. */
function arrangementOf(draft: Record<string, unknown>, { fields, titleField }: StoredDefinition) {
  const has = (field: unknown): field is string => typeof field === "string" && Object.hasOwn(fields, field);
  const isListed = (field: unknown): field is string => has(field) && isStored(fields[field]!);
  const list = isObject(draft.list) ? draft.list : {};
  const columns = stringsIn(list.columns).filter(isListed);
  const sort = isObject(list.sort) ? list.sort : {};
  const isSortable = sort.field === "createdAt" || sort.field === "updatedAt" || isListed(sort.field);
  const groups = (Array.isArray(draft.groups) ? draft.groups : []).filter(isObject).map((group, index) => ({
    name: textOf(group.name, String(index + 1)),
    fields: stringsIn(group.fields).filter(has),
  }));
  return {
    titleField: isListed(draft.titleField) ? draft.titleField : titleField,
    groups,
    list: {
      columns: columns.length === 0 ? [titleField] : columns,
      sort: isSortable
        ? { field: sort.field as string, direction: sort.direction === "asc" ? ("asc" as const) : ("desc" as const) }
        : { field: "createdAt", direction: "desc" as const },
    },
  };
}

/** Adds a property of a draft to a definition if the definition stays valid. */
function withProperty(
  definition: StoredDefinition,
  [property, value]: [property: string, value: unknown],
  surroundings: Surroundings,
): StoredDefinition {
  if (value === undefined) return definition;
  const { data } = storedDefinition.safeParse({ ...definition, [property]: value });
  const isValid = data !== undefined && Object.keys(definitionProblems(data, surroundings)).length === 0;
  return isValid ? data : definition;
}

/**
 * The entity that a draft would become, without the parts of it that are wrong: it can be shown while it is edited, and is in no registry. Undefined
 * when no field of it can be shown.
 */
export async function previewEntity(
  tx: Tx,
  context: RowContext,
  { id, draft }: { id?: string | undefined; draft: Draft },
): Promise<EntityDefinition | undefined> {
  const parsed = parseDraft(draft.definition);
  if ("problem" in parsed) return undefined;
  const type = typeNameProblem(draft.tableName) === undefined ? draft.tableName : placeholderType;
  const fields = wellFormedFields(parsed.value.fields);
  const simple = simpleDefinition(type, textOf(draft.name, type), fields);
  if (simple === undefined) return undefined;
  const names = Object.values(fields).length === 0 ? [] : enumNamesIn(fields as Record<string, FieldConfig>);
  const enums = await tx.rows<EnumRow>(enumsSql(context.principal.tenantId, [...new Set(names)]));
  const surroundings = {
    others: otherEntities(context, await readDefinitions(tx, context), id),
    sources: optionSources(enums),
  };
  const valid = withoutWrongFields(simple, surroundings);
  if (valid === undefined) return undefined;
  const arranged = { ...valid, ...arrangementOf(parsed.value, valid) };
  const definition = optionalProperties.reduce(
    (current, property) => withProperty(current, [property, parsed.value[property]], surroundings),
    arranged,
  );
  const variables = placeholdersOf(await tx.rows<VariableRow>(variablesSql(context.principal.tenantId)));
  const stored = { id: id ?? "", version: 0, facets: [] };
  return storedEntityOf(definition, stored, { options: surroundings.sources, variables });
}
