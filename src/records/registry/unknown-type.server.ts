import { custom } from "zod/mini";
import type { FieldDefinition } from "#kit/field.ts";

/**
 * A substitute for a field type that this program does not have, because another version stored the definition: its values are preserved as they are,
 * and cannot be written or searched (B-121).
 */
export const unknownType: FieldDefinition = {
  // Any name of the program's types: the definition of the field keeps the unknown one.
  type: "textbox",
  title: { zh: "未知类型", en: "Unknown type" },
  storage: "json",
  check: () => custom<never>(() => true),
  message: () => ({ zh: "暂不支持编辑此类型的内容", en: "This type of field can’t be edited" }),
  operators: [],
  Show: () => null,
  examples: { field: {}, valid: [], invalid: [] },
};
