import { createContext, type ReactNode } from "react";
import type { LocalizedField } from "#kit/field.ts";
import type { Locale } from "#kit/text.ts";

export type NestedEditorProps = {
  field: LocalizedField;
  value: unknown;
  locale: Locale;
  disabled: boolean;
  onChange: (value: unknown) => void;
};

/** How a value inside a value is edited. The form engine, which knows all field types, provides it; field types only ask. */
export const NestedEditor = createContext<(props: NestedEditorProps) => ReactNode>(() => null);
