import { locales } from "#kit/text.ts";
import { replaceNameInRules } from "./checks.ts";
import {
  type Draft,
  type DraftDefinition,
  type DraftField,
  type DraftGroup,
  type FieldTypeInfo,
  subDraftOf,
} from "./draft.ts";

/** A name for programs from words in English: `Start date` becomes `startDate`; empty without letters. */
export function nameFromWords(words: string): string {
  const [first = "", ...rest] = words
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9 ]/g, " ")
    .split(" ")
    .filter((word) => word !== "");
  const joined = [first.toLowerCase(), ...rest.map((word) => word[0]!.toUpperCase() + word.slice(1).toLowerCase())];
  return joined.join("").replace(/^\d+/, "").slice(0, 36);
}

/** A name without the number behind it. No expression: one that looks for digits at the end takes quadratic time. */
export function withoutNumber(name: string): string {
  let end = name.length;
  while (end > 0 && name[end - 1]! >= "0" && name[end - 1]! <= "9") end -= 1;
  return name.slice(0, end);
}

/** The name, with a number behind it if it is taken. Names are compared in any case. */
export function freeName(name: string, fields: readonly DraftField[]): string {
  const usedNames = new Set(fields.map(({ field }) => field.toLowerCase()));
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? name : `${name}${n}`;
    if (!usedNames.has(candidate.toLowerCase())) return candidate;
  }
}

export const withDefinition = (draft: Draft, change: Partial<DraftDefinition>): Draft => ({
  ...draft,
  definition: { ...draft.definition, ...change },
});

const without = <T>(items: readonly T[], item: T): T[] => items.filter((other) => other !== item);
const insertAt = <T>(items: readonly T[], index: number, item: T): T[] => [
  ...items.slice(0, index),
  item,
  ...items.slice(index),
];

/** A part of the form: a group, or the fields that are in none. `group`: its place among the groups. */
export type Section = { group: number | undefined; fields: DraftField[] };

/** The fields as the form arranges them: group by group, then those in no group. Without groups, all are in one. */
export function sectionsOf({ fields, groups }: DraftDefinition): Section[] {
  const byName = new Map(fields.map((field) => [field.field, field]));
  const sections = groups.map(({ fields: names }, group): Section => ({
    group,
    fields: names.flatMap((name) => {
      const field = byName.get(name);
      byName.delete(name);
      return field === undefined ? [] : [field];
    }),
  }));
  const rest = [...byName.values()];
  return groups.length > 0 && rest.length === 0 ? sections : [...sections, { group: undefined, fields: rest }];
}

/** The definition with its fields and groups as in these sections. */
function withSections(definition: DraftDefinition, sections: readonly Section[]): DraftDefinition {
  return {
    ...definition,
    fields: sections.flatMap(({ fields }) => fields),
    groups: definition.groups.map((group, index) => ({
      ...group,
      fields: sections.find((section) => section.group === index)?.fields.map(({ field }) => field) ?? [],
    })),
  };
}

/** The place of a field: its section, and its position there. */
export type FieldPlace = { section: number; index: number };

export function placeOf(definition: DraftDefinition, name: string): FieldPlace | undefined {
  for (const [section, { fields }] of sectionsOf(definition).entries()) {
    const index = fields.findIndex(({ field }) => field === name);
    if (index !== -1) return { section, index };
  }
  return undefined;
}

/** Moves a field to a place, which counts without the field itself. */
export function moveField(draft: Draft, name: string, to: FieldPlace): Draft {
  const { definition } = draft;
  const field = definition.fields.find((candidate) => candidate.field === name);
  if (field === undefined) return draft;
  const sections = sectionsOf(definition).map((section, at) => {
    const others = without(section.fields, field);
    return { ...section, fields: at === to.section ? insertAt(others, to.index, field) : others };
  });
  return withDefinition(draft, withSections(definition, sections));
}

