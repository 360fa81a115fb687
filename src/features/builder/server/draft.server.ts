import { sql } from "drizzle-orm";
import type { PageDocument } from "#kit/page.ts";
import { Problem } from "#kit/problem.ts";
import { isSame } from "#kit/same.ts";
import type { LocalizedValue } from "#kit/text.ts";
import { entityOf } from "#records/registry/definitions.server.ts";
import { statusOf } from "#records/site/publish.server.ts";
import { updateRow } from "#records/change/save.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

/** A page of the tenant as the builder works on it. */
export type DraftRow = {
  id: string;
  path: string;
  document: PageDocument;
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
  document: PageDocument | null;
  rev: number | null;
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
    document: document ?? emptyDocument(row),
    rev: rev ?? 0,
    isStored: document !== null,
  };
}

/** Writes the draft back. Title and description stand in the page's row too, where lists and searches find them. */
export async function writeDraft(
  tx: Tx,
  tenantId: string,
  before: DraftRow,
  document: PageDocument,
  rev: number,
): Promise<void> {
  const { title, description } = document.setting;
  if (!isSame(before.document.setting, document.setting)) {
    const { version } = before;
    await updateRow(tx, { kind: "system", tenantId }, entityOf("page"), {
      id: before.id,
      version,
      values: { title, description },
    });
  }
  const content = sql`${JSON.stringify(document)}::jsonb`;
  await tx.rows(sql`update page set document = ${content}, rev = ${rev},
    status = case when snapshot_id is null then status else ${statusOf(content, sql`page.snapshot_id`)} end, version = version + 1, updated_at = now()
    where tenant_id = ${tenantId}::uuid and id = ${before.id}::uuid`);
}
