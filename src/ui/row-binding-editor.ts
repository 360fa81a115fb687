import { type ComponentType, createContext } from "react";
import type { RowBinding } from "#kit/row-binding.ts";
import type { Locale } from "#kit/text.ts";

export type RowBindingEditorProps = {
  id: string;
  value: RowBinding | null;
  /** True for the row of a page, of which components choose the fields. */
  isOfPage: boolean;
  locale: Locale;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (value: RowBinding | null) => void;
};

/** The editor of bindings to rows. Provided as a context by the panels of the builder; elsewhere bindings are read-only. */
export const RowBindingEditor = createContext<{ Editor: ComponentType<RowBindingEditorProps> } | undefined>(undefined);
