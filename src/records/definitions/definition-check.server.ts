import { checkFields } from "#kit/check-fields.ts";
import { sourceTexts } from "#kit/choices.ts";
import { invalidFormulas, formulaFields } from "#kit/computed.ts";
import { isCyclic, parseCondition } from "#kit/condition.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { type FieldConfig, type FieldDefinition, isEmpty } from "#kit/field.ts";
import { fieldTypeName } from "#kit/field-aliases.ts";
import { type FieldProblems, Problem } from "#kit/problem.ts";
import { joinPath } from "#kit/problem-path.ts";
import { isActionName } from "#kit/row-action.ts";
import type { RowCondition } from "#kit/row-condition.ts";
import { fieldNameProblem, typeNameProblem } from "#kit/reserved-names.ts";
import { schemas } from "#kit/schemas.ts";
import type { Text } from "#kit/text.ts";
import { dataSourceOf, type OptionSources, optionSources, withOptions } from "#records/registry/enums.server.ts";
import { columnsFor, fieldTypeOf, fieldTypes } from "#records/registry/field-types.server.ts";
import {
  ownerColumn,
  storedEntityOf,
  type StoredDefinition,
  storedField,
} from "#records/registry/stored-definition.server.ts";
import { formFields, programView } from "#records/registry/view.server.ts";
import { indexedFields } from "#records/query/record-index.server.ts";
import { whereOf } from "#records/query/where.server.ts";

/** Maximum length of an indexed text. */
const maxIndexed = 400;

/** The problem of a name that is malformed or reserved. */
export const fieldNameText: Text = {
  zh: "名称须以小写字母开头，只含字母和数字，且不能是系统保留的名称",
  en: "Start with a lowercase letter and use letters and digits only. Reserved names are not allowed.",
};

const texts = {
  name: fieldNameText,
  taken: { zh: "已存在同名类型", en: "This type already exists" },
  noType: { zh: "字段类型不可用", en: "This field type is not available" },
  noSubType: { zh: "子表和字段组中不能使用此类型", en: "Rows and groups cannot have fields of this type" },
  notInside: { zh: "子表和字段组中的字段没有此项设置", en: "Fields in rows and groups do not have this setting" },
  noSubFields: { zh: "此字段类型不含其他字段", en: "Fields of this type have no fields in them" },
  noField: { zh: "字段不存在", en: "Field not found" },
  noEntity: { zh: "关联的类型不存在", en: "The related type does not exist" },
  noInput: { zh: "此字段不需要填写", en: "Nothing is filled in here" },
  requiredClear: { zh: "必填字段不能清空", en: "A required field cannot be emptied" },
  noBranch: { zh: "仅分类可按编码限定", en: "Only categories can be limited by a code" },
  notText: { zh: "只能搜索文本字段", en: "Only text fields can be searched" },
  notStored: { zh: "此字段不存储值", en: "This field stores no value" },
  operator: { zh: "此字段类型不支持该搜索方式", en: "This field type cannot be searched this way" },
  localized: { zh: "此字段类型不支持多语言", en: "This field type does not support multiple languages" },
  long: {
    zh: `可排序或可筛选的文本最多 ${maxIndexed} 个字符`,
    en: `Text fields used for sorting or filtering can have up to ${maxIndexed} characters`,
  },
  notWritable: { zh: "此字段不可修改", en: "This field cannot be changed" },
  condition: { zh: "条件无效", en: "Invalid condition" },
  formula: { zh: "公式无效，或循环引用了自身", en: "Invalid formula, or one that depends on itself" },
  circle: { zh: "显示条件循环引用了自身", en: "This condition depends on itself" },
  twin: { zh: "已有同名字段，大小写不同也算同名", en: "Another field has this name. Letter case makes no difference." },
  noFields: { zh: "至少需要一个字段", en: "Add at least one field" },
} satisfies Record<string, Text>;

/** Whether a field may have this name. */
export const isFieldName = (name: string): boolean =>
  fieldNameProblem(name) === undefined && name.toLowerCase() !== ownerColumn.toLowerCase();

type PathProblem = [path: string, text: Text];
type Values = Readonly<Record<string, unknown>>;
type DefinedFields = StoredDefinition["fields"];

