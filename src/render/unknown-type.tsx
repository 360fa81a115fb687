import { lazyControl } from "#ui/lazy-control.tsx";
import type { AnyFieldType } from "./field-types.ts";

/** The value of a field of an unknown type as text. */
export const unknownText = (value: unknown): string =>
  value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);

const warnedTypes = new Set<string>();

/** The substitute for a type of this name. Warns once per type in the browser's console, unless the type is loading. */
export function substituteType(type: string, isLoading: boolean): AnyFieldType {
  if (isLoading) return unknownType;
  if (!warnedTypes.has(type)) console.warn(`Meridian: there is no field type "${type}". Its value stays as it is.`);
  warnedTypes.add(type);
  return unknownType;
}

/** A substitute for a field type that this program does not have: a read-only input with the value, and a warning. */
const unknownType: AnyFieldType = {
  type: "",
  storage: "json",
  check: () => ({ safeParse: () => ({ success: true }) }),
  message: () => ({ zh: "内容无效，请重新填写", en: "Invalid value. Enter it again." }),
  Show: ({ value }) => unknownText(value),
  Edit: lazyControl(async () => (await import("./unknown-input.tsx")).UnknownInput),
};
