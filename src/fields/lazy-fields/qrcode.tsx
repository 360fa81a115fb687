import { maxLength, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { QrCode } from "#ui/qr-code.tsx";
import { TextControl } from "#ui/text-control.tsx";

const maxCharacters = 500;
const title = { zh: "二维码", en: "QR code" };

export default defineField({
  type: "qrcode",
  title,
  group: "text",
  storage: "text",
  check: () => string().check(maxLength(maxCharacters)),
  message: () => ({ zh: `最多 ${maxCharacters} 个字符`, en: `Up to ${maxCharacters} characters` }),
  operators: ["eq", "prefix"],
  searchControl: (field) => ({ ...field, type: "textbox" }),
  settings: {},
  Show: ({ value, locale, isWhole = false }) =>
    value === null ? null : isWhole ? (
      <span className="grid w-max max-w-full gap-1">
        <QrCode text={value} name={title[locale]} />
        <span className="text-sm break-all text-ink-3">{value}</span>
      </span>
    ) : (
      <>{value}</>
    ),
  Edit: (edit) => (
    <span className="grid gap-2">
      <TextControl edit={edit} maxLength={maxCharacters} spellCheck={false} />
      {edit.value !== null && edit.value !== "" && <QrCode text={edit.value} name={title[edit.locale]} size={128} />}
    </span>
  ),
  examples: { field: {}, valid: ["https://example.com/a", "经纬"], invalid: ["a".repeat(501), 7] },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A text that is displayed as a QR code. */
    qrcode: { value: string; options: object };
  }
}
