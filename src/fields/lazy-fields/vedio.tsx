import { fileList } from "#fields/parts/file-list.tsx";
import { defineField } from "#kit/field.ts";
import type { FileValue } from "#kit/stored-file.ts";

export default defineField({
  type: "vedio",
  title: { zh: "视频", en: "Video" },
  ...fileList({ kind: "video", limit: 1, nouns: { zh: "视频", en: "videos" }, example: "mp4", otherExample: "mp3" }),
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** Videos; `mark`: how many at most (B-101, B-126). */
    vedio: { value: FileValue[]; options: { mark?: number } };
  }
}
