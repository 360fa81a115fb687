import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { ImportCounts, ImportRowState, ImportState } from "#kit/import.ts";
import { type FieldProblems, Problem } from "#kit/problem.ts";
import { undoMinutes } from "#kit/row-history.ts";
import { entityKey } from "#records/change/history.server.ts";
import type { Database, Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { newId } from "#server/process/id.server.ts";

export const importNotFound = {
  zh: "导入记录不存在或已过期，请重新上传文件",
  en: "This import does not exist or has expired. Upload the file again.",
};

type Owner = Pick<UserPrincipal, "tenantId" | "memberId">;

/** An import, for the person who created it. */
export type SheetImport = {
  id: string;
  fileId: string;
  name: string;
  titles: string[];
  mapping: (string | null)[] | null;
  keyField: string | null;
  state: ImportState;
  counts: ImportCounts | null;
  /** Seconds for which it can be undone; 0 when it cannot. */
  revertible: number;
};

const columns = sql`id, file_id as "fileId", name, titles, mapping, key_field as "keyField", state, counts,
  case when state = 'done' then greatest(0, floor(extract(epoch from done_at + make_interval(mins => ${undoMinutes}) - now())))::int else 0 end as "revertible"`;

const ofOwner = ({ tenantId, memberId }: Owner, entity: EntityDefinition) =>
  sql`tenant_id = ${tenantId}::uuid and member_id = ${memberId}::uuid and entity = ${entityKey(entity)}`;

/** Records an uploaded sheet; returns its id. */
export async function addImport(
  database: Database,
  principal: Owner,
  entity: EntityDefinition,
  { fileId, name, titles }: Pick<SheetImport, "fileId" | "name" | "titles">,
): Promise<string> {
  const id = newId();
  await database.tenant(principal.tenantId, (tx) =>
    tx.rows(sql`insert into sheet_import (id, tenant_id, member_id, entity, file_id, name, titles)
      values (${id}::uuid, ${principal.tenantId}::uuid, ${principal.memberId}::uuid, ${entityKey(entity)}, ${fileId}::uuid, ${name}, ${JSON.stringify(titles)}::jsonb)`),
  );
  return id;
}

/** A person's import into an entity. @throws {Problem} notFound */
export async function findImport(
  { read }: Pick<Database, "read">,
  principal: Owner,
  entity: EntityDefinition,
  id: string,
): Promise<SheetImport> {
  const [row] = await read<SheetImport>(
    principal.tenantId,
    sql`select ${columns} from sheet_import where ${ofOwner(principal, entity)} and id = ${id}::uuid`,
  );
  if (row === undefined) throw new Problem("notFound", importNotFound);
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockImport(tx: Tx, principal: Owner, entity: EntityDefinition, id: string): Promise<SheetImport> {
  const [row] = await tx.rows<SheetImport>(
    sql`select ${columns} from sheet_import where ${ofOwner(principal, entity)} and id = ${id}::uuid for update`,
  );
  if (row === undefined) throw new Problem("notFound", importNotFound);
  return row;
}

/** The person's last mapping of columns with these titles; undefined when there is none. */
export async function findLastMapping(
  { read }: Pick<Database, "read">,
  principal: Owner,
  entity: EntityDefinition,
  titles: readonly string[],
): Promise<Pick<SheetImport, "mapping" | "keyField"> | undefined> {
  const [row] = await read<Pick<SheetImport, "mapping" | "keyField">>(
    principal.tenantId,
    sql`select mapping, key_field as "keyField" from sheet_import
      where ${ofOwner(principal, entity)} and mapping is not null and titles = ${JSON.stringify(titles)}::jsonb order by created_at desc limit 1`,
  );
  return row;
}

/** A row of a sheet, compared. */
export type CheckedRow = {
  number: number;
  state: ImportRowState;
  rowId: string | null;
  version: number | null;
  values: Record<string, unknown>;
  cells: string[];
  problems: FieldProblems | null;
};

/** Adds checked rows to an import. */
export const addCheckedRows = (
  tx: Tx,
  { tenantId }: Owner,
  id: string,
  rows: readonly CheckedRow[],
): Promise<unknown> =>
  tx.rows(sql`insert into sheet_import_row (tenant_id, import_id, number, state, row_id, version, "values", cells, problems)
    select ${tenantId}::uuid, ${id}::uuid, c.number, c.state, c."rowId", c.version, c."values", c.cells, c.problems
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(number int, state text, "rowId" uuid, version int, "values" jsonb, cells jsonb, problems jsonb)`);

/** Begins a check, whose result replaces an earlier one. @throws {Problem} conflict when the rows have been imported since */
export async function beginCheck(tx: Tx, owner: Owner, entity: EntityDefinition, id: string): Promise<void> {
  const { state } = await lockImport(tx, owner, entity, id);
  if (state === "done" || state === "reverted") throw new Problem("conflict", importOver);
  await tx.rows(sql`delete from sheet_import_row where import_id = ${id}::uuid`);
}

/** Ends a check. */
export const endCheck = (
  tx: Tx,
  id: string,
  { mapping, keyField, counts }: { mapping: readonly (string | null)[]; keyField: string | null; counts: ImportCounts },
): Promise<unknown> =>
  tx.rows(sql`update sheet_import set state = 'checked', mapping = ${JSON.stringify(mapping)}::jsonb, key_field = ${keyField},
    counts = ${JSON.stringify(counts)}::jsonb where id = ${id}::uuid`);

export const importOver = { zh: "该文件已导入，请重新上传", en: "This file was imported already. Upload it again." };

/** Rows of an import with numbers above `after`, in the order of the file; of some states, or all. */
export function readChecked(
  read: (query: ReturnType<typeof sql>) => Promise<CheckedRow[]>,
  id: string,
  { states, after, size }: { states?: readonly ImportRowState[]; after: number; size: number },
): Promise<CheckedRow[]> {
  const condition = states === undefined ? sql`true` : sql`state = any(${sql.param([...states])}::text[])`;
  return read(sql`select number, state, row_id as "rowId", version, "values", cells, problems from sheet_import_row
    where import_id = ${id}::uuid and number > ${after} and ${condition} order by number limit ${size}`);
}

/** What an import writes for a row of its sheet. */
export type RowToWrite = Pick<CheckedRow, "number" | "state" | "rowId" | "version" | "values">;

/** The rows to write with numbers above `after`, without the columns that are only displayed. */
export const readRowsToWrite = (
  tx: Tx,
  id: string,
  { after, size }: { after: number; size: number },
): Promise<RowToWrite[]> =>
  tx.rows(sql`select number, state, row_id as "rowId", version, "values" from sheet_import_row
    where import_id = ${id}::uuid and number > ${after} and state in ('add', 'update') order by number limit ${size}`);

export async function setState(tx: Tx, id: string, state: "done" | "reverted"): Promise<void> {
  const time = state === "done" ? sql`, done_at = now()` : sql``;
  await tx.rows(sql`update sheet_import set state = ${state}${time} where id = ${id}::uuid`);
}

/** Maximum unfinished imports per person. */
const maxUnfinished = 10;

/** Deletes all but the newest unfinished imports of a person. Returns the storage keys of their files. */
export function deleteUnfinished(database: Database, { tenantId, memberId }: Owner): Promise<string[]> {
  return database.tenant(tenantId, async (tx) => {
    const files = await tx.rows<{ key: string }>(sql`with gone as (
        delete from sheet_import where id in (
          select id from sheet_import where tenant_id = ${tenantId}::uuid and member_id = ${memberId}::uuid and state in ('uploaded', 'checked')
          order by created_at desc, id desc offset ${maxUnfinished}) returning file_id)
      select key from private_file where tenant_id = ${tenantId}::uuid and id in (select file_id from gone)`);
    return files.map(({ key }) => key);
  });
}

/** Deletes the rows of sheets a day after their upload, when the import can no longer be undone. */
export const purgeImportRows = (tx: Tx, limit: number): Promise<number> =>
  deleteRows(
    tx,
    "sheet_import_row",
    sql`import_id in (select id from sheet_import where created_at < now() - interval '1 day')`,
    limit,
  );

/** Deletes imports after 90 days; until then their column mapping is suggested again. */
export const purgeImports = (tx: Tx, limit: number): Promise<number> =>
  deleteRows(tx, "sheet_import", sql`created_at < now() - interval '90 days'`, limit);