/** Moves a field one step up or down, over the border of a group if it is at its end. */
export function stepField(draft: Draft, name: string, step: -1 | 1): Draft {
  const place = placeOf(draft.definition, name);
  const sections = sectionsOf(draft.definition);
  if (place === undefined) return draft;
  const index = place.index + step;
  const { length } = sections[place.section]!.fields;
  if (index >= 0 && index < length) return moveField(draft, name, { ...place, index });
  const next = sections[place.section + step];
  if (next === undefined) return draft;
  return moveField(draft, name, { section: place.section + step, index: step === 1 ? 0 : next.fields.length });
}

/** Adds a column where its field stands among the columns that there are. */
function withColumn({ fields, list }: DraftDefinition, name: string): DraftDefinition["list"] {
  const order = fields.map(({ field }) => field);
  const before = new Set(order.slice(0, order.indexOf(name)));
  const index = list.columns.findLastIndex((column) => before.has(column)) + 1;
  return { ...list, columns: insertAt(without(list.columns, name), index, name) };
}

/** Two options, which a choice needs to be valid. */
const twoOptions = [1, 2].map((n) => ({ key: `option${n}`, name: { zh: `选项 ${n}`, en: `Option ${n}` } }));

/** The field with which rows and groups begin. */
const firstSubField = { field: "name", type: "textbox", name: { zh: "名称", en: "Name" } };

/** What a type needs to be valid, as far as a field does not have it. */
const neededOptions = ({ settings, hasFields }: FieldTypeInfo): object => ({
  ...("options" in settings ? { options: twoOptions } : {}),
  ...(hasFields ? { fields: [firstSubField] } : {}),
});

/** The number of columns up to which a new field becomes one. */
const usualColumns = 6;

/** Adds a field after the field `after`, or at the end of the last group. */
function insertField(
  draft: Draft,
  field: DraftField,
  { after, isColumn }: { after?: string; isColumn: boolean },
): Draft {
  const added = withDefinition(draft, { fields: [...draft.definition.fields, field] });
  const place = after === undefined ? undefined : placeOf(draft.definition, after);
  const groupCount = draft.definition.groups.length;
  const last = sectionsOf(draft.definition)[Math.max(0, groupCount - 1)]!;
  const moved = moveField(
    added,
    field.field,
    place === undefined
      ? { section: Math.max(0, groupCount - 1), index: last.fields.length }
      : { ...place, index: place.index + 1 },
  );
  return isColumn ? withDefinition(moved, { list: withColumn(moved.definition, field.field) }) : moved;
}

/** Adds a field of a type, with what the type needs to be valid. */
export function addField(draft: Draft, info: FieldTypeInfo, after?: string): { draft: Draft; field: string } {
  const { type, title, isStored } = info;
  const { definition } = draft;
  const name = freeName(nameFromWords(title.en) || "field", definition.fields);
  const field: DraftField = {
    field: name,
    type,
    name: { zh: title.zh, en: title.en },
    ...neededOptions(info),
  };
  const isColumn = isStored && definition.list.columns.length < usualColumns;
  const next = insertField(draft, field, { ...(after === undefined ? {} : { after }), isColumn });
  const hasTitle = definition.fields.some(({ field: other }) => other === definition.titleField);
  return { draft: hasTitle || !isStored ? next : withDefinition(next, { titleField: name }), field: name };
}

export function duplicateField(draft: Draft, name: string): { draft: Draft; field: string } {
  const { fields, list } = draft.definition;
  const source = fields.find(({ field }) => field === name);
  if (source === undefined) return { draft, field: name };
  const field = freeName(withoutNumber(name), fields);
  const copy = { ...structuredClone(source), field };
  return { draft: insertField(draft, copy, { after: name, isColumn: list.columns.includes(name) }), field };
}

/** The name of the field in a rule `field=value`. */
export const ruleField = (rule: unknown): string => (typeof rule === "string" ? rule.slice(0, rule.indexOf("=")) : "");

