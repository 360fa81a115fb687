import type { ComponentType } from "react";
import type { ZodMiniType } from "zod/mini";
import type { Grant } from "./access.ts";
import type { EntityType } from "./entity.ts";
import type { Operator } from "./filter.ts";
import type { Problems } from "./problem-path.ts";
import type { RichText } from "./rich-text.ts";
import type { RowBinding } from "./row-binding.ts";
import type { Schemas } from "./schemas.ts";
import { type Locale, type LocalizedValue, type Text, type Localized, localize } from "./text.ts";

/** How a value is stored in the database: a closed list, so that field types need no SQL. */
export const storages = [
  "text",
  "integer",
  "decimal",
  "boolean",
  "timestamp",
  "date",
  "time",
  "uuid",
  "json",
  "numberRange",
  "dateRange",
  "timestampRange",
  "none",
] as const;
export type Storage = (typeof storages)[number];

/** The groups of field types in the editor of definitions, in the order in which it shows them. */
export const fieldGroups = ["text", "number", "choice", "time", "file", "relation", "place", "parts"] as const;
export type FieldGroup = (typeof fieldGroups)[number];

/** Kinds of proofs: a mobile number belongs to the person, a computer has done work for a form, the program may send to an address. */
export const proofNames = ["mobile", "work", "endpoint"] as const;
export type ProofName = (typeof proofNames)[number];

/**
 * Every field type adds itself here, at the end of its own file:
 * `declare module "./field.ts" { interface FieldTypes { rating: { value: number; options: { max: number } } } }`
 */
export interface FieldTypes {}
export type FieldType = keyof FieldTypes & string;

/** The settings that fields of all types have (N-041). */
export type CommonFieldOptions = {
  name: Text;
  required?: boolean;
  /** One value per language, with an input for each. */
  localized?: boolean;
  placeholder?: Text;
  /** Set when the row is created and never edited by people. */
  readOnly?: true;
  /** Can be set when the row is created and not changed later, because the program has acted on the value. */
  writeOnce?: true;
  /** Shown in lists and read-only lines instead of an empty value. */
  whenEmpty?: Text;
  helpBlock?: Text;
  /** Shown only while `field=value||value2` holds (B-127). */
  if?: string;
  /** What happens to the value when the field is hidden at the time of a save; `keep` by default. */
  onHidden?: "keep" | "clear";
  /** The formula of a computed field (kit/formula.ts), evaluated on every save; the field is read-only. */
  compute?: string;
  /**
   * For a yes/no field that is not stored: it says whether a row that is not deleted names this one in the relation field `field` of the entity `type`.
   * Read-only, and only for entities of the program.
   */
  namedBy?: { type: EntityType; field: string };
  /** Default value of a new row. */
  value?: unknown;
  /** Table column: width in px, and whether it is sortable, which requires an index on large tables. */
  column?: { width?: number; sortable?: boolean };
  /** Shown in the search form, with this operator. */
  search?: Operator;
};

/** The configuration of one field: plain data whose options follow from its `type`. */
export type FieldConfig<T extends FieldType = FieldType> = T extends FieldType
  ? { type: T } & CommonFieldOptions & FieldTypes[T]["options"]
  : never;

export type Fields = Record<string, FieldConfig>;

/** The placeholder of each language, for a value that is edited per language. */
type Placeholders = { placeholders?: Text };

/** A field's configuration for one reader, with texts in their language. Its options depend on its type. */
export type LocalizedField = Localized<CommonFieldOptions> &
  Placeholders & { type: string } & Readonly<Record<string, unknown>>;

/** `LocalizedField` for one field type. */
export type LocalizedFieldOf<T extends FieldType> = Localized<FieldConfig<T>> & Placeholders;

/** Returns the type of a field. Code that works with all fields uses the properties of the type, never its name. */
export type TypeOf<K extends keyof FieldDefinition> = (field: FieldConfig) => Pick<FieldDefinition, K>;

/** Localizes a field's configuration for a reader; inputs per language have placeholders in their own language. */
export function localizeField(field: FieldConfig, locale: Locale, typeOf: TypeOf<"describe">): LocalizedField {
  const nested = typeOf(field).describe?.(field, (fields) => localizeFields(fields, locale, typeOf));
  const localizedPlaceholders =
    field.localized === true && field.placeholder !== undefined ? { placeholders: field.placeholder } : {};
  return { ...localize(field, locale), ...nested, ...localizedPlaceholders } as unknown as LocalizedField;
}

/** Localizes all fields of a definition. */
export const localizeFields = (
  fields: Fields,
  locale: Locale,
  typeOf: TypeOf<"describe">,
): Record<string, LocalizedField> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, localizeField(field, locale, typeOf)]));

