import { defineField } from "#kit/field.ts";
import { fileSize } from "#kit/stored-file.ts";
import { type Bounds, numericField } from "#fields/parts/numeric.tsx";

const bounds: Bounds = { min: 0, max: Number.MAX_SAFE_INTEGER, step: 1 };
const byteField = numericField(bounds);
/** Bytes per unit in the search form, which takes sizes in MB. */
const megabyte = 1024 ** 2;

export default defineField({
  type: "filesize",
  title: { zh: "文件大小", en: "File size" },
  ...byteField,
  check: (_field, schemas) => byteField.check({}, schemas),
  message: () => ({ zh: "请输入字节数", en: "Enter a number of bytes" }),
  searchControl: (field, operator) =>
    operator === "between"
      ? { type: "numberrange", name: field.name, unit: megabyte, placeholder: { zh: "MB", en: "MB" } }
      : { type: "number", name: field.name },
  Show: ({ value }) => (value === null ? null : <span className="tabular-nums">{fileSize(value)}</span>),
  examples: { field: {}, valid: [0, 1_536_000], invalid: [-1, 0.5, "3"], sample: (_field, n) => n },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A number of bytes, shown in KB, MB or GB. */
    filesize: { value: number; options: object };
  }
}
