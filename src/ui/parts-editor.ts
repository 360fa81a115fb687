import { type ComponentType, createContext } from "react";
import type { Locale } from "#kit/text.ts";

export type PartsEditorProps = {
  id: string;
  /** The name of the field, and its value: the parts as JSON. */
  name: string;
  value: string | null;
  locale: Locale;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  /** The values of the other fields of the page, such as its layout. */
  page: Readonly<Record<string, unknown>>;
  onChange: (text: string) => void;
  onBlur: () => void;
};

/** The editor of the parts of an auto page. Provided as a context by the screen of auto pages; elsewhere they are edited as JSON. */
export const PartsEditor = createContext<{ Editor: ComponentType<PartsEditorProps> } | undefined>(undefined);
