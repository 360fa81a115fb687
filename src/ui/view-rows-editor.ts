import { type ComponentType, createContext } from "react";
import type { LocalizedField } from "#kit/field.ts";
import type { Problems } from "#kit/problem-path.ts";
import type { Locale } from "#kit/text.ts";

export type ViewRowsEditorProps = {
  id: string;
  kind: "columns" | "conditions";
  rows: readonly Record<string, unknown>[];
  /** The fields of a row. */
  fields: Readonly<Record<string, LocalizedField>>;
  /** The type with which the paths begin; empty until it is chosen. */
  base: string;
  max: number;
  locale: Locale;
  disabled: boolean;
  problems: Problems;
  onChange: (rows: Record<string, unknown>[]) => void;
};

/** The editor of the columns and conditions of a data view. Provided as a context by the screen of data views; elsewhere they are plain rows. */
export const ViewRowsEditor = createContext<{ Editor: ComponentType<ViewRowsEditorProps> } | undefined>(undefined);
