import storageFile from "#entities/storageFile.ts";
import { searchColumns } from "#records/query/search.server.ts";
import type { MigrationProgram } from "#server/postgres/migrations.server.ts";

/** Rows per query. */
const chunk = 500;

/** Adds the search index of the rows that the migration before made of uploads. */
const nameFiles: MigrationProgram = async (client) => {
  await client.query("set local meridian.tenant = '*'");
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await client.query<{ id: string; tenant: string; name: string; uploader: string | null }>(
      "select id, tenant_id as tenant, name, uploader from storage_file where id > $1 order by id limit $2",
      [after, chunk],
    );
    for (const { id, tenant, name, uploader } of rows) {
      const { search_text, search } = searchColumns(storageFile, tenant, { name, uploader });
      // oxlint-disable-next-line no-await-in-loop
      await client.query("update storage_file set search_text = $2::jsonb, search = $3::bigint[] where id = $1::uuid", [
        id,
        JSON.stringify(search_text),
        search,
      ]);
    }
    if (rows.length < chunk) return;
    after = rows.at(-1)!.id;
  }
};

export default nameFiles;
