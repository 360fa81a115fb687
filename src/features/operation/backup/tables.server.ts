import type pg from "pg";

/** A table of the schema `public`, with its columns in order. */
export type Table = { name: string; columns: string[] };

/** All tables of the program. The queue is left out: the program makes it anew, and jobs under way end with a restore. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by c.relname`,
  );
  return rows;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** A table with its columns, as COPY names them. */
export const copyText = ({ name, columns }: Table): string =>
  `public.${quoted(name)} (${columns.map(quoted).join(", ")})`;
