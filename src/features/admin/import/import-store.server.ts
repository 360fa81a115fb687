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

export const importNotFoundText = {
  zh: "导入记录不存在或已过期，请重新上传文件",
  en: "This import does not exist or has expired. Upload the file again.",
};

type Owner = Pick<UserPrincipal, "tenantId" | "memberId">;

/** A stored import. Only the person who created it can find it. */
export type SheetImport = {
  id: string;
  fileId: string;
  name: string;
  titles: string[];
  mapping: (string | null)[] | null;
  keyField: string | null;
  state: ImportState;
  counts: ImportCounts | null;
  /** For how many seconds the import can be undone; 0 when it cannot be undone. */
  revertible: number;
};

const columns = sql`id, file_id as "fileId", name, titles, mapping, key_field as "keyField", state, counts,
  case when state = 'done' then greatest(0, floor(extract(epoch from done_at + make_interval(mins => ${undoMinutes}) - now())))::int else 0 end as "revertible"`;

/** The SQL condition for a person's imports into an entity. */
const ownImportCondition = ({ tenantId, memberId }: Owner, entity: EntityDefinition) =>
  sql`tenant_id = ${tenantId}::uuid and member_id = ${memberId}::uuid and entity = ${entityKey(entity)}`;

/** Stores the import of an uploaded sheet; returns the id of the import. */
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
    sql`select ${columns} from sheet_import where ${ownImportCondition(principal, entity)} and id = ${id}::uuid`,
  );
  if (row === undefined) throw new Problem("notFound", importNotFoundText);
  return row;
}

/** A person's import into an entity, locked until the transaction ends. @throws {Problem} notFound */
export async function lockImport(tx: Tx, principal: Owner, entity: EntityDefinition, id: string): Promise<SheetImport> {
  const [row] = await tx.rows<SheetImport>(
    sql`select ${columns} from sheet_import where ${ownImportCondition(principal, entity)} and id = ${id}::uuid for update`,
  );
  if (row === undefined) throw new Problem("notFound", importNotFoundText);
  return row;
}

/** The person's last mapping of columns with exactly these titles; undefined when there is none. */
export async function findLastMapping(
  { read }: Pick<Database, "read">,
  principal: Owner,
  entity: EntityDefinition,
  titles: readonly string[],
): Promise<Pick<SheetImport, "mapping" | "keyField"> | undefined> {
  const [row] = await read<Pick<SheetImport, "mapping" | "keyField">>(
    principal.tenantId,
    sql`select mapping, key_field as "keyField" from sheet_import
      where ${ownImportCondition(principal, entity)} and mapping is not null and titles = ${JSON.stringify(titles)}::jsonb order by created_at desc limit 1`,
  );
  return row;
}

/**
 * A checked row of a sheet. `rowId` and `version`: of the existing row; a row to add has an id of its own and no version. `values`: to write, by
 * field. `cells`: the texts of mapped columns. `problems`: by field, or "" for the whole row.
 */
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

/** Begins a check: deletes the rows of an earlier check. @throws {Problem} notFound; conflict when the rows are imported already */
export async function beginCheck(tx: Tx, owner: Owner, entity: EntityDefinition, id: string): Promise<void> {
  const { state } = await lockImport(tx, owner, entity, id);
  if (state === "done" || state === "reverted") throw new Problem("conflict", alreadyImportedText);
  await tx.rows(sql`delete from sheet_import_row where import_id = ${id}::uuid`);
}

/** Ends a check: stores its mapping and its counts. */
export const endCheck = (
  tx: Tx,
  id: string,
  { mapping, keyField, counts }: { mapping: readonly (string | null)[]; keyField: string | null; counts: ImportCounts },
): Promise<unknown> =>
  tx.rows(sql`update sheet_import set state = 'checked', mapping = ${JSON.stringify(mapping)}::jsonb, key_field = ${keyField},
    counts = ${JSON.stringify(counts)}::jsonb where id = ${id}::uuid`);

export const alreadyImportedText = {
  zh: "该文件已导入，请重新上传",
  en: "This file was imported already. Upload it again.",
};

/** The checked rows of an import with numbers above `after`, in the order of the file; of all states by default. */
export function readChecked(
  read: (query: ReturnType<typeof sql>) => Promise<CheckedRow[]>,
  id: string,
  { states, after, size }: { states?: readonly ImportRowState[]; after: number; size: number },
): Promise<CheckedRow[]> {
  const condition = states === undefined ? sql`true` : sql`state = any(${sql.param([...states])}::text[])`;
  return read(sql`select number, state, row_id as "rowId", version, "values", cells, problems from sheet_import_row
    where import_id = ${id}::uuid and number > ${after} and ${condition} order by number limit ${size}`);
}

/** A checked row without the properties that are only displayed. */
export type RowToWrite = Pick<CheckedRow, "number" | "state" | "rowId" | "version" | "values">;

/** The next rows that an import adds or updates, with numbers above `after`. */
export const readRowsToWrite = (
  tx: Tx,
  id: string,
  { after, size }: { after: number; size: number },
): Promise<RowToWrite[]> =>
  tx.rows(sql`select number, state, row_id as "rowId", version, "values" from sheet_import_row
    where import_id = ${id}::uuid and number > ${after} and state in ('add', 'update') order by number limit ${size}`);

/** Sets the state of an import; for `done` also the time, from which `undoMinutes` count. */
export async function setImportState(tx: Tx, id: string, state: "done" | "reverted"): Promise<void> {
  const time = state === "done" ? sql`, done_at = now()` : sql``;
  await tx.rows(sql`update sheet_import set state = ${state}${time} where id = ${id}::uuid`);
}

/** The maximum number of unfinished imports per person. */
const maxUnfinished = 10;

/** Deletes all but the newest unfinished imports of a person. Returns the storage keys of their files. */
export function deleteUnfinished(database: Database, { tenantId, memberId }: Owner): Promise<string[]> {
  return database.tenant(tenantId, async (tx) => {
    const files = await tx.rows<{ key: string }>(sql`with deleted as (
        delete from sheet_import where id in (
          select id from sheet_import where tenant_id = ${tenantId}::uuid and member_id = ${memberId}::uuid and state in ('uploaded', 'checked')
          order by created_at desc, id desc offset ${maxUnfinished}) returning file_id)
      select key from private_file where tenant_id = ${tenantId}::uuid and id in (select file_id from deleted)`);
    return files.map(({ key }) => key);
  });
}

/** Deletes the checked rows of imports a day after the upload, unless an import can still be undone. Returns the number of deleted rows. */
export const purgeImportRows = (tx: Tx, limit: number): Promise<number> =>
  deleteRows(
    tx,
    "sheet_import_row",
    sql`import_id in (select id from sheet_import where created_at < now() - interval '1 day'
      and (state <> 'done' or done_at < now() - make_interval(mins => ${undoMinutes})))`,
    limit,
  );

/** Deletes imports after 90 days. Until then, uploads with the same columns get their mapping. Returns the number of deleted imports. */
export const purgeImports = (tx: Tx, limit: number): Promise<number> =>
  deleteRows(tx, "sheet_import", sql`created_at < now() - interval '90 days'`, limit);
