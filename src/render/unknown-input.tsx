import { formatText } from "#kit/text.ts";
import { Input } from "#ui/input.tsx";
import type { AnyEditProps } from "./field-types.ts";
import { unknownText } from "./unknown-type.tsx";

const warning = {
  zh: "暂不支持编辑此类型（{type}）的内容，保存时保持不变",
  en: "This type of field ({type}) can’t be edited here. Its value stays as it is.",
};

/** A read-only input with the value of a field whose type this program does not have, and a warning. */
export function UnknownInput({ id, value, field, locale, disabled }: AnyEditProps) {
  return (
    <>
      <Input id={id} readOnly disabled={disabled} value={unknownText(value)} aria-describedby={`${id}-warning`} />
      <p id={`${id}-warning`} className="text-sm text-warning">
        {formatText(warning, { type: field.type })[locale]}
      </p>
    </>
  );
}