type PlainValue<C> = C extends { type: infer T } ? (T extends FieldType ? FieldTypes[T]["value"] : never) : never;

/** The type of a field's value: per language when it is `localized`, nullable when it is not required. */
export type ValueOf<C> =
  | (C extends { localized: true } ? LocalizedValue<PlainValue<C>> : PlainValue<C>)
  | (C extends { required: true } ? never : null);

export type ValuesOf<F extends Fields> = { -readonly [K in keyof F]: ValueOf<F[K]> };

export type ShowProps<T extends FieldType> = {
  value: FieldTypes[T]["value"] | null;
  field: LocalizedFieldOf<T>;
  locale: Locale;
  /** Whether to show the whole value, or only its beginning, as in a table cell. */
  isWhole?: boolean;
};

export type EditProps<T extends FieldType> = {
  /** Id of the control, which connects it with its label and help. */
  id: string;
  value: FieldTypes[T]["value"] | null;
  field: LocalizedFieldOf<T>;
  locale: Locale;
  invalid: boolean;
  disabled: boolean;
  /** Id of the element with help and errors. */
  describedBy: string | undefined;
  /** The problems of parts of the value, by path. */
  problems: Problems;
  /** The values of the fields in the type's `dependsOn`, except those missing from the form. */
  dependencies: Row;
  onChange: (value: FieldTypes[T]["value"] | null) => void;
  onBlur: () => void;
  /** Called when a part of the value loses the focus. */
  onLeave: (path: string) => void;
};

/** The values of a row by their fields. */
type Row = Readonly<Record<string, unknown>>;

/** An option: `key` is stored. A disabled one cannot be chosen any more, but rows may have it. */
export type Choice = { key: string; name: Text; color?: string; disabled?: true };

/** The inline editor of a text on a page. */
export type InlineText = {
  /** False when Enter ends the input. */
  hasLines: boolean;
  max: number | undefined;
};

/** Parsers that are too large for browsers, passed in by the code that reads spreadsheets. */
export type TextReaders = { markdown: (text: string) => RichText | null };

