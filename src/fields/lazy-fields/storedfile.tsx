import { refine, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { fileKindAt } from "#kit/stored-file.ts";
import { FileThumbnail } from "#ui/file-thumbnail.tsx";

export default defineField({
  type: "storedfile",
  title: { zh: "文件地址", en: "File address" },
  storage: "text",
  check: () => string().check(refine((url) => fileKindAt(url) !== undefined)),
  message: () => ({ zh: "文件地址无效", en: "Invalid file address" }),
  operators: [],
  Show: ({ value }) => (value === null ? null : <FileThumbnail url={value} />),
  examples: {
    field: {},
    valid: ["/files/0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b.webp", "/files/0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b.pdf"],
    invalid: ["https://elsewhere.test/a.pdf", "/files/../secret", "/files/0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b.exe", 1],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The address of a stored file, shown as a thumbnail. Written by the program only. */
    storedfile: { value: string; options: object };
  }
}
