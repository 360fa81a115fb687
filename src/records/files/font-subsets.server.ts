import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import { type FontSubset, readSubset } from "#server/files/font-subset.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";

/** The maximum number of parts that are kept of a font; older ones go, and are made again when somebody asks for them. */
const maxKept = 300;

/** Adds the row of a part that is about to be made, and returns the id of its space. Undefined for a font that is not there. */
const recordSubset = ({ database }: Pick<Services, "database">, { font }: FontSubset, key: string) =>
  database.system(async (tx) => {
    const [row] = await tx.rows<{
      fileId: string;
      tenantId: string;
    }>(sql`insert into font_subset (key, file_id, tenant_id)
      select ${key}, id, tenant_id from storage_file
        where id = ${font.slice(0, 36)}::uuid and path = ${`/files/${font}`} and deleted_at is null for key share
      on conflict (key) do update set created_at = now() returning file_id as "fileId", tenant_id as "tenantId"`);
    if (row === undefined) return undefined;
    await tx.rows(sql`delete from font_subset where key in (select key from font_subset where file_id = ${row.fileId}::uuid
      order by created_at desc, key offset ${maxKept})`);
    return row.tenantId;
  });

/**
 * Opens the part of a font that an address names: `font` is the key, `query` what follows `?subset=`. Undefined for an address that this installation
 * has not made, and for a font that is gone. @throws {Problem} tooManyRequests; unavailable
 */
export async function openFontSubset(
  services: Pick<Services, "database" | "files" | "pepper">,
  font: string,
  query: unknown,
) {
  const subset = readSubset(services.pepper, font, query);
  return subset && services.files.openSubset(subset, (key) => recordSubset(services, subset, key));
}

/** Deletes the rows of parts that were made a month ago: pages have changed since. Those that are still needed are made again. */
export const purgeFontSubsets = (tx: Tx, limit: number): Promise<number> =>
  deleteRows(tx, "font_subset", sql`created_at < now() - interval '30 days'`, limit);
