import { fileList, fileListSettings } from "#fields/parts/file-list.tsx";
import { defineField } from "#kit/field.ts";
import type { FileValue } from "#kit/stored-file.ts";

export default defineField({
  type: "vedio",
  title: { zh: "视频", en: "Video" },
  group: "file",
  settings: fileListSettings,
  isContent: true,
  ...fileList({
    kind: "video",
    limit: 1,
    nouns: { zh: "视频", en: "videos" },
    acceptedExtension: "mp4",
    refusedExtension: "mp3",
  }),
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** Videos, spelled as in the API contract. `mark`: their maximum number, 1 by default (B-101, B-126). */
    vedio: { value: FileValue[]; options: { mark?: number } };
  }
}
