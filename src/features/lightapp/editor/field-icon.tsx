import { createElement } from "react";
import type { FieldTypeInfo } from "../draft/draft.ts";
import { fieldIcon } from "./field-icons.ts";

/** The icon of a field type, as a small drawing. */
export const FieldIcon = ({ type, className }: { type: FieldTypeInfo | undefined; className: string }) =>
  createElement(fieldIcon(type), { size: 16, strokeWidth: 1.5, "aria-hidden": true, className });
