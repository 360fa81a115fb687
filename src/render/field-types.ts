import type { ComponentType } from "react";
import type { EditProps, FieldConfig, FieldDefinition, FieldType, LocalizedField, Storage } from "#kit/field.ts";
import type { Locale, Text } from "#kit/text.ts";
import { type Loadable, loadable } from "#ui/loadable.ts";

type ShowInput = { value: unknown; field: LocalizedField; locale: Locale; isWhole?: boolean };
type Edited = Omit<EditProps<FieldType>, "value" | "field" | "onChange"> & {
  value: unknown;
  field: LocalizedField;
  onChange: (value: unknown) => void;
};

/** A field type as engines see it: they work from configuration alone, so values and options are unknown to them. */
export type AnyFieldType = Pick<FieldDefinition, "describe" | "inlineText"> & {
  type: string;
  storage: Storage;
  check: (field: LocalizedField) => { safeParse: (value: unknown) => { success: boolean } };
  normalize?: (value: unknown) => unknown;
  message: (field: LocalizedField, value?: unknown) => Text;
  /** Of a definition as of what one reader gets of it. */
  subFields?: <F extends FieldConfig | LocalizedField>(field: F) => Readonly<Record<string, F>>;
  toText?: (value: unknown) => string;
  fromText?: (text: string) => unknown;
  isGroup?: true;
  isChoice?: true;
  isHidden?: true;
  Show: ComponentType<ShowInput>;
  Edit?: ComponentType<Edited>;
};

/** Types that most forms and lists have. */
const files = import.meta.glob<FieldDefinition>("../fields/*.tsx", { eager: true, import: "default" });
/** All others, which come with the first form or list that has one of them. */
const onDemandFiles = import.meta.glob<FieldDefinition>("../fields/on-demand/*.tsx", { import: "default" });

const byType: ReadonlyMap<string, AnyFieldType> = new Map(
  Object.values(files).map((item) => [item.type, item as unknown as AnyFieldType]),
);
const onDemand: ReadonlyMap<string, Loadable<AnyFieldType>> = new Map(
  Object.entries(onDemandFiles).map(([file, load]) => [
    file.replace(/^.*\/|\.tsx$/g, ""),
    loadable(async () => (await load()) as unknown as AnyFieldType),
  ]),
);

/** Stands for a type that this program does not have: such a value is shown as it is, and never edited. */
const unknownType: AnyFieldType = {
  type: "",
  storage: "json",
  check: () => ({ safeParse: () => ({ success: true }) }),
  message: () => ({ zh: "内容无效，请重新填写", en: "Invalid value. Enter it again." }),
  Show: ({ value }) => (typeof value === "string" ? value : JSON.stringify(value)),
};

/** The type of a field. One that comes on demand has to be there: see `FieldTypesBoundary`. */
export function fieldTypeOf(field: { type: string }): AnyFieldType {
  return byType.get(field.type) ?? onDemand.get(field.type)?.get() ?? unknownType;
}

/** The types that come on demand, of these fields and of the fields within them, that are not there yet. */
export function awaitedTypes(fields: readonly (FieldConfig | LocalizedField)[]): Loadable<AnyFieldType>[] {
  return fields.flatMap((field) => {
    const type = onDemand.get(field.type);
    if (type !== undefined && type.get() === undefined) return [type];
    return awaitedTypes(Object.values(fieldTypeOf(field).subFields?.(field) ?? {}));
  });
}
