import { z } from "zod";
import { fileKinds } from "#kit/stored-file.ts";
import type { StoredUpload } from "#server/files/files.server.ts";

/** The response to an upload (E-117, N-048). `url` and `path` are the same address. */
export const uploadAnswer = z.object({
  url: z.string(),
  path: z.string(),
  name: z.string(),
  size: z.number(),
  fileType: z.enum(fileKinds),
  width: z.number().optional(),
  height: z.number().optional(),
  /** Seconds. */
  duration: z.number().optional(),
});

type AnsweredUpload = Omit<StoredUpload, "key" | "type" | "sha256">;

export function uploadAnswerOf(file: AnsweredUpload): z.input<typeof uploadAnswer> {
  const { url, name, size, kind, width, height, duration } = file;
  return { url, path: url, name, size, fileType: kind, width, height, duration };
}
