import { sql } from "drizzle-orm";
import type { FieldConfig } from "#kit/field.ts";
import { type FieldProblems, Problem } from "#kit/problem.ts";
import { isSame } from "#kit/same.ts";
import type { Locale, Text } from "#kit/text.ts";
import {
  type StoredDefinition,
  storedDefinition,
  storedEntityOf,
  withSearchedFields,
} from "#records/registry/stored-definition.server.ts";
import { assignFacets } from "#records/query/record-facets.server.ts";
import {
  enumNamesIn,
  type EnumRow,
  enumsSql,
  type OptionSources,
  optionSources,
} from "#records/registry/enums.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { fieldProblems } from "#server/http/issue-text.server.ts";
import { newId } from "#server/process/id.server.ts";
import { invalidText } from "#records/change/check.server.ts";
import { type DefinitionChange, type FieldNames, fieldNamesOf } from "./definition-change.server.ts";
import { definitionProblems } from "./definition-check.server.ts";
import { type FieldChange, planChanges, type ReviewDepth } from "./field-changes.server.ts";
import { configsOf, subFieldChanges } from "./sub-field-changes.server.ts";
import { rewriteOf, rewriteRecords } from "./rewrite-records.server.ts";
import {
  lockDefinitions,
  notifyEntityChanged,
  otherEntities,
  readDefinitions,
  refuseSaves,
  type SpaceDefinition,
} from "./space-definitions.server.ts";

/** Maximum number of definitions of a space. */
const maxDefinitions = 200;
const texts = {
  tooMany: {
    zh: `一个空间最多定义 ${maxDefinitions} 个类型`,
    en: `A space can have ${maxDefinitions} types of its own`,
  },
  taken: { zh: "已存在同名类型", en: "This type already exists" },
  fixed: {
    zh: "首次发布后不能修改标识",
    en: "The type cannot change once published",
  },
} satisfies Record<string, Text>;

/** Parses a submitted definition. @throws {Problem} invalid, naming problems by path */
function parseDefinition(value: unknown): StoredDefinition {
  const { data, error } = storedDefinition.safeParse(value);
  if (error !== undefined) throw new Problem("invalid", invalidText, { fields: fieldProblems(error) });
  return withSearchedFields(data);
}

/** The definition that a publication replaces, if any. `id`: that of a draft; other definitions are found by their type. */
const findCurrent = (definitions: readonly SpaceDefinition[], { type }: StoredDefinition, id: string | undefined) =>
  definitions.find((other) =>
    id === undefined ? other.definition.type.toLowerCase() === type.toLowerCase() : other.id === id,
  );

/** The problems of the type of a definition: it stays once it is published, and is that of no other definition. */
function typeProblems(
  { type }: StoredDefinition,
  definitions: readonly SpaceDefinition[],
  current: SpaceDefinition | undefined,
): FieldProblems {
  const isTaken = definitions.some(
    (other) => other !== current && other.definition.type.toLowerCase() === type.toLowerCase(),
  );
  if (isTaken) return { type: texts.taken };
  return current !== undefined && current.definition.type !== type ? { type: texts.fixed } : {};
}

/** The problem of a type that a data view has. */
async function viewProblems(
  tx: Tx,
  { principal: { tenantId } }: RowContext,
  { type }: StoredDefinition,
): Promise<FieldProblems> {
  const views = await tx.rows(
    sql`select 1 from collect_data
      where tenant_id = ${tenantId}::uuid and deleted_at is null and lower(table_name) = lower(${type})`,
  );
  return views.length > 0 ? { type: texts.taken } : {};
}

/**
 * The result of checking a definition: its problems, by path, and what its publication would change in existing records. `rewritten`: how many of them
 * it would write.
 */
export type DefinitionReview = {
  definition: StoredDefinition;
  problems: FieldProblems;
  changes: FieldChange[];
  rewritten: number;
  /** Undefined for a new definition, and while there are problems. */
  change: DefinitionChange | undefined;
  current: SpaceDefinition | undefined;
};

export type ReviewOptions = Partial<ReviewDepth> & {
  /** The id of the draft, which is that of its definition. */
  id?: string | undefined;
  /** The language in which choices become text. */
  locale?: Locale;
};

/** The lists of options of a definition, and those of the definition that it replaces. */
async function readSources(
  tx: Tx,
  { principal: { tenantId } }: RowContext,
  definition: StoredDefinition,
  current: SpaceDefinition | undefined,
): Promise<OptionSources> {
  const removed = Object.entries(current?.removedFields ?? {}).map(([name, { config }]) => [name, config] as const);
  const names = [definition.fields, current?.definition.fields ?? {}, Object.fromEntries(removed)].flatMap(enumNamesIn);
  return optionSources(await tx.rows<EnumRow>(enumsSql(tenantId, [...new Set(names)])));
}