/** The settings of types of regions that name the field of the region around them. Without one, it has the name of the setting. */
const outerRegions: ReadonlyMap<string, string> = new Map([
  ["city", "province"],
  ["county", "city"],
]);

/** A field of a region, where the field of the region around it has another name. */
function withOuterRegion(field: DraftField, from: string, to: string | undefined): DraftField {
  const setting = outerRegions.get(field.type);
  if (setting === undefined || to === undefined || (field[setting] ?? setting) !== from) return field;
  return { ...field, [setting]: to };
}

/** The definition in which a field has another name everywhere; without a name, it is gone. */
function replaceName(definition: DraftDefinition, from: string, to: string | undefined): DraftDefinition {
  const rename = (names: readonly string[]) =>
    names.flatMap((name) => (name !== from ? [name] : to === undefined ? [] : [to]));
  const { fields, groups, list, searchable, unique, titleField } = definition;
  const withRule = (field: DraftField): DraftField => {
    if (ruleField(field.if).trim() !== from) return field;
    const { if: rule, ...rest } = field;
    return (
      to === undefined ? rest : { ...rest, if: `${to}${String(rule).slice(ruleField(rule).length)}` }
    ) as DraftField;
  };
  const remaining = fields.flatMap((field) => {
    if (field.field !== from) return [withOuterRegion(withRule(field), from, to)];
    return to === undefined ? [] : [{ ...withRule(field), field: to }];
  });
  const columns = rename(list.columns);
  const nextTitle = titleField === from ? (to ?? remaining[0]?.field ?? "") : titleField;
  // A rule of several fields is gone with one of them: of the others, it would say something else.
  const isGone = (names: readonly string[]) => to === undefined && names.includes(from);
  const uniqueRules = unique?.filter((names) => !isGone(names)).map(rename);
  const edited = replaceNameInRules({ ...definition, fields: remaining }, from, to);
  return {
    ...edited,
    titleField: nextTitle,
    groups: groups.map((group) => ({ ...group, fields: rename(group.fields) })),
    list: {
      columns: columns.length === 0 && nextTitle !== "" ? [nextTitle] : columns,
      sort:
        list.sort.field === from
          ? to === undefined
            ? { field: "createdAt", direction: "desc" }
            : { ...list.sort, field: to }
          : list.sort,
    },
    ...(searchable === undefined ? {} : { searchable: rename(searchable) }),
    ...(uniqueRules === undefined ? {} : { unique: uniqueRules }),
  };
}

/** Removes a field and all that refers to it. */
export const removeField = (draft: Draft, name: string): Draft => ({
  ...draft,
  definition: replaceName(draft.definition, name, undefined),
});

/** Gives a field another name, also where others refer to it. */
export const renameField = (draft: Draft, from: string, to: string): Draft => ({
  ...draft,
  definition: replaceName(draft.definition, from, to),
});

/** Whether a value says the same as its absence. */
function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** Text in each language, without languages that are empty. */
export const withoutBlanks = (value: unknown): unknown =>
  typeof value === "object" && value !== null && locales.some((locale) => locale in value)
    ? Object.fromEntries(Object.entries(value).filter(([, text]) => text !== "" && text !== null))
    : value;

/** Changes options of a field; empty ones are left out. */
export function setOptions(draft: Draft, name: string, options: Readonly<Record<string, unknown>>): Draft {
  const fields = draft.definition.fields.map((field) => {
    if (field.field !== name) return field;
    const entries = Object.entries({ ...field, ...options }).map(
      ([key, value]) => [key, withoutBlanks(value)] as const,
    );
    return Object.fromEntries(entries.filter(([key, value]) => key === "name" || !isAbsent(value))) as DraftField;
  });
  return withDefinition(draft, { fields });
}

/** Changes the fields in a field of rows or in a group. */
export function editSubFields(draft: Draft, name: string, edit: (fields: Draft) => Draft): Draft {
  const field = draft.definition.fields.find((candidate) => candidate.field === name);
  return field === undefined ? draft : setOptions(draft, name, { fields: edit(subDraftOf(field)).definition.fields });
}

