import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { AnyRow, EntityDefinition, EntityType } from "#kit/entity.ts";
import { mainAddress } from "#kit/row-action.ts";
import { Problem } from "#kit/problem.ts";
import type { Locale } from "#kit/text.ts";
import type { FileUse, FileUseKind, FileUses } from "#kit/stored-file.ts";
import storageFile from "#entities/storageFile.ts";
import { notFoundText } from "#records/change/refusals.server.ts";
import { entityKey } from "#records/change/history.server.ts";
import { titleOf } from "#records/describe/titles.server.ts";
import { rowsFor } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { tableName } from "#server/postgres/columns.server.ts";
import type { Database } from "#server/postgres/database.server.ts";

/** Maximum number of references that are read. */
const maxUses = 200;

type Reader = RowContext<UserPrincipal> & { locale: Locale };

/** Tables whose rows belong to a row of an entity: its type, the column that references it, and the kind of reference. */
const parts: Readonly<Record<string, { type: EntityType; column: string; kind: FileUseKind }>> = {
  page_snapshot: { type: "page", column: "page_id", kind: "version" },
  page_revision: { type: "page", column: "page_id", kind: "history" },
  page_share: { type: "page", column: "page_id", kind: "share" },
  work_message: { type: "paasWork", column: "work_id", kind: "message" },
};

type Named = { source: string; rowId: string };
/** A row of an entity that references the file; `entity` as `entityKey` returns it. */
type Place = { entity: string; rowId: string; kind: FileUseKind };

/** The entity rows behind references from one table; undefined for a table that belongs to no entity. */
async function placesIn(
  database: Database,
  { principal: { tenantId }, entities }: Reader,
  source: string,
  rowIds: readonly string[],
): Promise<Place[] | undefined> {
  const ids = sql.param([...rowIds]);
  const entity = entities.all.find((candidate) => candidate.stored === undefined && tableName(candidate) === source);
  if (entity !== undefined) return rowIds.map((rowId) => ({ entity: entity.type, rowId, kind: "content" }));
  const part = Object.hasOwn(parts, source) ? parts[source] : undefined;
  const read = (columns: ReturnType<typeof sql>) =>
    database.read<Omit<Place, "kind">>(
      tenantId,
      sql`select distinct ${columns} from ${sql.identifier(source)} where tenant_id = ${tenantId}::uuid and id = any(${ids}::uuid[])`,
    );
  if (part !== undefined) {
    const rows = await read(sql`${part.type}::text as entity, ${sql.identifier(part.column)} as "rowId"`);
    return rows.map((row) => ({ ...row, kind: part.kind }));
  }
  if (source === "record") {
    const rows = await read(sql`entity_id::text as entity, id as "rowId"`);
    return rows.map((row) => ({ ...row, kind: "content" }));
  }
  if (source === "row_change") {
    const rows = await read(sql`entity, row_id as "rowId"`);
    return rows.map((row) => ({ ...row, kind: "history" }));
  }
  return undefined;
}

/** The referencing rows of one entity that the reader may read, also in the trash. */
async function usesIn(
  database: Database,
  { principal, locale }: Reader,
  entity: EntityDefinition,
  places: readonly Place[],
): Promise<FileUse[]> {
  if (!allows(principal, entity, "read")) return [];
  const { titleField } = viewOf(principal, entity).readable;
  const store = storeOf(entity);
  const { columns, toRow } = store.fields([titleField]);
  const ids = sql.param([...new Set(places.map(({ rowId }) => rowId))]);
  const deleted = allows(principal, entity, "delete")
    ? sql`(${rowsFor(principal, entity, "delete", "deleted")})`
    : sql`false`;
  const rows = await database.read<AnyRow & { "#deleted": boolean }>(
    principal.tenantId,
    sql`select ${columns}, deleted_at is not null as "#deleted" from ${store.from([])}
      where ((${rowsFor(principal, entity, "read")}) or ${deleted}) and id = any(${ids}::uuid[])`,
  );
  const main = mainAddress(entity) ?? `/admin/${entity.type}/edit?id={id}`;
  return rows.map(({ "#deleted": isDeleted, ...raw }) => {
    const row = toRow(raw as AnyRow);
    const kinds = new Set(places.filter(({ rowId }) => rowId === row.id).map(({ kind }) => kind));
    return {
      entity: entity.name[locale],
      title: titleOf(row[titleField], locale),
      url: isDeleted ? null : main.replace("{id}", row.id),
      isDeleted,
      kinds: [...kinds],
    };
  });
}

/**
 * The rows that reference a file, themselves or by their history, versions or messages. Rows that the reader may not read are only counted.
 * @throws {Problem} notFound for a file that the reader may not read
 */
export async function readFileUses(database: Database, reader: Reader, id: string): Promise<FileUses> {
  const { principal, entities } = reader;
  const readableFiles = allows(principal, storageFile, "read")
    ? await database.read(
        principal.tenantId,
        sql`select 1 from storage_file where ${rowsFor(principal, storageFile, "read")} and id = ${id}::uuid`,
      )
    : [];
  if (readableFiles.length === 0) throw new Problem("notFound", notFoundText);
  // References from other spaces are counted, never shown.
  const references = await database.read<Named & { isHere: boolean }>(
    "*",
    sql`select source, row_id as "rowId", tenant_id = ${principal.tenantId}::uuid as "isHere" from file_use
      where file_id = ${id}::uuid order by source, row_id desc limit ${maxUses + 1}`,
  );
  const listed = references.slice(0, maxUses);
  const localRows = listed.filter(({ isHere }) => isHere);
  const bySource = [...Map.groupBy(localRows, ({ source }) => source)];
  const sources = await Promise.all(
    bySource.map(async ([source, rows]) => ({
      count: rows.length,
      places: await placesIn(
        database,
        reader,
        source,
        rows.map(({ rowId }) => rowId),
      ),
    })),
  );
  const places = sources.flatMap((use) => use.places ?? []);
  const byEntity = [...Map.groupBy(places, ({ entity }) => entity)];
  const byEntityUses = await Promise.all(
    byEntity.map(async ([key, ofEntity]) => {
      const entity = entities.all.find((candidate) => entityKey(candidate) === key);
      const uses = entity === undefined ? [] : await usesIn(database, reader, entity, ofEntity);
      const rows = new Set(ofEntity.map(({ rowId }) => rowId)).size;
      return { uses, hidden: rows - uses.length };
    }),
  );
  const unresolved = sources.reduce((sum, use) => sum + (use.places === undefined ? use.count : 0), 0);
  return {
    uses: byEntityUses.flatMap(({ uses }) => uses),
    hidden: byEntityUses.reduce((sum, { hidden }) => sum + hidden, unresolved + listed.length - localRows.length),
    hasMore: references.length > maxUses,
  };
}
