import { formatText } from "#kit/text.ts";
import { Input } from "#ui/input.tsx";
import type { AnyFieldType } from "./field-types.ts";

const warning = {
  zh: "暂不支持编辑此类型（{type}）的内容，保存时保持不变",
  en: "This type of field ({type}) can’t be edited here. Its value stays as it is.",
};

const textOf = (value: unknown): string =>
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
  Show: ({ value }) => textOf(value),
  Edit: ({ id, value, field, locale, disabled }) => (
    <>
      <Input id={id} readOnly disabled={disabled} value={textOf(value)} aria-describedby={`${id}-warning`} />
      <p id={`${id}-warning`} className="text-sm text-warning">
        {formatText(warning, { type: field.type })[locale]}
      </p>
    </>
  ),
};
