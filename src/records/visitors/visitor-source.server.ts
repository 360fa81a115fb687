import type { Principal } from "#kit/access.ts";
import { isPublished } from "#kit/common-fields.ts";
import type { Entities, EntityDefinition, EntityType } from "#kit/entity.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import type { FieldConfig } from "#kit/field.ts";
import { fieldsIn, type Filter } from "#kit/filter.ts";
import { memo } from "#kit/memo.ts";
import { Problem } from "#kit/problem.ts";
import { type RowBinding, type RowPart, rowPartNames, rowParts } from "#kit/row-binding.ts";
import { formatString, formatText, type Text, textBy } from "#kit/text.ts";
import { sortableFields } from "#records/query/paging.server.ts";
import { whereOf } from "#records/query/where.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { viewOf, type ReadableEntity } from "#records/registry/view.server.ts";

/** The fields of the program's entities that visitors read on sites, of rows that are published. Nothing else of the program's rows is public. */
const publicFields = {
  contract: ["number", "title", "text", "effectiveAt"],
  news: ["title", "intro", "body", "cover", "kind", "sourceUrl", "publishedAt", "pinned", "sort"],
  servicePackage: ["slug", "name", "intro", "price", "days", "devices", "responseHours", "activation", "sortOrder"],
  wiki: ["slug", "title", "text", "sort"],
} as const satisfies { readonly [T in EntityType]?: readonly (keyof Entities[T]["fields"])[] };

const publicFieldsByType: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(publicFields));

/** True for an entity of the program that visitors read, which every space has. */
export const isPublicEverywhere = (type: string): boolean => publicFieldsByType.has(type);

/** What visitors may read of an entity: these fields of these rows. */
export type VisitorSource = {
  entity: EntityDefinition;
  readable: ReadableEntity;
  fields: ReadonlyMap<string, FieldConfig>;
  /** The rights with which rows are read: those of visitors, or, for published rows of the program's entities, the program's. */
  principalOf: (tenantId: string) => Principal;
  /** A further condition on the rows. */
  within: Filter | undefined;
};

const nobody = "00000000-0000-0000-0000-000000000000";
const visitorOf = (tenantId: string): Principal => ({ kind: "anonymous", tenantId });
const programOf = (tenantId: string): Principal => ({ kind: "system", tenantId });

/** True for a field whose values are for people to read. */
function isReadableValue(field: FieldConfig): boolean {
  const { storage, isHidden, mayHaveSecrets } = fieldTypeOf(field);
  return storage !== "none" && isHidden !== true && mayHaveSecrets !== true;
}

const sourceOf = memo((entity: EntityDefinition): VisitorSource | undefined => {
  const names = publicFieldsByType.get(entity.type);
  const isProgramEntity = entity.stored === undefined;
  const principalOf = isProgramEntity ? programOf : visitorOf;
  const { readable, may, limits } = viewOf(principalOf(nobody), entity);
  const isOpen = isProgramEntity ? names !== undefined : may.has("read") && !limits.has("read");
  if (!isOpen || entity.joined !== undefined || entity.stepUp?.includes("read") === true) return undefined;
  const fields = Object.entries(readable.fields).filter(
    ([name, field]) => (!isProgramEntity || names!.includes(name)) && isReadableValue(field),
  );
  if (fields.length === 0) return undefined;
  return { entity, readable, fields: new Map(fields), principalOf, within: isProgramEntity ? isPublished : undefined };
});

