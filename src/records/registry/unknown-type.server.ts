import { custom } from "zod/mini";
import type { FieldDefinition } from "#kit/field.ts";

/**
 * Stands in for a type that this program does not have, which a stored definition may name that another version of the program took: its
 * values are read and kept as they are, and nobody writes or searches them (B-121).
 */
export const unknownType: FieldDefinition = {
  type: "textbox",
  title: { zh: "未知类型", en: "Unknown type" },
  storage: "json",
  check: () => custom<never>(() => true),
  message: () => ({ zh: "暂不支持编辑此类型的内容", en: "This type of field can’t be edited" }),
  operators: [],
  Show: () => null,
  examples: { field: {}, valid: [], invalid: [] },
};
