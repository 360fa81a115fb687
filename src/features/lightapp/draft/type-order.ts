import { fieldGroups } from "#kit/field.ts";
import type { FieldTypeInfo } from "./draft.ts";

/** The types that most light apps have, offered first in their groups. */
const usualTypes = ["textbox", "textarea", "editor", "email", "mobile", "url", "number", "decimal", "dropdownlist"]
  .concat(["checkboxlist", "switch", "date", "datetimepicker", "image", "fileupload", "relation", "address"])
  .toReversed();

export const usualFirst = (a: FieldTypeInfo, b: FieldTypeInfo): number =>
  usualTypes.indexOf(b.type) - usualTypes.indexOf(a.type);

/** The types in the order of the picker: by group, the usual ones first. */
export const orderTypes = (types: readonly FieldTypeInfo[]): FieldTypeInfo[] =>
  types.toSorted((a, b) => fieldGroups.indexOf(a.group) - fieldGroups.indexOf(b.group) || usualFirst(a, b));
