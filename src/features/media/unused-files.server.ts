import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import { hours } from "#kit/format.ts";
import storageFile from "#entities/storageFile.ts";
import { lockRows, patchRow } from "#records/change/patch.server.ts";
import { eraseWhere } from "#records/change/trash.server.ts";
import { type Author, type Person, upkeepAuthor } from "#records/registry/row-context.server.ts";
import { removeDeletedContent } from "#server/files/file-removals.server.ts";

/** Days without a reference after which a file is removed. */
const unusedDays = 30;
/** Days without a reference after which people may delete a file; a newer file may belong to an unsaved form. */
const removableDays = 7;
/** The maximum number of listed unused files. */
const maxListed = 100;
/** Interval between reviews of all files, in ms; a little less than a day, so that the time of day stays the same. */
const reviewInterval = hours(23);
/** The number of files checked per statement. */
const batchSize = 2000;
/** The number of files removed per transaction; small, because transactions that refer to one of them have to wait. */
const removalBatchSize = 20;

/** A UUID that is smaller than every id. */
const lowestId = "00000000-0000-0000-0000-000000000000";

/** When the last review began. */
export type ReviewState = { reviewedAt: string };

/** Measures files stored before sizes were recorded. Removes rows whose file is not in the storage. */
async function measureFiles({ database, files }: Services, signal: AbortSignal): Promise<void> {
  let after = lowestId;
  while (!signal.aborted) {
    const rows = await database.read<{ id: string; path: string }>(
      "*",
      sql`select id, path from storage_file where size = 0 and id > ${after}::uuid order by id limit 100`,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    for (const { id, path } of rows) {
      const file = await files.find(path.slice("/files/".length));
      const condition = sql`id = ${id}::uuid`;
      if (file === undefined) await eraseWhere(database, upkeepAuthor, { entity: storageFile, condition });
      else
        await database.system(async (tx) => {
          const [row] = await lockRows(tx, storageFile, condition);
          if (row !== undefined) await patchRow(tx, upkeepAuthor, storageFile, row, { values: { size: file.size } });
        });
    }
  }
}

/** Corrects `isUsed` and `unusedAt`, which triggers maintain, where a trigger skipped a locked row. */
async function checkUses({ database }: Services, signal: AbortSignal): Promise<void> {
  let after: string | null = lowestId;
  while (!signal.aborted && after !== null) {
    const batchStart: string = after;
    const [row] = await database.system((tx) =>
      tx.rows<{ last: string | null }>(sql`select check_file_uses(${batchStart}::uuid, ${batchSize}) as last`),
    );
    after = row?.last ?? null;
  }
}

/** SQL condition of files without a reference for `days`. */
const unusedFor = (days: number) => sql`deleted_at is null and unused_at < now() - make_interval(days => ${days})
  and not exists (select from file_use where file_id = storage_file.id)`;

/**
 * Permanently deletes files that have had no reference for `days` and meet the condition; at most `removalBatchSize`. Keeps a file that gets a
 * reference meanwhile. Returns the number of deleted files.
 */
const removeUnusedFor = (services: Services, author: Author, days: number, condition = sql`true`): Promise<number> =>
  eraseWhere(services.database, author, {
    entity: storageFile,
    condition: sql`${unusedFor(days)} and ${condition}`,
    limit: removalBatchSize,
  });

/**
 * Reviews all files once a day, and deletes files without a reference for `unusedDays` (docs/decisions/041-unused-files.md). Returns the new state,
 * or undefined if the review is not due or was aborted.
 */
export async function reviewFiles(
  services: Services,
  signal: AbortSignal,
  state: ReviewState | null,
): Promise<ReviewState | void> {
  if (state !== null && Date.now() - Date.parse(state.reviewedAt) < reviewInterval) return;
  const reviewedAt = new Date().toISOString();
  await measureFiles(services, signal);
  await checkUses(services, signal);
  while (!signal.aborted && (await removeUnusedFor(services, upkeepAuthor, unusedDays)) > 0);
  await removeDeletedContent(services, signal);
  if (!signal.aborted) return { reviewedAt };
}

/** `removedAt`: when the file will be deleted if it stays unused. */
export type UnusedFile = { id: string; url: string; name: string; bytes: number; removedAt: string };
/** The first `maxListed` unused files; `count` and `bytes` are those of all. */
export type UnusedFiles = { files: UnusedFile[]; count: number; bytes: number };

/** The files of a space without a reference for `removableDays`, in the order of their removal: the first `maxListed`, and the totals of all. */
export async function listUnused({ database }: Pick<Services, "database">, tenantId: string): Promise<UnusedFiles> {
  const rows = await database.read<UnusedFile & { count: number; totalBytes: number }>(
    tenantId,
    sql`select id, path as url, name, size::float8 as bytes, unused_at + make_interval(days => ${unusedDays}) as "removedAt",
        (count(*) over ())::int as count, (sum(size) over ())::float8 as "totalBytes"
      from storage_file where tenant_id = ${tenantId}::uuid and ${unusedFor(removableDays)}
      order by unused_at, id limit ${maxListed}`,
  );
  const [first] = rows;
  return {
    files: rows.map(({ id, url, name, bytes, removedAt }) => ({ id, url, name, bytes, removedAt })),
    count: first?.count ?? 0,
    bytes: first?.totalBytes ?? 0,
  };
}

/**
 * Permanently deletes files of a space that have had no reference for `removableDays`: those in `fileIds`, by default the first `maxListed`.
 * Returns the number of deleted files.
 */
export async function removeUnused(
  services: Services,
  principal: Person,
  fileIds?: readonly string[],
): Promise<number> {
  const { tenantId } = principal;
  const ids = fileIds ?? (await listUnused(services, tenantId)).files.map(({ id }) => id);
  const author: Author = { principal: { kind: "system", tenantId }, actor: principal };
  let removed = 0;
  for (let index = 0; index < ids.length; index += removalBatchSize) {
    const batchIds = sql.param(ids.slice(index, index + removalBatchSize));
    removed += await removeUnusedFor(
      services,
      author,
      removableDays,
      sql`tenant_id = ${tenantId}::uuid and id = any(${batchIds}::uuid[])`,
    );
  }
  await removeDeletedContent(services);
  return removed;
}
