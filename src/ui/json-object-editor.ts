import { type ComponentType, createContext, type ReactNode } from "react";
import type { Problems } from "#kit/problem-path.ts";
import type { Locale } from "#kit/text.ts";

export type JsonObjectEditorProps = {
  id: string;
  value: string | null;
  locale: Locale;
  disabled: boolean;
  problems: Problems;
  onChange: (text: string) => void;
  /** The editor of the text itself. */
  json: ReactNode;
};

/** The editor of JSON objects that have a form. Provided as a context by the screen of configurations; elsewhere they are edited as JSON. */
export const JsonObjectEditor = createContext<{ Editor: ComponentType<JsonObjectEditorProps> } | undefined>(undefined);
