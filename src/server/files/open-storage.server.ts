import type { Logger } from "#server/process/log.server.ts";
import type { Outcomes } from "#server/process/outcomes.server.ts";
import { createFolderStorage } from "./folder-storage.server.ts";
import { type FileSettings, s3SettingsOf } from "./settings.server.ts";
import type { Storage } from "./storage.server.ts";

/** Opens the storage of the settings; `folder` is for a folder storage. The S3 client is loaded on demand. */
export async function openStorage(
  settings: FileSettings,
  folder: string,
  reports: { log: Logger; outcomes: Outcomes },
): Promise<Storage> {
  if (settings.FILES === "folder") return createFolderStorage(folder);
  const { createS3Storage } = await import("./s3-storage.server.ts");
  return createS3Storage(s3SettingsOf(settings), reports);
}