/** A field type: everything about its values, from storage to search. One file under `src/fields/`, named after `type`. */
export type FieldDefinition<T extends FieldType = FieldType> = {
  type: T;
  title: Text;
  /** Where the editor of definitions offers the type; for types with `settings`. */
  group?: FieldGroup;
  storage: Storage;
  /** A new field with this storage has this type, unless another one is chosen. One type of each storage has it. */
  isDefault?: true;
  /**
   * Checks a non-empty value. The problem's text comes from `message`, not from the schema. `schemas`: the parts of zod, passed in because lists load
   * field types without zod.
   */
  check: (field: FieldConfig<T>, schemas: Schemas, row?: Row) => ZodMiniType<FieldTypes[T]["value"]>;
  /** Other fields of the same row that the value depends on: `check` gets the row, the control gets their values. */
  dependsOn?: (field: FieldConfig<T>) => readonly string[];
  /** Normalizes a value for storage, comparison and checks, if people may write it in several ways. */
  normalize?: (value: FieldTypes[T]["value"]) => FieldTypes[T]["value"];
  /**
   * The proof that a new value requires: the server accepts no value without it (records/change/proofs.server.ts). `text` says so.
   * `storedValue` returns the value without its proof; absent when nothing is stored.
   */
  proof?: {
    by: ProofName;
    text: Text;
    storedValue?: (value: FieldTypes[T]["value"]) => FieldTypes[T]["value"];
  };
  /** Only new rows require it: the form of an existing row leaves it out. */
  isForNewRows?: true;
  /** Converts an alternative spelling of the wire into the type's value; unknown input is returned unchanged. */
  respell?: (sent: unknown) => unknown;
  /** A value as a form sends it, if that is a spelling that `respell` reads. */
  sent?: (value: FieldTypes[T]["value"], field: FieldConfig<T>) => unknown;
  /** The message when `check` refuses the value. */
  message: (field: FieldConfig<T>, value?: unknown) => Text;
  /** Operators that make sense for the type in a search form; none: it cannot be searched. */
  operators: readonly Operator[];
  /** The options of the type, as fields: for the editor of definitions. A type without them cannot be used in entities that a space defines. */
  settings?: Fields;
  /** A table cell or a read-only line. */
  Show: ComponentType<ShowProps<T>>;
  /** How values are aligned in a column; at the start by default. */
  align?: "start" | "end";
  /** The style of a column on the wire (B-140); that of a text by default. */
  cellStyle?: (field: FieldConfig<T>) => { type: string; enumColors?: boolean };
  /** The fields of the rows that a value consists of. */
  subFields?: (field: FieldConfig<T>) => Fields;
  /** Localizes fields among the options. */
  describe?: (field: FieldConfig<T>, localizeAll: (fields: Fields) => Record<string, LocalizedField>) => object;
  /** The entity whose row ids a value contains. `branch`: the code of the row below which they are (records/query/branch.server.ts). */
  references?: (field: FieldConfig<T>) => { entity: EntityType; branch?: string | undefined };
  /** The rows that a value binds a component of a page to; the server checks that visitors may read them. */
  bindingIn?: (value: FieldTypes[T]["value"]) => RowBinding;
  /** What a setting of the type shows of a row, and a field of the type gives to such settings, besides its text. */
  boundAs?: "picture" | "link";
  /** The addresses of links in a value. */
  addressesIn?: (value: FieldTypes[T]["value"]) => readonly string[];
  /** The grants in a value; the server checks that their entities and fields exist. */
  grantsIn?: (value: FieldTypes[T]["value"]) => readonly Grant[];
  /** The values that there are to choose from. */
  choices?: (field: FieldConfig<T>) => readonly Choice[];
  /** The format of a text for it that a program writes, if that is not plain text. */
  writtenAs?: "markdown";
  /** The value with such a text at its end, for types whose values are not texts; undefined if the text is empty. */
  withText?: (
    value: FieldTypes[T]["value"] | null,
    text: string,
    readers: TextReaders,
  ) => FieldTypes[T]["value"] | undefined;
  /** How a value is edited inline on a page, for types of text. */
  inlineText?: (field: FieldConfig<T>) => InlineText;
  /** The field for a search form, if it is another one. */
  searchControl?: (field: FieldConfig<T>, operator: Operator) => FieldConfig;
  /** A value as text in a sheet, if it is not the value itself, the name of a choice or the title of a row. */
  plainText?: (value: FieldTypes[T]["value"], field: FieldConfig<T>, locale: Locale) => string;
  /**
   * Parses a cell of an imported file when the value is not the text itself, the name of a choice or the title of a row. Accepts at least the output
   * of `plainText`. Undefined for an invalid text. `row`: the values of the fields before it.
   */
  readText?: (
    text: string,
    field: FieldConfig<T>,
    row: Row,
    readers: TextReaders,
  ) => FieldTypes[T]["value"] | undefined;
  /** The searchable text of a value, if it is not the value itself. */
  searchText?: (value: FieldTypes[T]["value"]) => string;
  /** A value in an address, for types whose values are not strings. */
  toText?: (value: FieldTypes[T]["value"]) => string;
  /** Parses the output of `toText`; undefined when it is invalid. */
  fromText?: (text: string) => FieldTypes[T]["value"] | undefined;
  /** Offers a few values to choose from: a search form has "All" as the first. */
  isChoice?: true;
  /** Values are JSON texts. */
  isJsonText?: true;
  /** People may enter secrets: forms keep no draft of the value in the browser. */
  mayHaveSecrets?: true;
  /** Hidden from everyone: for the program only. */
  isHidden?: true;
  /** The value that the control shows while the field is empty: a switch is off. A change of many rows sets it. */
  whenEmpty?: FieldTypes[T]["value"];
  /** The value is a text, a picture or a link: who may edit the content of a page only may change it. */
  isContent?: true;
  /** The control consists of several inputs, which are labelled as a group. */
  isGroup?: true;
  /** The control needs the full width of the form: languages are stacked. */
  isWide?: true;
  /** The control for one value in one language; absent for display-only types. */
  Edit?: ComponentType<EditProps<T>>;
  /** Examples for the conformance tests. */
  examples: {
    field: Omit<FieldConfig<T>, "type" | "name">;
    valid: FieldTypes[T]["value"][];
    invalid: unknown[];
    /** The n-th value of a field in generated test rows; undefined: left out. By default the first valid one. */
    sample?: (field: FieldConfig<T>, n: number) => FieldTypes[T]["value"] | undefined;
  };
};

/** Declares a field type. The file's name must be its `type`. */
export function defineField<T extends FieldType>(definition: FieldDefinition<T>): FieldDefinition<T> {
  return definition;
}

/** True for values that count as not filled in: null, undefined, blank text, an empty list. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === "string") return value.trim() === "";
  if (Array.isArray(value)) return value.length === 0;
  return false;
}

/** '请输入{name},{name}不能为空' (B-128). */
export function requiredMessage(name: Text): Text {
  return {
    zh: `请输入${name.zh}，${name.zh}不能为空`,
    en: `${name.en} is required`,
  };
}
