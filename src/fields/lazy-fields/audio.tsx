import { fileList, fileListSettings } from "#fields/parts/file-list.tsx";
import { defineField } from "#kit/field.ts";
import type { FileValue } from "#kit/stored-file.ts";

export default defineField({
  type: "audio",
  title: { zh: "音频", en: "Audio" },
  group: "file",
  settings: fileListSettings,
  isContent: true,
  ...fileList({
    kind: "audio",
    limit: 1,
    nouns: { zh: "音频", en: "audio files" },
    acceptedExtension: "mp3",
    refusedExtension: "mp4",
  }),
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** Audio files. `mark`: their maximum number, 1 by default (B-102, B-126). */
    audio: { value: FileValue[]; options: { mark?: number } };
  }
}
