import { opendir, stat } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { hours } from "#kit/format.ts";
import { isKey, partSuffix } from "#server/files/storage.server.ts";
import { defineProbe, type ProbeContext, symptomOf } from "../define-probe.server.ts";

type FileRow = { id: string; key: string; bytes: number };

/** Rows per statement. */
const batchSize = 1000;

/** Every file that a row names, with its size; 0 where it was never measured. */
const rowsSql = `select id::text, substr(path, 8) as key, size::float8 as bytes from public.storage_file where path like '/files/%' and id > $1::uuid
  union all select id::text, key, bytes::float8 from public.private_file where expires_at > now() and id > $1::uuid order by 1 limit ${batchSize}`;

async function* filesOf(client: pg.Client): AsyncGenerator<FileRow> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await client.query<FileRow>(rowsSql, [after]);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    after = last.id;
  }
}

/** Of these names of stored files, those that no row and no queue of the database knows. A narrower picture belongs to the picture it was made of. */
async function findOrphans(client: pg.Client, names: readonly string[]): Promise<string[]> {
  const keys = names.map((name) => name.replace(/@\d+\.(?:webp|avif)$/, ""));
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[], $2::text[]) as stored(name, key)
     where not exists (select from public.storage_file where id::text = left(stored.key, 36))
       and not exists (select from public.private_file where key = stored.key)
       and not exists (select from public.file_removal where key = stored.key)
       and not exists (select from public.file_upload where stored.key = any(parts) or id::text = left(stored.key, 36))`,
    [names, keys],
  );
  return rows.map(({ name }) => name);
}

/** Files of a folder that nothing names and that are older than an hour: younger ones may be about to get their row. */
async function orphansIn({ client }: ProbeContext, folder: string): Promise<string[]> {
  const orphans: string[] = [];
  let batch: string[] = [];
  const look = async () => {
    orphans.push(...(await findOrphans(client, batch)));
    batch = [];
  };
  for await (const entry of await opendir(folder)) {
    if (!entry.isFile() || !isKey(entry.name) || entry.name.endsWith(partSuffix)) continue;
    const stats = await stat(path.join(folder, entry.name)).catch(() => undefined);
    if (stats !== undefined && stats.mtimeMs < Date.now() - hours(1)) batch.push(entry.name);
    if (batch.length === batchSize) await look();
  }
  await look();
  return orphans;
}

export default defineProbe({
  name: "files",
  title: "Every row of a file has its file, and every file its row",
  async run(context) {
    const { client, env, dataFolder } = context;
    const storage = await context.openStorage();
    const [missing, other]: [string[], string[]] = [[], []];
    for await (const { key, bytes } of filesOf(client)) {
      const size = isKey(key) ? await storage.size(key) : undefined;
      if (size === undefined) missing.push(key);
      else if (bytes > 0 && size !== bytes) other.push(key);
    }
    const orphans = env.FILES === "folder" ? await orphansIn(context, path.join(dataFolder, "files")) : [];
    return [
      ...symptomOf(missing, (list) => ({
        problem: `Files are missing in the storage: ${list}. Pages that show them have holes.`,
        mend: "Copy them from a backup (folder files) into the storage under the same names, or delete their rows at /paas/storageFile/list.",
      })),
      ...symptomOf(other, (list) => ({
        problem: `Files have another size than their rows say: ${list}.`,
        mend: "They are damaged: copy them from a backup (folder files).",
      })),
      ...symptomOf(orphans, (list) => ({
        problem: `No row knows these stored files: ${list}.`,
        mend: "Move them out of DATA_DIR/files, and delete them when nobody misses them.",
      })),
    ];
  },
});
