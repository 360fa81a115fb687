import { formatText } from "#kit/text.ts";
import { Input } from "#ui/input.tsx";
import type { AnyFieldType } from "./field-types.ts";

const warning = {
  zh: "暂不支持编辑此类型（{type}）的内容，保存时保持不变",
  en: "This type of field ({type}) can’t be edited here. Its value stays as it is.",
};

const textOf = (value: unknown): string =>
  value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);

const warned = new Set<string>();

/** The stand-in for a type of this name, with a warning in the browser's console, once; without, if the type only has not arrived. */
export function standInFor(type: string, isOnItsWay: boolean): AnyFieldType {
  if (isOnItsWay) return unknownType;
  if (!warned.has(type)) console.warn(`Meridian: there is no field type "${type}". Its value stays as it is.`);
  warned.add(type);
  return unknownType;
}

/** A substitute for a field type that this program does not have: a read-only box with the value, and a warning. */
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
