import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import type { LastChange, TrashEntity, TrashPage } from "#kit/row-history.ts";
import type { Locale, Text } from "#kit/text.ts";
import { entityKey } from "#records/change/history.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { allows, guard } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { localTimeIn, plainText } from "#server/spreadsheet/cell.server.ts";
import { cellOf } from "./cells.server.ts";
import { titleOf, titlesFor } from "./titles.server.ts";

/** Deleted rows per page. */
const pageSize = 50;
/** Maximum count of an entity's deleted rows. */
const maxCounted = 1000;
/** Number of fields in the summary below a row's title, and its maximum length in characters. */
const [summaryFields, summaryLength] = [3, 200];

type Reader = RowContext<UserPrincipal> & { locale: Locale };

const badCursorText: Text = { zh: "分页位置无效，请刷新后重试", en: "Invalid page. Reload and try again." };

/** Parses a cursor: the deletion time and id of the last row of the previous page. @throws {Problem} badRequest */
function readCursor(cursor: string): { at: string; id: string } {
  const [, at, id] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z) ([0-9a-f-]{36})$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at)))
    throw new Problem("badRequest", badCursorText);
  return { at, id };
}

type DeletionColumns = { "#deletedAt": string; "#by": LastChange | null };

/**
 * Deleted rows that this person may restore, latest deletion first, with readable fields only. `cursor`: the cursor `next` of the previous page.
 * @throws {Problem} forbidden; badRequest for a malformed cursor
 */
export async function readTrash(
  database: Database,
  reader: Reader,
  entity: EntityDefinition,
  cursor?: string,
): Promise<TrashPage> {
  const { principal, locale } = reader;
  guard(principal, entity, "delete");
  const { readable } = viewOf(principal, entity);
  const store = storeOf(entity);
  const summaryColumns = readable.list.columns.filter((name) => name !== readable.titleField).slice(0, summaryFields);
  const { columns, toRow } = store.fields([readable.titleField, ...summaryColumns]);
  const cursorPosition = cursor === undefined ? undefined : readCursor(cursor);
  const pageCondition =
    cursorPosition === undefined
      ? sql`true`
      : sql`(deleted_at, id) < (${cursorPosition.at}::timestamptz, ${cursorPosition.id}::uuid)`;
  const rows = await database.read<AnyRow & DeletionColumns>(
    principal.tenantId,
    sql`select ${columns}, deleted_at as "#deletedAt",
        (select jsonb_build_object('actor', c.actor, 'name', c.member_name, 'isSelf', c.member_id is not distinct from ${principal.memberId}::uuid)
          from row_change c where c.tenant_id = ${principal.tenantId}::uuid and c.row_id = ${store.name}.id and c.entity = ${entityKey(entity)}
            and c.verb = 'delete' order by c.version desc limit 1) as "#by"
      from ${store.from([])} where ${permittedRowsSql(principal, entity, "delete", "deleted")} and ${pageCondition}
      order by deleted_at desc, id desc limit ${pageSize + 1}`,
  );
  const page = rows.slice(0, pageSize).map(({ "#deletedAt": deletedAt, "#by": by, ...raw }) => ({
    deletedAt,
    by,
    row: toRow(raw as AnyRow),
  }));
  const titles = await titlesFor(
    database,
    reader,
    entity,
    page.map(({ row }) => row),
  );
  // In UTC, because the reader's time zone is not known here.
  const cellReader = { locale, titles, toLocalTime: localTimeIn("UTC") };
  const summaryOf = (row: AnyRow) =>
    summaryColumns
      .map((name) => plainText(cellOf(row[name], readable.fields[name]!, cellReader)))
      .filter((text) => text !== "")
      .join(" · ")
      .slice(0, summaryLength);
  const last = rows.length > pageSize ? page.at(-1) : undefined;
  return {
    rows: page.map(({ row, deletedAt, by }) => ({
      id: row.id,
      title: titleOf(row[readable.titleField], locale),
      summary: summaryOf(row),
      deletedAt,
      by,
    })),
    next: last === undefined ? null : `${last.deletedAt} ${last.row.id}`,
  };
}

/** The entities with deleted rows that this person may restore, each with the number of rows, counted up to `maxCounted`. */
export async function trashEntities(
  database: Database,
  { principal, entities, locale }: Reader,
): Promise<TrashEntity[]> {
  const all = entities.all.filter((entity) => allows(principal, entity, "delete"));
  if (all.length === 0) return [];
  const counts = await database.read<{ type: string; count: number }>(
    principal.tenantId,
    sql.join(
      all.map(
        (entity) =>
          sql`select ${entity.type}::text as type, count(*)::int as count
            from (select 1 from ${storeOf(entity).from([])} where ${permittedRowsSql(principal, entity, "delete", "deleted")} limit ${maxCounted}) rows`,
      ),
      sql` union all `,
    ),
  );
  const countOf = new Map(counts.map(({ type, count }) => [type, count]));
  return all
    .map(({ type, name, listName }) => ({ type, name: (listName ?? name)[locale], count: countOf.get(type) ?? 0 }))
    .filter(({ count }) => count > 0);
}
