import { createContext, type ReactNode } from "react";
import type { LocalizedField } from "#kit/field.ts";
import type { Problems } from "#kit/problem-path.ts";
import type { Locale } from "#kit/text.ts";

export type NestedEditorProps = {
  id: string;
  field: LocalizedField;
  value: unknown;
  /** The row or value that it is a field of. */
  row: Readonly<Record<string, unknown>>;
  problems: Problems;
  locale: Locale;
  disabled: boolean;
  onChange: (value: unknown) => void;
  /** Called when it loses the focus, or a part of it does: "" is the value itself. */
  onLeave: (path: string) => void;
};

/** The editor of sub-fields. Provided as a context by the form engine, which has all field types. */
export const NestedEditor = createContext<(props: NestedEditorProps) => ReactNode>(() => null);