/** What visitors may read of the rows of a type; undefined if it is nothing, or if there is no such type. */
export function visitorSource(entities: EntityRegistry, type: string): VisitorSource | undefined {
  try {
    const entity = entities.find(type);
    return entity.type === type ? sourceOf(entity) : undefined;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** All that visitors may read in a space. */
export const visitorSources = ({ all }: EntityRegistry): VisitorSource[] =>
  all.flatMap((entity) => sourceOf(entity) ?? []);

/** The parts of an item that the values of a field can be. */
export function partsOf(field: FieldConfig): RowPart[] {
  const { boundAs, storage } = fieldTypeOf(field);
  if (boundAs === "picture") return ["picture"];
  if (boundAs === "link") return ["link", "text"];
  return storage === "date" || storage === "timestamp" ? ["title", "text", "date"] : ["title", "text"];
}

/** The fields by which visitors' lists can be sorted: those with an index, and the times of a row. */
export const sortFieldsOf = ({ readable, fields }: VisitorSource): string[] =>
  [...sortableFields(readable)].filter((name) => fields.has(name) || !Object.hasOwn(readable.fields, name));

const rowTimes = new Set(["createdAt", "updatedAt"]);

/** Whether a filter may name a field: one that visitors may read, or a time of the row. */
export const isComparedBy = ({ fields }: VisitorSource, name: string): boolean =>
  fields.has(name) || rowTimes.has(name);

/** Whether visitors' lists can be filtered so: by fields that visitors may read, each compared as its type allows. */
export function isFilterOf(source: VisitorSource, filter: Filter): boolean {
  if (!fieldsIn(filter).every((name) => isComparedBy(source, name))) return false;
  try {
    whereOf({ readable: source.readable, tenantId: nobody }, filter);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

const texts = {
  entity: {
    zh: "没有访客可以查看的数据“{name}”，请选择其他数据",
    en: "There are no records called “{name}” that visitors may read. Choose other records.",
  },
  field: {
    zh: "“{entity}”没有访客可以查看的字段“{name}”",
    en: "“{entity}” has no field “{name}” that visitors may read",
  },
  part: { zh: "字段“{name}”不能显示为{part}", en: "The field “{name}” cannot be shown as “{part}”" },
  title: { zh: "请选择显示为标题的字段", en: "Choose the field to show as the title" },
  filter: {
    zh: "“{entity}”的筛选条件包含访客不能查看或不能筛选的字段，请重新设置",
    en: "The filter of “{entity}” names a field that visitors may not read, or that cannot be compared so. Set it again.",
  },
  sort: { zh: "“{entity}”不能按字段“{name}”排序", en: "“{entity}” cannot be sorted by the field “{name}”" },
} satisfies Record<string, Text>;

/** A text with the names of an entity and a field in the language of each. */
const textAbout = (text: Text, { entity }: VisitorSource, more: Readonly<Record<string, Text | string>> = {}): Text => {
  const values = Object.entries({ entity: entity.listName ?? entity.name, ...more });
  return textBy((locale) =>
    formatString(
      text[locale],
      Object.fromEntries(values.map(([key, value]) => [key, typeof value === "string" ? value : value[locale]])),
    ),
  );
};

/** Why visitors cannot be shown a field of the row of a page; undefined if they can. */
export function boundFieldProblem(
  source: VisitorSource,
  name: string,
  part: "text" | "picture" | "link",
): Text | undefined {
  const field = source.fields.get(name);
  if (field === undefined) return textAbout(texts.field, source, { name });
  return partsOf(field).includes(part)
    ? undefined
    : textAbout(texts.part, source, { name: field.name, part: rowPartNames[part] });
}

/** What is wrong with a binding: what it names is not there, or not for visitors. `isOfPage`: no part of an item has to be chosen. */
export function bindingProblems(entities: EntityRegistry, binding: RowBinding, isOfPage = false): Text[] {
  const source = visitorSource(entities, binding.entity);
  if (source === undefined) return [formatText(texts.entity, { name: binding.entity })];
  const problems = rowParts.flatMap((part): Text[] => {
    const name = binding.fields[part];
    if (name === undefined) return [];
    const field = source.fields.get(name);
    if (field === undefined) return [textAbout(texts.field, source, { name })];
    if (partsOf(field).includes(part)) return [];
    return [textAbout(texts.part, source, { name: field.name, part: rowPartNames[part] })];
  });
  if (!isOfPage && binding.fields.title === undefined) problems.push(texts.title);
  if (binding.filter !== undefined && !isFilterOf(source, binding.filter))
    problems.push(textAbout(texts.filter, source));
  if (binding.sort !== undefined && !sortFieldsOf(source).includes(binding.sort.field))
    problems.push(textAbout(texts.sort, source, { name: binding.sort.field }));
  return problems;
}