/** The options that every field has; all others belong to its type. */
export const commonOptions: ReadonlySet<string> = new Set(Object.keys(storedField.shape));

/** Whether a field is searchable text. */
export const isText = ({ inlineText, searchText }: FieldDefinition) =>
  inlineText !== undefined || searchText !== undefined;

/** Whether fields of a type can be in rows and groups: those that have a value by themselves and are no rows or relations. */
export const isSubFieldType = ({ settings, storage, proof, subFields, references }: FieldDefinition): boolean =>
  settings !== undefined && storage !== "none" && [proof, subFields, references].every((part) => part === undefined);

/** The settings that fields in rows and groups do not have: those of lists, of new records, and of whole records. */
const recordSettings = ["column", "search", "compute", "value", "readOnly", "writeOnce", "onHidden"] as const;

/** Whether a value of a field, with the fields in it, is valid. */
const isValidValue = (config: FieldConfig, type: FieldDefinition, value: unknown): boolean =>
  type.subFields === undefined
    ? type.check(config, schemas).safeParse(value).success
    : Object.keys(checkFields({ value: config }, { value }, { value }, { typeOf: fieldTypeOf })).length === 0;

/** The problems of the list that the options of a field come from. */
function sourceProblems(options: Values, type: FieldDefinition, sources: OptionSources): PathProblem[] {
  if (type.settings?.dataSource === undefined) return [];
  const source = dataSourceOf(options);
  if (source !== undefined) return sources(source) === undefined ? [["dataSource", sourceTexts.unknown]] : [];
  return isEmpty(options.options) ? [["options", sourceTexts.missing]] : [];
}

/** The problems of a field's options. */
export function optionProblems(
  sent: FieldConfig,
  type: FieldDefinition,
  { fields, sources }: { fields: DefinedFields; sources: OptionSources },
): PathProblem[] {
  const options = Object.fromEntries(Object.entries(sent).filter(([name]) => !commonOptions.has(name)));
  const problems = [
    ...Object.entries(checkFields(type.settings!, options, options, { typeOf: fieldTypeOf })),
    ...sourceProblems(options, type, sources),
  ];
  if (problems.length > 0) return problems;
  const config = withOptions(sent, sources);
  const faults: PathProblem[] = [];
  const { search, value, required, onDelete } = config as FieldConfig & { onDelete?: unknown };
  if (required === true && type.Edit === undefined) faults.push(["required", texts.noInput]);
  if (onDelete === "clear" && required === true) faults.push(["onDelete", texts.requiredClear]);
  if (search !== undefined && !type.operators.includes(search)) faults.push(["search", texts.operator]);
  if (config.localized === true && !isText(type)) faults.push(["localized", texts.localized]);
  if (value !== undefined && !isValidValue(config, type, value)) faults.push(["value", type.message(config)]);
  if (config.if !== undefined && !Object.hasOwn(fields, parseCondition(config.if)?.field ?? ""))
    faults.push(["if", texts.noField]);
  return faults;
}

/** The problems of visibility rules and formulas that refer to missing fields, or to themselves. */
function ruleProblems(fields: DefinedFields): PathProblem[] {
  const cyclicFields = Object.keys(fields).filter((name) => isCyclic(name, fields));
  const formulas = Object.entries(fields).flatMap(([name, { compute, localized }]): PathProblem[] => {
    if (compute === undefined) return [];
    const path = `fields.${name}.compute`;
    if (localized === true) return [[path, texts.localized]];
    return formulaFields(compute).some(({ field }) => !Object.hasOwn(fields, field)) ? [[path, texts.noField]] : [];
  });
  return [
    ...cyclicFields.map((name): PathProblem => [`fields.${name}.if`, texts.circle]),
    ...formulas,
    ...invalidFormulas(fields).map((name): PathProblem => [`fields.${name}.compute`, texts.formula]),
  ];
}

/** The problems of the fields in a field: of its rows, or of its group. */
function subFieldProblems(field: DefinedFields[string], type: FieldDefinition, sources: OptionSources): PathProblem[] {
  const { fields } = field;
  if (type.subFields !== undefined) return fieldProblems((fields ?? {}) as DefinedFields, { sources, isInside: true });
  return fields === undefined ? [] : [["fields", texts.noSubFields]];
}

