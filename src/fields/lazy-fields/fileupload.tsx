import { fileList, fileListSettings } from "#fields/parts/file-list.tsx";
import { defineField } from "#kit/field.ts";
import type { FileValue } from "#kit/stored-file.ts";

export default defineField({
  type: "fileupload",
  title: { zh: "文件", en: "Files" },
  group: "file",
  settings: fileListSettings,
  ...fileList({ limit: 10, nouns: { zh: "文件", en: "files" }, acceptedExtension: "pdf", refusedExtension: "exe" }),
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** Files of any accepted kind. `mark`: their maximum number, 10 by default (B-110). */
    fileupload: { value: FileValue[]; options: { mark?: number } };
  }
}
