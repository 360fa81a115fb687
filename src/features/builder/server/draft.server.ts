import { type SQL, sql } from "drizzle-orm";
import type { Principal, SystemPrincipal, Verb } from "#kit/access.ts";
import type { PageChange, PageDocument, StoredPage } from "#kit/page.ts";
import { Problem } from "#kit/problem.ts";
import type { LocalizedValue } from "#kit/text.ts";
import page from "#entities/page.ts";
import { type LockedRow, lockRows } from "#records/change/patch.server.ts";
import { updateLockedRow } from "#records/change/save.server.ts";
import { rowsFor } from "#records/query/row.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { readPage, type ReadPage } from "#render/page/read-page.ts";
import type { Tx } from "#server/postgres/database.server.ts";

/** The draft of a page. */
export type DraftRow = ReadPage & {
  id: string;
  path: string;
  rev: number;
  /** False until the first save: the document is then new and empty. */
  isStored: boolean;
  updatedAt: string;
};

/** A draft whose row is locked by this transaction. */
export type LockedDraft = DraftRow & { locked: LockedRow<typeof page> };

type Stored = {
  id: string;
  path: string;
  title: LocalizedValue<string>;
  description: LocalizedValue<string> | null;
  document: StoredPage | null;
  rev: number;
  updatedAt: string;
};

const notFoundText = { zh: "页面不存在", en: "Page not found" };

const draftOf = (principal: Principal, pageId: string, verb: Verb) =>
  sql`${rowsFor(principal, page, verb)} and id = ${pageId}::uuid`;

/** The document of a new page. */
function emptyDocument({ title, description }: Pick<Stored, "title" | "description">): PageDocument {
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
  verb: "read" | "update" = "read",
): Promise<DraftRow> {
  const [row] = await tx.rows<Stored>(sql`
    select id, path, title, description, document, rev, updated_at as "updatedAt"
    from page where ${draftOf(principal, pageId, verb)}`);
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

/** Reads a draft of a page that `principal` may change and locks it until the transaction ends. @throws {Problem} notFound */
export async function lockDraft(tx: Tx, principal: Principal, pageId: string): Promise<LockedDraft> {
  // A separate statement, to see what was committed while the first one waited for the lock.
  const [[locked], draft] = await Promise.all([
    lockRows(tx, page, draftOf(principal, pageId, "update")),
    readDraft(tx, principal, pageId, "update"),
  ]);
  if (locked === undefined) throw new Problem("notFound", notFoundText);
  return { ...draft, locked };
}

/** SQL for the page's document after `change`: everything else in it stays as stored. */
function documentAfter(before: PageDocument, { records, setting }: PageChange): SQL {
  const removed = records.flatMap(({ id, after }) => (after === undefined ? [id] : []));
  const changedRecords = Object.fromEntries(
    records.flatMap(({ id, after }) => (after === undefined ? [] : [[id, after]])),
  );
  const storedRecords = sql`case jsonb_typeof(document -> 'records') when 'object' then document -> 'records' else '{}' end`;
  return sql`(coalesce(document, ${JSON.stringify({ setting: before.setting })}::jsonb)
    || jsonb_build_object('records', (${storedRecords} - ${sql.param(removed)}::text[]) || ${JSON.stringify(changedRecords)}::jsonb)
    || ${JSON.stringify({ schema: 1, ...(setting && { setting: setting.after }) })}::jsonb)`;
}

/** The status of a page whose document is the SQL expression `content`: unpublished, published, or changed since. */
async function statusOf(tx: Tx, { tenantId, row }: LockedRow<typeof page>, content: SQL): Promise<string> {
  if (row.snapshotId === null) return row.status;
  // `content` refers to the page's columns without a table, so it has to stay in a subquery of `page` alone.
  const [match] = await tx.rows<{ isShown: boolean }>(sql`
    select s.document = (select ${content} from page where tenant_id = ${tenantId}::uuid and id = ${row.id}::uuid and deleted_at is null) as "isShown"
    from page_snapshot s where s.tenant_id = ${tenantId}::uuid and s.id = ${row.snapshotId}::uuid`);
  return match?.isShown === true ? "published" : "changed";
}

/** Writes a change of the draft. Title and description are copied to the page's row, for lists and searches. */
export async function writeDraft(
  tx: Tx,
  program: RowContext<SystemPrincipal>,
  { page: before, locked }: LockedDraft,
  change: PageChange,
  rev: number,
): Promise<void> {
  const document = documentAfter(before, change);
  const { setting } = change;
  const texts = setting && { title: setting.after.title, description: setting.after.description };
  await updateLockedRow(tx, program, page, locked, {
    version: locked.row.version,
    values: { ...texts, status: await statusOf(tx, locked, document) },
    internal: { document, rev },
  });
}