/** The problems of fields. `isInside`: they are the fields in a field. */
function fieldProblems(
  fields: DefinedFields,
  { sources, isInside }: { sources: OptionSources; isInside: boolean },
): PathProblem[] {
  const entries = Object.entries(fields);
  if (entries.length === 0) return [["fields", texts.noFields]];
  const names = entries.map(([name]) => name.toLowerCase());
  const inFields = entries.flatMap(([name, config], index): PathProblem[] => {
    const path = joinPath("fields", name);
    if (!isFieldName(name)) return [[path, texts.name]];
    if (names.indexOf(name.toLowerCase()) < index) return [[path, texts.twin]];
    const type = fieldTypes.get(fieldTypeName(config.type));
    if (type?.settings === undefined) return [[joinPath(path, "type"), texts.noType]];
    if (isInside && !isSubFieldType(type)) return [[joinPath(path, "type"), texts.noSubType]];
    const closed = isInside ? recordSettings.filter((setting) => config[setting] !== undefined) : [];
    if (closed.length > 0) return closed.map((setting) => [joinPath(path, setting), texts.notInside]);
    const problems = [
      ...optionProblems(config as FieldConfig, type, { fields, sources }),
      ...subFieldProblems(config, type, sources),
    ];
    return problems.map(([option, text]) => [joinPath(path, option), text]);
  });
  return [...ruleProblems(fields), ...inFields];
}

/** The field names that a check uses. */
function checkNames(check: NonNullable<StoredDefinition["checks"]>[number]): string[] {
  if (check.kind === "requireOne") return check.fields;
  return [check.field, check.kind === "compare" ? check.other : (parseCondition(check.if)?.field ?? "")];
}

/** The field names that a definition uses, each with its path. */
function namesIn(definition: StoredDefinition): [path: string, name: string][] {
  const { titleField, list, groups, searchable = [], unique = [], stamps = {}, checks = [] } = definition;
  const fieldNames = (path: string, names: readonly string[]) =>
    names.map((name, index): [string, string] => [joinPath(path, String(index)), name]);
  const sort = list.sort.field;
  return [
    ["titleField", titleField],
    ...fieldNames("list.columns", list.columns),
    ...(["createdAt", "updatedAt"].includes(sort) ? [] : [["list.sort.field", sort] as [string, string]]),
    ...groups.flatMap(({ fields }, index) => fieldNames(`groups.${index}.fields`, fields)),
    ...fieldNames("searchable", searchable),
    ...unique.flatMap((names, index) => fieldNames(`unique.${index}`, names)),
    ...Object.keys(stamps).map((name): [string, string] => [joinPath("stamps", name), name]),
    ...checks.flatMap((check, index) => fieldNames(`checks.${index}`, checkNames(check))),
  ];
}

/** What a definition is checked against: the other entities of its space, and the lists of options there. */
type DefinitionSurroundings = { others: readonly EntityDefinition[]; sources: OptionSources };

type DefinitionContext = {
  definition: StoredDefinition;
  entity: EntityDefinition;
  others: readonly EntityDefinition[];
};

const storagesOf = (entity: EntityDefinition) =>
  new Map(columnsFor(entity).map(({ field, storage }) => [field, storage]));
const typeOf = ({ fields }: EntityDefinition, name: string) => fieldTypeOf(fields[name]!);

/** The problems of fields without a stored value where one is needed, and of searchable fields that are not text. */
function nameProblems({ definition, entity }: DefinitionContext): PathProblem[] {
  const storages = storagesOf(entity);
  const notStored = namesIn(definition)
    .filter(([path, name]) => !path.startsWith("groups") && !storages.has(name))
    .map(([path]): PathProblem => [path, texts.notStored]);
  const notText = (definition.searchable ?? []).flatMap((name, index): PathProblem[] =>
    isText(typeOf(entity, name)) ? [] : [[`searchable.${index}`, texts.notText]],
  );
  return [...notText, ...notStored];
}