/** Checks a definition against the space and its records. Reads only. @throws {Problem} conflict when the space has too many definitions */
export async function reviewDefinition(
  tx: Tx,
  context: RowContext,
  definition: StoredDefinition,
  { id, locale = "zh", isThorough = false, signal }: ReviewOptions = {},
): Promise<DefinitionReview> {
  const definitions = await readDefinitions(tx, context);
  const current = findCurrent(definitions, definition, id);
  if (current === undefined && definitions.length >= maxDefinitions) throw new Problem("conflict", texts.tooMany);
  const sources = await readSources(tx, context, definition, current);
  const problems = {
    ...definitionProblems(definition, { others: otherEntities(context, definitions, current?.id), sources }),
    ...typeProblems(definition, definitions, current),
    ...(await viewProblems(tx, context, definition)),
  };
  const isApplicable = current !== undefined && Object.keys(problems).length === 0;
  const change = isApplicable ? { current, definition, sources, locale } : undefined;
  const plan = change && (await planChanges(tx, change, { isThorough, signal }));
  return { definition, problems, changes: plan?.changes ?? [], rewritten: plan?.rewritten ?? 0, change, current };
}

/** Whether the definition is the published one. What is stored has no keys without a value. */
export const isLive = ({ definition, current }: DefinitionReview): boolean =>
  current?.isPublished === true && isSame(JSON.parse(JSON.stringify(definition)), current.definition);

/** The removed fields whose values are kept, after a publication. */
function removedFieldsAfter(change: DefinitionChange, names: FieldNames): object {
  const { current } = change;
  const subFields = subFieldChanges(change, names);
  const restored = new Set([...names.restored, ...subFields.restored.map(({ key }) => key)]);
  const remaining = Object.entries(current.removedFields).filter(([name]) => !restored.has(name));
  const removedAt = new Date().toISOString();
  const removed = [
    ...names.removed.map((name) => [name, current.definition.fields[name] as FieldConfig] as const),
    ...subFields.removed.map((subField) => [subField.key, configsOf(change, subField).before!] as const),
  ];
  return Object.fromEntries([...remaining, ...removed.map(([name, config]) => [name, { config, removedAt }])]);
}

/** The changes that prevent a publication, by path. */
export const refusalsOf = (changes: readonly FieldChange[]): FieldProblems =>
  Object.fromEntries(changes.filter(({ isRefused }) => isRefused).map(({ path, text }) => [path, text] as const));

type ApplyOptions = {
  /** The id of a new definition. */
  id?: string | undefined;
  /** Called while existing records are rewritten, with their number so far. May throw to end the publication. */
  onProgress?: (records: number) => Promise<void> | void;
};

/**
 * Makes a definition without problems that of its entity: values of removed fields are kept for some days, values of fields with a new type are
 * converted, and new sort, filter and unique fields are indexed. Takes effect on commit. The definitions must be locked, and saves refused.
 * @throws {Problem} conflict when existing records break a new unique rule
 */
export async function applyDefinition(
  tx: Tx,
  { principal: { tenantId } }: RowContext,
  { definition, change, current }: DefinitionReview,
  { id, onProgress = () => {} }: ApplyOptions = {},
): Promise<{ id: string; version: number }> {
  const stored = { id: current?.id ?? id ?? newId(), version: (current?.version ?? 0) + 1 };
  const names = change && fieldNamesOf(change);
  const rewrite = change && rewriteOf(change);
  if (change !== undefined) await rewriteRecords(tx, change, rewrite!, onProgress);
  const facets = rewrite?.facets ?? assignFacets([], storedEntityOf(definition, { ...stored, facets: [] }));
  const removedFields = change === undefined ? {} : removedFieldsAfter(change, names!);
  // `clock_timestamp()` rather than `now()`: this transaction may have begun before the last changes under the earlier definition.
  const fieldTimes = sql`coalesce((select jsonb_object_agg(name, date_trunc('milliseconds', clock_timestamp()))
    from unnest(${sql.param(names?.added ?? [])}::text[]) name), '{}')`;
  await tx.rows(sql`insert into entity_definition as d (id, tenant_id, type, version, definition, facets)
    values (${stored.id}::uuid, ${tenantId}::uuid, ${definition.type}, ${stored.version}, ${JSON.stringify(definition)}::json, ${sql.param(facets)}::text[])
    on conflict (id) do update set type = excluded.type, version = excluded.version, definition = excluded.definition, facets = excluded.facets, published_at = now(),
      unpublished_at = null, field_times = d.field_times || ${fieldTimes}, removed_fields = ${JSON.stringify(removedFields)}::jsonb`);
  await notifyEntityChanged(tx, tenantId, definition.type);
  return stored;
}

/**
 * Publishes the definition of an entity of a space, or replaces it (`applyDefinition`).
 * @throws {Problem} invalid, naming problems by path; conflict when existing records break a new unique rule, or when another publication or many
 * saves are under way
 */
export async function publishDefinition(
  tx: Tx,
  context: RowContext,
  value: unknown,
  options: ReviewOptions & ApplyOptions = {},
): Promise<{ id: string; version: number }> {
  const { tenantId } = context.principal;
  const definition = parseDefinition(value);
  await lockDefinitions(tx, tenantId);
  const current = findCurrent(await readDefinitions(tx, context), definition, options.id);
  if (current !== undefined) await refuseSaves(tx, tenantId, current.id);
  const review = await reviewDefinition(tx, context, definition, options);
  const fields = { ...refusalsOf(review.changes), ...review.problems };
  if (Object.keys(fields).length > 0) throw new Problem("invalid", invalidText, { fields });
  return applyDefinition(tx, context, review, options);
}
