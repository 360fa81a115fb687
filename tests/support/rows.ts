import { type SQL, sql } from "drizzle-orm";
import type { EntityDefinition, EntityType } from "#kit/entity.ts";
import type { Rows } from "#kit/expectation.ts";
import { addPage } from "#records/site/add-page.server.ts";
import { documentOf } from "#records/site/document.server.ts";
import { insertRow } from "#records/change/save.server.ts";
import { newId } from "#server/process/id.server.ts";
import { entityTypes, expectedEntities } from "./expectations.ts";
import { newAccount } from "./people.ts";
import { programIn, registries } from "./registries.ts";
import type { Server } from "./server.ts";

/** An id for every entity, for the snapshot of a page too. `createId` returns the ids; `number` is part of the page's path. */
export const idsOfRows = (createId: () => string, number = 0): Rows =>
  ({
    ...Object.fromEntries(entityTypes.map((type) => [type, createId()])),
    snapshot: createId(),
    path: `/row-${number}`,
    number,
  }) as Rows;

/** Ids of rows that do not exist. */
export const missingRows = (): Rows => ({ ...idsOfRows(newId), path: "/missing" });

/** The entities that an entity refers to. Their rows must be added first. */
const referencedTypes = ({ fields, internal = {} }: EntityDefinition): EntityType[] =>
  [...Object.values(fields), ...Object.values(internal).map(({ references }) => references ?? {})].flatMap((target) =>
    "entity" in target ? [target.entity as EntityType] : [],
  );

/** All entities. Each comes after the entities that it refers to. */
const sortedTypes = new Set<EntityType>();
function addToSorted(type: EntityType, path: readonly EntityType[] = []): void {
  if (path.includes(type)) return;
  for (const target of referencedTypes(registries.code.find(type))) addToSorted(target, [...path, type]);
  sortedTypes.add(type);
}
for (const type of entityTypes) addToSorted(type);

/** The given entities and those that they refer to, each after the entities that it refers to. */
function withReferenced(types: Iterable<EntityType>): EntityType[] {
  const found = new Set<EntityType>();
  function add(type: EntityType): void {
    if (found.has(type)) return;
    found.add(type);
    for (const target of referencedTypes(registries.code.find(type))) add(target);
  }
  for (const type of types) add(type);
  return [...sortedTypes].filter((type) => found.has(type));
}

/** The entities whose rows a function reads. */
export function typesReadBy(read: (rows: Rows) => unknown): Set<EntityType> {
  const types = new Set<EntityType>();
  const record = (key: string) => {
    if (key === "snapshot" || key === "path") types.add("page");
    else if (sortedTypes.has(key as EntityType)) types.add(key as EntityType);
  };
  read(
    new Proxy(missingRows(), {
      get(rows, key) {
        record(String(key));
        return rows[key as EntityType];
      },
    }),
  );
  return types;
}

type RowOptions = { memberId?: string | undefined; types?: Iterable<EntityType> };

let rowSetCount = 0;
/**
 * Adds a row of every entity to a space, with `mark` in all texts. `memberId`: their author, by default the added member; `types`: the entities, with
 * those they refer to.
 */
export async function makeRows(
  server: Server,
  tenantId: string,
  mark: string,
  { memberId, types = sortedTypes }: RowOptions = {},
): Promise<Rows> {
  rowSetCount += 1;
  const number = rowSetCount;
  const program = programIn(tenantId);
  const text = { zh: mark, en: mark };
  const rows = idsOfRows(newId, number);
  const accountId = await newAccount(server);
  const context = { mark, text, number, accountId, memberId: memberId ?? rows.member, rows };
  const neededTypes = withReferenced([...types, ...(memberId === undefined ? (["member"] as const) : [])]);
  return server.database.tenant(tenantId, async (tx) => {
    for (const type of neededTypes) {
      const { row, internal } = expectedEntities[type];
      if (row === undefined) continue;
      const parts = { values: { ...row(context) }, internal: { ...internal?.(context) } };
      await insertRow(tx, program, registries.code.find(type), { ...parts, id: rows[type] });
    }
    if (!neededTypes.includes("page")) return rows;
    const setting = { title: text, description: text };
    const notice = { code: null, heading: text, lead: null, button: null, url: null };
    const document = documentOf(setting, [{ name: "notice", value: notice }]);
    await addPage(tx, program, { path: rows.path, ...setting, document });
    const [found] = await tx.rows<{ page: string; snapshot: string }>(
      sql`select id as page, snapshot_id as snapshot from page where path = ${rows.path}`,
    );
    return { ...rows, ...found! };
  });
}

/** Tables that the program writes in the background. */
const backgroundTables = new Set(["process_beat", "space_usage", "upkeep_run", "webhook_delivery"]);

/**
 * A snapshot of the data of a space, or of all spaces, without the tables that the program writes in the background. Two snapshots are equal if no
 * row was added, changed or removed. Rows are compared by position and transaction, because reading their values would take much longer.
 */
export const stateOf = (server: Server, tenantId?: string) =>
  server.database.system(async (tx) => {
    const tables = await tx.rows<{ name: string; isScoped: boolean; isSeen: boolean }>(
      sql`select relname as name, bool_or(attname = 'tenant_id') as "isScoped", bool_or(attname = 'seen_at') as "isSeen"
        from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
        where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege(pg_class.oid, 'select') group by 1 order by 1`,
    );
    const scope = tenantId === undefined ? sql`true` : sql`tenant_id = ${tenantId}::uuid`;
    const row = (isSeen: boolean) => (isSeen ? sql`(to_jsonb(t) - 'seen_at')::text` : sql`concat(t.ctid, ' ', t.xmin)`);
    const contents: SQL[] = tables
      .filter(({ name, isScoped }) => (tenantId === undefined || isScoped) && !backgroundTables.has(name))
      .map(
        ({ name, isSeen }) => sql`select ${name} as name, count(*)::int as rows,
          sum(hashtextextended(${row(isSeen)}, 0))::text as content from ${sql.identifier(name)} t where ${scope}`,
      );
    // PostgreSQL may read the tables in parallel and return them in any order.
    const union = sql.join(contents, sql` union all `);
    return tx.rows<{ name: string; rows: number; content: string | null }>(sql`${union} order by 1`);
  });
