import { type SQL, sql } from "drizzle-orm";
import type { Principal, SystemPrincipal, Verb } from "#kit/access.ts";
import type { PageChange, PageDocument, StoredPage } from "#kit/page.ts";
import { Problem } from "#kit/problem.ts";
import type { LocalizedValue } from "#kit/text.ts";
import page from "#entities/page.ts";
import { type LockedRow, lockRows } from "#records/change/patch.server.ts";
import { updateLockedRow } from "#records/change/save.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { allows, hasAllFields } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { readPage, type ReadPage } from "#render/page/read-page.ts";
import type { Database, Tx } from "#server/postgres/database.server.ts";
import { draftTag } from "#server/postgres/tags.server.ts";

/** The draft of a page. */
export type DraftRow = ReadPage & {
  id: string;
  path: string;
  rev: number;
  /** False before the first save; until then `page` is empty. */
  isStored: boolean;
  updatedAt: string;
};

/** A draft whose row is locked by this transaction. */
export type LockedDraft = DraftRow & { lockedRow: LockedRow<typeof page> };

type PageRow = {
  id: string;
  path: string;
  title: LocalizedValue<string>;
  description: LocalizedValue<string> | null;
  document: StoredPage | null;
  rev: number;
  updatedAt: string;
};

const notFoundText = { zh: "页面不存在", en: "Page not found" };

/** SQL condition of the page, if the principal may use the verb on it. */
export const permittedPageSql = (principal: Principal, pageId: string, verb: Verb) =>
  sql`${permittedRowsSql(principal, page, verb)} and id = ${pageId}::uuid`;

/** The document of a page that was never saved in the builder. */
function emptyDocument({ title, description }: Pick<PageRow, "title" | "description">): PageDocument {
  return { schema: 1, setting: { title, description: description ?? {}, showHead: true, showFoot: true }, records: {} };
}

/**
 * Reads a page's draft by its id, if the principal may use the verb on it. Nothing else in a request identifies the page (T-51).
 * @throws {Problem} notFound
 */
export async function readDraft(
  tx: Tx,
  principal: Principal,
  pageId: string,
  verb: "read" | "update" | "editContent" = "read",
): Promise<DraftRow> {
  const [row] = await tx.rows<PageRow>(sql`
    select id, path, title, description, document, rev, updated_at as "updatedAt"
    from page where ${permittedPageSql(principal, pageId, verb)}`);
  if (row === undefined) throw new Problem("notFound", notFoundText);
  const { document, rev, id, path, updatedAt } = row;
  return {
    id,
    path,
    updatedAt,
    ...(document === null ? { page: emptyDocument(row), broken: [] } : readPage(document)),
    rev,
    isStored: document !== null,
  };
}

/**
 * Runs something in a transaction on a page whose content the principal may edit; `run` gets its path and title, without its document.
 * @throws {Problem} notFound
 */
export const onEditablePage = <T>(
  { database, principal }: { database: Pick<Database, "tenant">; principal: Principal },
  pageId: string,
  run: (tx: Tx, page: Pick<PageRow, "path" | "title">) => Promise<T>,
): Promise<T> =>
  database.tenant(principal.tenantId, async (tx) => {
    const [row] = await tx.rows<Pick<PageRow, "path" | "title">>(
      sql`select path, title from page where ${permittedPageSql(principal, pageId, "editContent")}`,
    );
    if (row === undefined) throw new Problem("notFound", notFoundText);
    return run(tx, row);
  });

/** The revision of a page's draft. @throws {Problem} notFound if there is no such page whose content the principal may edit */
export async function readRev({ read }: Pick<Database, "read">, principal: Principal, pageId: string): Promise<number> {
  const [row] = await read<{ rev: number }>(
    principal.tenantId,
    sql`select rev from page where ${permittedPageSql(principal, pageId, "editContent")}`,
  );
  if (row === undefined) throw new Problem("notFound", notFoundText);
  return row.rev;
}

/** Whether `principal` may change more of a page than its content. */
export async function mayUpdateWhole(tx: Tx, principal: Principal, pageId: string): Promise<boolean> {
  if (!allows(principal, page, "update") || !hasAllFields(principal, page, "update")) return false;
  const rows = await tx.rows(sql`select 1 from page where ${permittedPageSql(principal, pageId, "update")}`);
  return rows.length > 0;
}

/**
 * Reads a draft of a page that `principal` may change, or whose content they may edit, and locks it until the transaction ends.
 * @throws {Problem} notFound
 */
export async function lockDraft(
  tx: Tx,
  principal: Principal,
  pageId: string,
  verb: "update" | "editContent" = "update",
): Promise<LockedDraft> {
  // The statements of a transaction run in the order in which they are sent. So the second one, which reads the draft, sees the changes committed
  // while the first one waited for the lock.
  const [[lockedRow], draft] = await Promise.all([
    lockRows(tx, page, permittedPageSql(principal, pageId, verb)),
    readDraft(tx, principal, pageId, verb),
  ]);
  if (lockedRow === undefined) throw new Problem("notFound", notFoundText);
  return { ...draft, lockedRow };
}

/** SQL for the page's document after `change`; its other content stays as stored. */
function documentAfter(before: PageDocument, { records, setting }: PageChange): SQL {
  const removedIds = records.flatMap(({ id, after }) => (after === undefined ? [id] : []));
  const changedRecords = Object.fromEntries(
    records.flatMap(({ id, after }) => (after === undefined ? [] : [[id, after]])),
  );
  const storedRecords = sql`case jsonb_typeof(document -> 'records') when 'object' then document -> 'records' else '{}' end`;
  return sql`(coalesce(document, ${JSON.stringify({ setting: before.setting })}::jsonb)
    || jsonb_build_object('records', (${storedRecords} - ${sql.param(removedIds)}::text[]) || ${JSON.stringify(changedRecords)}::jsonb)
    || ${JSON.stringify({ schema: 1, ...(setting && { setting: setting.after }) })}::jsonb)`;
}

/** The status of a page after its document becomes the SQL expression `newDocument`. The status of an unpublished page does not change. */
async function statusOf(tx: Tx, { tenantId, row }: LockedRow<typeof page>, newDocument: SQL): Promise<string> {
  if (row.snapshotId === null) return row.status;
  // `newDocument` refers to the page's columns without a table, so it has to stay in a subquery of `page` alone.
  const [match] = await tx.rows<{ isEqual: boolean }>(sql`
    select s.document = (select ${newDocument} from page where tenant_id = ${tenantId}::uuid and id = ${row.id}::uuid and deleted_at is null) as "isEqual"
    from page_snapshot s where s.tenant_id = ${tenantId}::uuid and s.id = ${row.snapshotId}::uuid`);
  return match?.isEqual === true ? "published" : "changed";
}

/** Writes a change of the draft as revision `rev`. Copies title and description to the page's row, for lists and searches. */
export async function writeDraft(
  tx: Tx,
  program: RowContext<SystemPrincipal>,
  { page: before, lockedRow }: LockedDraft,
  change: PageChange,
  rev: number,
): Promise<void> {
  const document = documentAfter(before, change);
  const { setting } = change;
  const texts = setting && { title: setting.after.title, description: setting.after.description };
  await updateLockedRow(tx, program, page, lockedRow, {
    version: lockedRow.row.version,
    values: { ...texts, status: await statusOf(tx, lockedRow, document) },
    internal: { document, rev },
  });
  await tx.notifyChanged(draftTag(lockedRow.tenantId, lockedRow.row.id));
}
