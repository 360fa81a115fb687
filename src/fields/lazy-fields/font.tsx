import { fileList } from "#fields/parts/file-list.tsx";
import { defineField } from "#kit/field.ts";
import type { FileValue } from "#kit/stored-file.ts";

export default defineField({
  type: "font",
  title: { zh: "字体文件", en: "Font file" },
  ...fileList({
    kind: "font",
    limit: 1,
    nouns: { zh: "字体", en: "fonts" },
    acceptedExtension: "woff2",
    refusedExtension: "pdf",
  }),
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** Fonts for the pages of a site. `mark`: their maximum number, 1 by default. */
    font: { value: FileValue[]; options: { mark?: number } };
  }
}
