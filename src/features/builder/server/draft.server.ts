import { type SQL, sql } from "drizzle-orm";
import type { SystemPrincipal } from "#kit/access.ts";
import type { PageChange, PageDocument, StoredPage } from "#kit/page.ts";
import { Problem } from "#kit/problem.ts";
import type { LocalizedValue } from "#kit/text.ts";
import page from "#entities/page.ts";
import { statusOf } from "#records/site/publish.server.ts";
import { updateRow } from "#records/change/save.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { readPage, type ReadPage } from "#render/page/read-page.ts";
import type { Tx } from "#server/postgres/database.server.ts";

/** A page of the tenant as the builder works on it. */
export type DraftRow = ReadPage & {
  id: string;
  path: string;
  rev: number;
  /** False while nobody has saved anything: the document is then an empty one made for the occasion. */
  isStored: boolean;
  version: number;
  updatedAt: string;
};

type Stored = {
  id: string;
  path: string;
  title: LocalizedValue<string>;
  description: LocalizedValue<string> | null;
  document: StoredPage | null;
  rev: number;
  version: number;
  updatedAt: string;
};

const missing = { zh: "页面不存在", en: "Page not found" };

/** What a page that was only just made begins with. */
function emptyDocument({ title, description }: Pick<Stored, "title" | "description">): PageDocument {
  return { schema: 1, setting: { title, description: description ?? {}, showHead: true, showFoot: true }, records: {} };
}

/**
 * Reads a page's draft by its id within the transaction's tenant; nothing else in a request says whose it is (T-51).
 * `lock` keeps other saves waiting until this transaction ends.
 * @throws {Problem} notFound
 */
export async function readDraft(tx: Tx, tenantId: string, pageId: string, lock = false): Promise<DraftRow> {
  const end = lock ? sql` for update` : sql``;
  const [row] = await tx.rows<Stored>(sql`
    select id, path, title, description, document, rev, version, updated_at as "updatedAt"
    from page where tenant_id = ${tenantId}::uuid and id = ${pageId}::uuid and deleted_at is null${end}`);
  if (row === undefined) throw new Problem("notFound", missing);
  const { document, rev, id, path, version, updatedAt } = row;
  return {
    id,
    path,
    version,
    updatedAt,
    ...(document === null ? { page: emptyDocument(row), broken: [] } : readPage(document)),
    rev,
    isStored: document !== null,
  };
}

/** The document of page row as it is after `change`: what the change does not name stays byte for byte as somebody once wrote it. */
function patched(before: PageDocument, { records, setting }: PageChange): SQL {
  const removed = records.flatMap(({ id, after }) => (after === undefined ? [id] : []));
  const put = Object.fromEntries(records.flatMap(({ id, after }) => (after === undefined ? [] : [[id, after]])));
  const kept = sql`case jsonb_typeof(document -> 'records') when 'object' then document -> 'records' else '{}' end`;
  return sql`(coalesce(document, ${JSON.stringify({ setting: before.setting })}::jsonb)
    || jsonb_build_object('records', (${kept} - ${sql.param(removed)}::text[]) || ${JSON.stringify(put)}::jsonb)
    || ${JSON.stringify({ schema: 1, ...(setting && { setting: setting.after }) })}::jsonb)`;
}

/** Writes a change of the draft. Title and description stand in the page's row too, where lists and searches find them. */
export async function writeDraft(
  tx: Tx,
  program: RowContext<SystemPrincipal>,
  before: DraftRow,
  change: PageChange,
  rev: number,
): Promise<void> {
  const { tenantId } = program.who;
  if (change.setting !== undefined) {
    const { title, description } = change.setting.after;
    const { version } = before;
    await updateRow(tx, program, page, {
      id: before.id,
      version,
      values: { title, description },
    });
  }
  const content = patched(before.page, change);
  await tx.rows(sql`update page set document = ${content}, rev = ${rev},
    status = case when snapshot_id is null then status else ${statusOf(content, sql`page.snapshot_id`)} end, version = version + 1, updated_at = now()
    where tenant_id = ${tenantId}::uuid and id = ${before.id}::uuid`);
}
