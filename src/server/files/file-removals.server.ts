import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import { pictureWidths } from "#kit/picture.ts";
import { extensionOf, fileFormats } from "#kit/stored-file.ts";

/** Files per transaction. */
const batchSize = 20;

/**
 * The key of the advisory lock that a backup holds while it copies files, so that none that it has listed is removed meanwhile
 * (features/operation/backup). An arbitrary number.
 */
export const backupLock = 4_815_162_344;

/** Storage keys of a file: its own, and those of the narrower pictures made of it. */
function keysOf(key: string): string[] {
  const extension = extensionOf(key);
  if (extension === undefined || fileFormats[extension].kind !== "image") return [key];
  return [key, ...pictureWidths.flatMap((width) => [`${key}@${width}.webp`, `${key}@${width}.avif`])];
}

/**
 * Works off the queue `file_removal`: removes the content of deleted files from the storage, then their queue rows, so that a crash in between leaves
 * nothing behind. Concurrent runs take different files, and none while a backup is made.
 */
export async function removeDeletedContent(
  { database, files, log }: Pick<Services, "database" | "files" | "log">,
  signal?: AbortSignal,
): Promise<void> {
  let count = batchSize;
  while (count === batchSize && signal?.aborted !== true)
    // oxlint-disable-next-line no-await-in-loop
    count = await database.system(async (tx) => {
      const [lock] = await tx.rows<{ isFree: boolean }>(
        sql`select pg_try_advisory_xact_lock_shared(${backupLock}) as "isFree"`,
      );
      if (lock?.isFree !== true) return 0;
      const rows = await tx.rows<{ key: string }>(
        sql`select key from file_removal order by created_at limit ${batchSize} for update skip locked`,
      );
      if (rows.length === 0) return 0;
      const keys = rows.map(({ key }) => key);
      await files.remove(keys.flatMap(keysOf));
      await tx.rows(sql`delete from file_removal where key = any(${sql.param(keys)}::text[])`);
      tx.afterCommit(() => log.info({ keys }, "the bytes of deleted files are removed"));
      return rows.length;
    });
}
