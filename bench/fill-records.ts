/** Inserts rows of an entity that a space defined, with their entries in the index, as the program stores them. */
import pg from "pg";

/** A field of the rows. `value`: SQL that makes its JSON value from the number `n` of the row; `index`: the column of `record_index` that has it. */
export type FilledField = { value: string; index?: { kind: "text" | "number" | "time" | "boolean"; cast: string } };

const batchSize = 100_000;

/** The secondary indexes and the foreign key of `record_index`, which are made again afterwards: that is faster than updating them row by row. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
      where tablename = 'record_index' and indexname <> 'record_index_pk'`,
  );
  const { rows: keys } = await client.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = 'record_index'::regclass and contype in ('f', 'p') order by contype desc`,
  );
  for (const { name } of indexes) await client.query(`drop index "${name}"`);
  for (const { name } of keys) await client.query(`alter table record_index drop constraint "${name}"`);
  return [
    ...keys.map(({ name, definition }) => `alter table record_index add constraint "${name}" ${definition}`),
    ...indexes.map(({ definition }) => definition),
  ];
}

/** Adds `total` rows to the entity with this type in the space with this code. */
export async function fillRecords(
  connection: pg.ClientConfig,
  { type, total, fields }: { type: string; total: number; fields: Readonly<Record<string, FilledField>> },
): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query("set meridian.tenant = '*'");
    const { rows: entities } = await client.query<{ id: string; tenant: string; facets: string[] }>(
      "select id, tenant_id as tenant, facets from entity_definition where type = $1",
      [type],
    );
    const { id, tenant, facets } = entities[0]!;
    const facetColumns = facets.map((_, index) => `, facet${index + 1}`).join("");
    const facetValues = facets.map((field) => `, (${fields[field]!.value})::text`).join("");
    const data = Object.entries(fields).map(([name, { value }]) => `'${name}', ${value}`);
    const again = await dropIndexes(client);
    for (let first = 1; first <= total; first += batchSize)
      await client.query(
        `insert into record (id, tenant_id, entity_id, created_at, updated_at, data${facetColumns})
          select uuidv7(), $1, $2, now() - make_interval(secs => $4 - n), now() - make_interval(secs => $4 - n), jsonb_build_object(${data.join(", ")})${facetValues}
          from generate_series($3::int, $5::int) as n`,
        [tenant, id, first, total, Math.min(total, first + batchSize - 1)],
      );
    for (const [name, { index }] of Object.entries(fields)) {
      if (index === undefined) continue;
      await client.query(
        `insert into record_index (tenant_id, entity_id, field, record_id, kind, ${index.kind}_value${facetColumns})
          select tenant_id, entity_id, $2, id, $3, (data ->> $2)::${index.cast}${facetColumns} from record where entity_id = $1`,
        [id, name, index.kind],
      );
    }
    await client.query("set maintenance_work_mem = '1GB'");
    for (const statement of again) await client.query(statement);
    await client.query("vacuum (analyze) record");
    await client.query("vacuum (analyze) record_index");
  } finally {
    await client.end();
  }
}
