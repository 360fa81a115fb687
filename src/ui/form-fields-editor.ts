import { type ComponentType, createContext } from "react";
import type { Problems } from "#kit/problem-path.ts";
import type { Locale } from "#kit/text.ts";

export type FormFieldsEditorProps = {
  id: string;
  /** The fields as JSON: `{ "fields": [{ "field": "host", "type": "textbox", "name": ... }] }`. */
  value: string | null;
  locale: Locale;
  disabled: boolean;
  problems: Problems;
  onChange: (text: string) => void;
  onBlur: () => void;
};

/** The editor of the fields of a form. Provided as a context by the screen of configuration forms; elsewhere they are edited as JSON. */
export const FormFieldsEditor = createContext<{ Editor: ComponentType<FormFieldsEditorProps> } | undefined>(undefined);