/** The options that a field keeps when its type changes. */
const commonOptions = new Set([
  "name",
  "required",
  "placeholder",
  "readOnly",
  "whenEmpty",
  "helpBlock",
  "if",
  "onHidden",
  "column",
]);

/** Gives a field another type, with those of its options that the type has too. */
export function changeType(draft: Draft, name: string, info: FieldTypeInfo): Draft {
  const { type, settings, isText, operators, hasFields } = info;
  const fields = draft.definition.fields.map((field) => {
    if (field.field !== name) return field;
    const isKept = (option: string) =>
      commonOptions.has(option) ||
      option in settings ||
      (option === "localized" && isText) ||
      (option === "fields" && hasFields) ||
      (option === "search" && operators.some((operator) => operator === field.search));
    const options = Object.fromEntries(Object.entries(field).filter(([option]) => isKept(option)));
    return { ...neededOptions(info), ...options, field: name, type } as DraftField;
  });
  const changed = withDefinition(draft, { fields });
  return isText ? changed : setMembership(changed, name, "searchable", false);
}

/** Puts a field into one of the lists of the definition, or takes it out. */
export function setMembership(
  draft: Draft,
  name: string,
  list: "column" | "searchable" | "unique",
  isIn: boolean,
): Draft {
  const { definition } = draft;
  const { searchable = [], unique = [] } = definition;
  if (list === "searchable")
    return withDefinition(draft, {
      searchable: isIn ? [...without(searchable, name), name] : without(searchable, name),
    });
  if (list === "unique") {
    const others = unique.filter((names) => names.length > 1 || names[0] !== name);
    return withDefinition(draft, { unique: isIn ? [...others, [name]] : others });
  }
  const columns = { ...definition.list, columns: without(definition.list.columns, name) };
  return withDefinition(draft, { list: isIn ? withColumn(definition, name) : columns });
}

/** Moves a column of the list to another place among the columns. */
export function moveColumn(draft: Draft, name: string, to: number): Draft {
  const { list } = draft.definition;
  const from = list.columns.indexOf(name);
  if (from === -1 || from === to || to < 0 || to >= list.columns.length) return draft;
  const columns = insertAt(without(list.columns, name), to, name);
  return withDefinition(draft, { list: { ...list, columns } });
}

/** Adds a group at the end. The first one takes all fields, so that none leaves the form, and the second begins empty. */
export function addGroup(draft: Draft, names: readonly [first: DraftGroup["name"], next: DraftGroup["name"]]): Draft {
  const { groups, fields } = draft.definition;
  const first = groups.length === 0 ? [{ name: names[0], fields: fields.map(({ field }) => field) }] : groups;
  return withDefinition(draft, { groups: [...first, { name: names[1], fields: [] }] });
}

export const renameGroup = (draft: Draft, index: number, name: DraftGroup["name"]): Draft =>
  withDefinition(draft, {
    groups: draft.definition.groups.map((group, at) => (at === index ? { ...group, name } : group)),
  });

/** Removes a group. Its fields go to the group before it, or to the next one. */
export function removeGroup(draft: Draft, index: number): Draft {
  const { groups } = draft.definition;
  const removed = groups[index];
  if (removed === undefined) return draft;
  const heir = index === 0 ? 1 : index - 1;
  const merged = groups.map((group, at) => {
    if (at !== heir) return group;
    return {
      ...group,
      fields: heir < index ? [...group.fields, ...removed.fields] : [...removed.fields, ...group.fields],
    };
  });
  return withDefinition(draft, { groups: without(merged, merged[index]!) });
}

export function moveGroup(draft: Draft, index: number, step: -1 | 1): Draft {
  const { groups } = draft.definition;
  const group = groups[index];
  if (group === undefined || groups[index + step] === undefined) return draft;
  return withDefinition(draft, { groups: insertAt(without(groups, group), index + step, group) });
}