/** The problems of relations to an unknown entity, and of indexed text fields that may exceed the maximum length of an index entry. */
function relationAndIndexProblems({ entity, others }: DefinitionContext): PathProblem[] {
  const types = new Set([entity, ...others].map(({ type }) => type));
  const relations = Object.entries(entity.fields).flatMap(([name, config]): PathProblem[] => {
    const target = typeOf(entity, name).references?.(config);
    if (target === undefined) return [];
    if (!types.has(target.entity)) return [[`fields.${name}.entity`, texts.noEntity]];
    const hasCodes = others.find(({ type }) => type === target.entity)?.tree?.code !== undefined;
    return target.branch === undefined || hasCodes ? [] : [[`fields.${name}.branch`, texts.noBranch]];
  });
  const isLong = (name: string) =>
    typeOf(entity, name)
      .check(entity.fields[name]!, schemas)
      .safeParse("x".repeat(maxIndexed + 1)).success;
  const long = [...indexedFields(entity)]
    .filter(([name, { kind }]) => kind === "text" && isLong(name))
    .map(([name]): PathProblem => [`fields.${name}`, texts.long]);
  return [...relations, ...long];
}

function isCondition(entity: EntityDefinition, condition: RowCondition): boolean {
  try {
    whereOf({ readable: programView(entity).readable, tenantId: "" }, condition);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** Conditions that cannot be evaluated for the rows of the entity. */
function conditionProblems({ definition, entity }: DefinitionContext): PathProblem[] {
  const conditions = [
    ...(["selectable", "isLive", "isFrozen"] as const).map((path) => [path, definition[path]] as const),
    ...(definition.whyNotDelete ?? []).map(({ when }, index) => [`whyNotDelete.${index}.when`, when] as const),
    ...(definition.actions ?? []).flatMap(({ if: rule, whyNot = [] }, index) => [
      [`actions.${index}.if`, rule] as const,
      ...whyNot.map(({ when }, n) => [`actions.${index}.whyNot.${n}.when`, when] as const),
    ]),
  ];
  return conditions.flatMap(([path, condition]): PathProblem[] =>
    condition === undefined || isCondition(entity, condition) ? [] : [[path, texts.condition]],
  );
}

/** The problems of actions without a unique id, and of actions that set fields that are not writable, or invalid values. */
function actionProblems({ definition, entity }: DefinitionContext): PathProblem[] {
  const actions = definition.actions ?? [];
  const writable = new Set(formFields(entity, "update"));
  return actions.flatMap((action, index): PathProblem[] => {
    const path = `actions.${index}`;
    if (!isActionName(action.id, actions)) return [[`${path}.id`, texts.name]];
    if (action.kind !== "request") return [];
    const closed = Object.keys(action.set).filter((name) => !writable.has(name));
    if (closed.length > 0) return closed.map((name) => [`${path}.set.${name}`, texts.notWritable]);
    const fields = Object.fromEntries(Object.keys(action.set).map((name) => [name, entity.fields[name]!]));
    const problems = checkFields(fields, action.set, action.set, { typeOf: fieldTypeOf });
    return Object.entries(problems).map(([name, text]) => [`${path}.set.${name}`, text]);
  });
}

/** The problems of the whole entity, for a definition whose fields and names are valid. */
function entityProblems(definition: StoredDefinition, { others, sources }: DefinitionSurroundings): PathProblem[] {
  const definitionContext: DefinitionContext = {
    definition,
    entity: storedEntityOf(definition, { id: "", version: 0, facets: [] }, { options: sources }),
    others,
  };
  return [
    ...nameProblems(definitionContext),
    ...relationAndIndexProblems(definitionContext),
    ...conditionProblems(definitionContext),
    ...actionProblems(definitionContext),
  ];
}

/** The problems of a definition, by path. */
export function definitionProblems(
  definition: StoredDefinition,
  { others = [], sources = optionSources() }: Partial<DefinitionSurroundings> = {},
): FieldProblems {
  const { type } = definition;
  const problems: PathProblem[] = [];
  if (typeNameProblem(type) !== undefined) problems.push(["type", texts.name]);
  if (others.some((entity) => entity.type.toLowerCase() === type.toLowerCase())) problems.push(["type", texts.taken]);
  problems.push(...fieldProblems(definition.fields, { sources, isInside: false }));
  for (const [path, name] of namesIn(definition))
    if (!Object.hasOwn(definition.fields, name)) problems.push([path, texts.noField]);
  if (problems.length === 0) problems.push(...entityProblems(definition, { others, sources }));
  // Of several problems with one path, the first is kept.
  return Object.fromEntries(problems.toReversed());
}
