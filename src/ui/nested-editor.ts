import { createContext, type ReactNode } from "react";
import type { LocalizedField } from "#kit/field.ts";
import type { Problems } from "#kit/problem-path.ts";
import type { Locale } from "#kit/text.ts";

export type NestedEditorProps = {
  id: string;
  field: LocalizedField;
  value: unknown;
  /** The row or value that contains the field. */
  row: Readonly<Record<string, unknown>>;
  problems: Problems;
  locale: Locale;
  disabled: boolean;
  onChange: (value: unknown) => void;
  /** Called when the field or a part of it loses the focus, with the path of the part; "" for the field itself. */
  onLeave: (path: string) => void;
};

/** Whether only texts, pictures and links of a form can be edited: fields of other types are disabled, and rows stay as they are. */
export const ContentOnly = createContext(false);

/** The editor of sub-fields. Provided as a context by the form engine, which has all field types. */
export const NestedEditor = createContext<(props: NestedEditorProps) => ReactNode>(() => null);
