import { type FieldConfig, type FieldDefinition, type Storage, storages } from "#kit/field.ts";
import { fieldTypeName } from "#kit/field-aliases.ts";
import { Problem } from "#kit/problem.ts";
import { dataSourceOf, type OptionSources } from "#records/registry/enums.server.ts";
import { fieldTypeOf, fieldTypes } from "#records/registry/field-types.server.ts";
import { storedField } from "#records/registry/stored-definition.server.ts";
import { commonOptions, isFieldName, optionProblems } from "./definition-check.server.ts";

type Options = Readonly<Record<string, unknown>>;
/** A field of a definition as a data column (N-049): `controlType` is the type of the field, `dataType` is how its values are stored. */
export type DataColumn = Options & { dataType: Storage; controlType: string };

const unknownDataType = new Problem("notFound", { zh: "数据类型不存在", en: "Unknown data type" });
const unknownControlType = new Problem("notFound", { zh: "字段类型不可用", en: "This field type is not available" });
const wrongColumn = new Problem("badRequest", { zh: "原始列信息有误", en: "Original column info is wrong" });

/** The field types that definitions may use, with their storage. */
export const controlTypesOf = (dataType: Storage): FieldDefinition[] =>
  [...fieldTypes.values()].filter(({ storage, settings }) => storage === dataType && settings !== undefined);

/** The field type of a new column of a data type. @throws {Problem} notFound */
export function typeOfData(dataType: string): FieldDefinition {
  const storage = storages.find((name) => name.toLowerCase() === dataType.toLowerCase());
  const type = storage === undefined ? undefined : controlTypesOf(storage).find(({ isDefault }) => isDefault === true);
  if (type === undefined) throw unknownDataType;
  return type;
}

/** The field type with this name or alias, if definitions may use it. @throws {Problem} notFound */
export function typeOfControl(controlType: string): FieldDefinition {
  const type = fieldTypes.get(fieldTypeName(controlType));
  if (type?.settings === undefined) throw unknownControlType;
  return type;
}

/** The initial values of a type's settings, and of what all columns have. */
function defaultsOf(type: FieldDefinition): Options {
  const settings = Object.entries(type.settings ?? {}).filter(([, { value }]) => value !== undefined);
  return {
    name: type.title,
    required: false,
    ...Object.fromEntries(settings.map(([name, { value }]) => [name, value])),
  };
}

/** Whether a property that all fields may have is valid. */
function isValidCommon(name: string, value: unknown): boolean {
  const shape: Partial<Record<string, { safeParse: (sent: unknown) => { success: boolean } }>> = storedField.shape;
  return shape[name]?.safeParse(value).success === true;
}

/** A column of a field type, with those of the given options that are valid for the type. */
function columnWith(type: FieldDefinition, given: Options, sources: OptionSources): DataColumn {
  const isKept = (name: string) =>
    commonOptions.has(name) ? isValidCommon(name, given[name]) : Object.hasOwn(type.settings ?? {}, name);
  let options = Object.fromEntries(Object.keys(given).flatMap((name) => (isKept(name) ? [[name, given[name]]] : [])));
  // A rule names another field, which is not known here. The check of the whole definition finds missing ones.
  const { if: rule } = options;
  delete options.if;
  for (;;) {
    const config = { ...options, type: type.type } as FieldConfig;
    const problems = optionProblems(config, type, { fields: {}, sources });
    const invalidNames = new Set(problems.map(([path]) => path.split(".")[0]));
    const remaining = Object.entries(options).filter(([name]) => !invalidNames.has(name));
    // No problem is left except that of missing options.
    if (remaining.length === Object.keys(options).length) break;
    options = Object.fromEntries(remaining);
  }
  const { type: _type, ...kept } = options;
  const field = typeof given.field === "string" && isFieldName(given.field) ? { field: given.field } : {};
  return {
    ...field,
    ...defaultsOf(type),
    ...kept,
    ...(rule === undefined ? {} : { if: rule }),
    dataType: type.storage,
    controlType: type.type,
  };
}

/** A new column of a field type. */
export const newColumn = (type: FieldDefinition): DataColumn => columnWith(type, {}, () => []);

/**
 * The column with another field type. Options that this type does not have, or that are invalid for it, are left out.
 * @throws {Problem} badRequest when `column` is none
 */
export function convertColumn(column: unknown, type: FieldDefinition, sources: OptionSources): DataColumn {
  const options: Options = typeof column === "object" && column !== null ? { ...column } : {};
  const { controlType } = options;
  if (typeof controlType !== "string" || !fieldTypes.has(fieldTypeName(controlType))) throw wrongColumn;
  return columnWith(type, options, sources);
}

/** A field of an entity as a column. Options that come from a data source are not part of it. */
export function columnOf(name: string, { type: typeName, ...options }: FieldConfig): DataColumn {
  const { type, storage } = fieldTypeOf({ type: typeName });
  const { options: choices, ...others } = options as Options;
  const isListed = choices !== undefined && dataSourceOf(options) === undefined;
  return { field: name, ...others, ...(isListed ? { options: choices } : {}), dataType: storage, controlType: type };
}
