import type { ComponentType } from "react";
import type { EditProps, FieldDefinition, FieldType, LocalizedField } from "#kit/field.ts";
import type { Locale, Text } from "#kit/text.ts";

type ShowInput = { value: unknown; field: LocalizedField; locale: Locale; isWhole?: boolean };
type Edited = Omit<EditProps<FieldType>, "value" | "field" | "onChange"> & {
  value: unknown;
  field: LocalizedField;
  onChange: (value: unknown) => void;
};

/** A field type as engines see it: they work from configuration alone, so values and options are unknown to them. */
export type AnyFieldType = {
  type: string;
  check: (field: LocalizedField) => { safeParse: (value: unknown) => { success: boolean } };
  normalize?: (value: unknown) => unknown;
  message: (field: LocalizedField, value?: unknown) => Text;
  isGroup?: true;
  isChoice?: true;
  searchAs?: FieldType;
  Show: ComponentType<ShowInput>;
  Edit?: ComponentType<Edited>;
};

const files = import.meta.glob<FieldDefinition>("../fields/*.tsx", { eager: true, import: "default" });
const byType: ReadonlyMap<string, AnyFieldType> = new Map(
  Object.values(files).map((item) => [item.type, item as unknown as AnyFieldType]),
);

/** The type of a field. A word that nobody knows is edited as a line of text. */
export function fieldTypeOf(field: { type: string }): AnyFieldType {
  return byType.get(field.type) ?? byType.get("textbox")!;
}
