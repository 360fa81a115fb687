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
import { permittedRowsSql } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { filledAddress } from "#records/registry/placeholders.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { tableName } from "#server/postgres/columns.server.ts";
import type { Database } from "#server/postgres/database.server.ts";

/** The maximum number of references that are read. */
const maxUses = 200;

type Reader = RowContext<UserPrincipal> & { locale: Locale };

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Tables whose rows belong to a row of an entity: the entity's type, the column with the id of its row, and the kind of use. */
const childTables: Readonly<Record<string, { type: EntityType; column: string; kind: FileUseKind }>> = {
  page_snapshot: { type: "page", column: "page_id", kind: "version" },
  page_revision: { type: "page", column: "page_id", kind: "history" },
  page_share: { type: "page", column: "page_id", kind: "share" },
  page_comment: { type: "page", column: "page_id", kind: "comment" },
  market_offer: { type: "marketItem", column: "id", kind: "version" },
  market_edition: { type: "marketItem", column: "offer_id", kind: "version" },
  work_message: { type: "paasWork", column: "work_id", kind: "message" },
};

/** A reference to the file: the table and the id of the referencing row. */
type FileReference = { source: string; rowId: string };
/** A row of an entity that references the file; `entity` as `entityKey` returns it. */
type ReferencingRow = { entity: string; rowId: string; kind: FileUseKind };

/**
 * The rows of entities to which the rows `rowIds` of the table `source` belong; undefined for a table that belongs to no entity. The table `record`
 * has the rows of entities that spaces define.
 */
async function findReferencingRows(
  database: Database,
  { principal: { tenantId }, entities }: Reader,
  source: string,
  rowIds: readonly string[],
): Promise<ReferencingRow[] | undefined> {
  const ids = sql.param([...rowIds]);
  const entity = entities.all.find((candidate) => candidate.stored === undefined && tableName(candidate) === source);
  if (entity !== undefined) return rowIds.map((rowId) => ({ entity: entity.type, rowId, kind: "content" }));
  const childTable = Object.hasOwn(childTables, source) ? childTables[source] : undefined;
  const read = (columns: ReturnType<typeof sql>) =>
    database.read<Omit<ReferencingRow, "kind">>(
      tenantId,
      sql`select distinct ${columns} from ${sql.identifier(source)} where tenant_id = ${tenantId}::uuid and id = any(${ids}::uuid[])`,
    );
  if (childTable !== undefined) {
    const rows = await read(sql`${childTable.type}::text as entity, ${sql.identifier(childTable.column)} as "rowId"`);
    return rows.map((row) => ({ ...row, kind: childTable.kind }));
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

/** The referencing rows of one entity that the reader may read, including rows in the trash. */
async function readUses(
  database: Database,
  { principal, locale }: Reader,
  entity: EntityDefinition,
  referencingRows: readonly ReferencingRow[],
): Promise<FileUse[]> {
  if (!allows(principal, entity, "read")) return [];
  const { titleField } = viewOf(principal, entity).readable;
  const store = storeOf(entity);
  const { columns, toRow } = store.fields([titleField]);
  const ids = sql.param([...new Set(referencingRows.map(({ rowId }) => rowId))]);
  const isInReadableTrash = allows(principal, entity, "delete")
    ? sql`(${permittedRowsSql(principal, entity, "delete", "deleted")})`
    : sql`false`;
  const rows = await database.read<AnyRow & { "#deleted": boolean }>(
    principal.tenantId,
    sql`select ${columns}, deleted_at is not null as "#deleted" from ${store.from([])}
      where ((${permittedRowsSql(principal, entity, "read")}) or ${isInReadableTrash}) and id = any(${ids}::uuid[])`,
  );
  const urlTemplate = filledAddress(entity, mainAddress(entity) ?? `/admin/${entity.type}/edit?id={id}`, locale);
  return rows.map(({ "#deleted": isDeleted, ...raw }) => {
    const row = toRow(raw as AnyRow);
    const kinds = new Set(referencingRows.filter(({ rowId }) => rowId === row.id).map(({ kind }) => kind));
    return {
      entity: entity.name[locale],
      title: titleOf(row[titleField], locale),
      url: isDeleted ? null : urlTemplate.replace("{id}", row.id),
      isDeleted,
      kinds: [...kinds],
    };
  });
}

/**
 * The rows that reference a file in their content, history, versions or messages. Rows that the reader may not read are only counted.
 * @throws {Problem} notFound for a file that the reader may not read
 */
export async function readFileUses(database: Database, reader: Reader, id: string): Promise<FileUses> {
  const { principal, entities } = reader;
  const readableFiles = allows(principal, storageFile, "read")
    ? await database.read(
        principal.tenantId,
        sql`select 1 from storage_file where ${permittedRowsSql(principal, storageFile, "read")} and id = ${id}::uuid`,
      )
    : [];
  if (readableFiles.length === 0) throw new Problem("notFound", notFoundText);
  // References from other spaces are counted, never shown.
  const references = await database.read<FileReference & { isOwnSpace: boolean }>(
    "*",
    sql`select source, row_id as "rowId", tenant_id = ${principal.tenantId}::uuid as "isOwnSpace" from file_use
      where file_id = ${id}::uuid order by source, row_id desc limit ${maxUses + 1}`,
  );
  const listed = references.slice(0, maxUses);
  const localRows = listed.filter(({ isOwnSpace }) => isOwnSpace);
  const bySource = [...Map.groupBy(localRows, ({ source }) => source)];
  const sources = await Promise.all(
    bySource.map(async ([source, rows]) => ({
      count: rows.length,
      referencingRows: await findReferencingRows(
        database,
        reader,
        source,
        rows.map(({ rowId }) => rowId),
      ),
    })),
  );
  const allReferencingRows = sources.flatMap(({ referencingRows }) => referencingRows ?? []);
  const byEntity = [...Map.groupBy(allReferencingRows, ({ entity }) => entity)];
  const usesByEntity = await Promise.all(
    byEntity.map(async ([key, entityRows]) => {
      const entity = entities.all.find((candidate) => entityKey(candidate) === key);
      const uses = entity === undefined ? [] : await readUses(database, reader, entity, entityRows);
      const rowCount = new Set(entityRows.map(({ rowId }) => rowId)).size;
      return { uses, hidden: rowCount - uses.length };
    }),
  );
  const otherSpacesCount = listed.length - localRows.length;
  const unresolvedCount = sum(sources.map(({ count, referencingRows }) => (referencingRows === undefined ? count : 0)));
  return {
    uses: usesByEntity.flatMap(({ uses }) => uses),
    hidden: otherSpacesCount + unresolvedCount + sum(usesByEntity.map(({ hidden }) => hidden)),
    hasMore: references.length > maxUses,
  };
}
