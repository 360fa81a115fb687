import { type SQL, sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import { hours } from "#kit/format.ts";
import { pictureWidths } from "#kit/picture.ts";
import { extensionOf, fileFormats } from "#kit/stored-file.ts";

/** Days for which nothing names a file before it is removed. */
const unusedDays = 30;
/** Days after which people may remove one themselves: before that it may belong to an unsaved form. */
const removableDays = 7;
/** Files that a list of unused ones has at most. */
const maxListed = 100;
/** Interval between reviews of all files, in ms; a little less than a day, so that the time of day stays the same. */
const interval = hours(23);
/** Files per statement. */
const batchSize = 2000;
/** Files that are removed together; transactions that refer to one of them wait. */
const removalSize = 20;

/** Smaller than every id. */
const firstId = "00000000-0000-0000-0000-000000000000";

/** When the last review began. */
export type ReviewState = { reviewedAt: string };

type File = { id: string; key: string; tenantId: string };

/** Adds missing rows of files that were stored before this table existed. Files that are not in the storage are skipped. */
async function measureFiles({ database, files }: Services, signal: AbortSignal): Promise<void> {
  let after = firstId;
  while (!signal.aborted) {
    const found = await database.read<File>(
      "*",
      sql`select id, key from stored_file where bytes = 0 and id > ${after}::uuid order by id limit 100`,
    );
    const last = found.at(-1);
    if (last === undefined) return;
    after = last.id;
    for (const { id, key } of found) {
      const file = await files.find(key);
      await database.system((tx) =>
        tx.rows(
          file === undefined
            ? sql`delete from stored_file where id = ${id}::uuid`
            : sql`update stored_file set bytes = ${file.size} where id = ${id}::uuid`,
        ),
      );
    }
  }
}

/** Marks files that no row refers to. A new reference removes the mark at once (`note_file_uses` in the database). */
async function markUnused({ database }: Services, signal: AbortSignal): Promise<void> {
  let after = firstId;
  while (!signal.aborted) {
    const [seen] = await database.system((tx) =>
      tx.rows<{ last: string | null }>(sql`with batch as materialized (
          select id, unused_at, exists (select from file_use u where u.file_id = f.id) as is_used
          from stored_file f where id > ${after}::uuid and expires_at is null order by id limit ${batchSize}
        ), marked as (
          update stored_file f set unused_at = case when b.is_used then null else now() end
          from batch b where f.id = b.id and b.is_used = (b.unused_at is not null)
        ) select (select id from batch order by id desc limit 1) as last`),
    );
    if (seen === undefined || seen.last === null) return;
    after = seen.last;
  }
}

/** The storage keys of a file and its resized copies. */
function keysOf({ key }: File): string[] {
  const extension = extensionOf(key);
  if (extension === undefined || fileFormats[extension].kind !== "image") return [key];
  return [key, ...pictureWidths.flatMap((width) => [`${key}@${width}.webp`, `${key}@${width}.avif`])];
}

/**
 * Removes unreferenced files that meet the condition, at most `removalSize`; returns how many were examined and removed. They are locked: a
 * transaction that refers to one from here on waits, and finds it gone; one that is about to has locked the file already, so that it is skipped; an
 * earlier reference is visible.
 */
const removeSome = ({ database, files, log }: Services, condition: SQL): Promise<{ seen: number; removed: number }> =>
  database.system(async (tx) => {
    const found = await tx.rows<File>(sql`select id, key, tenant_id as "tenantId" from stored_file
      where ${condition} limit ${removalSize} for update skip locked`);
    const ids = sql.param(found.map(({ id }) => id));
    const used = await tx.rows<{ id: string }>(
      sql`update stored_file set unused_at = null where id = any(${ids}::uuid[])
        and exists (select from file_use where file_id = id) returning id`,
    );
    const unused = found.filter(({ id }) => !used.some((one) => one.id === id));
    // Bytes before rows: if this process dies in between, the rows still tell what to remove.
    await files.remove(unused.flatMap(keysOf));
    await tx.rows(
      sql`delete from stored_file where id = any(${sql.param(unused.map(({ id }) => id))}::uuid[]) returning 1`,
    );
    tx.afterCommit(() => {
      for (const { key, tenantId } of unused) log.info({ key, tenantId }, "a file that nothing names is removed");
    });
    return { seen: found.length, removed: unused.length };
  });

const unusedFor = (days: number) => sql`unused_at < now() - make_interval(days => ${days})`;

/** Once a day: reviews all files, and removes those without a reference for 30 days (docs/decisions/041-unused-files.md). */
export async function reviewFiles(
  services: Services,
  signal: AbortSignal,
  state: ReviewState | null,
): Promise<ReviewState | void> {
  if (state !== null && Date.now() - Date.parse(state.reviewedAt) < interval) return;
  const reviewedAt = new Date().toISOString();
  await measureFiles(services, signal);
  await markUnused(services, signal);
  while (!signal.aborted && (await removeSome(services, unusedFor(unusedDays))).seen > 0);
  if (!signal.aborted) return { reviewedAt };
}

export type UnusedFile = { id: string; url: string; name: string | null; bytes: number; removedAt: string };
export type UnusedFiles = { files: UnusedFile[]; count: number; bytes: number };

/** The files of a space that nothing has named for a week, those first that are removed first. */
export async function listUnused({ database }: Pick<Services, "database">, tenantId: string): Promise<UnusedFiles> {
  const rows = await database.read<UnusedFile & { count: number; all: number }>(
    tenantId,
    sql`select id, '/files/' || key as url, name, bytes::float8 as bytes, unused_at + make_interval(days => ${unusedDays}) as "removedAt",
        (count(*) over ())::int as count, (sum(bytes) over ())::float8 as "all"
      from stored_file where tenant_id = ${tenantId}::uuid and expires_at is null and ${unusedFor(removableDays)}
      order by unused_at, id limit ${maxListed}`,
  );
  const [first] = rows;
  return {
    files: rows.map(({ id, url, name, bytes, removedAt }) => ({ id, url, name, bytes, removedAt })),
    count: first?.count ?? 0,
    bytes: first?.all ?? 0,
  };
}

/** Removes files of a space without a reference for a week, unless one was added since. Returns the number of removed files. */
export async function removeUnused(services: Services, tenantId: string, ids: readonly string[]): Promise<number> {
  let removed = 0;
  for (let from = 0; from < ids.length; from += removalSize) {
    const some = sql.param(ids.slice(from, from + removalSize));
    const result = await removeSome(
      services,
      sql`tenant_id = ${tenantId}::uuid and id = any(${some}::uuid[]) and expires_at is null and ${unusedFor(removableDays)}`,
    );
    removed += result.removed;
  }
  return removed;
}
