import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { StoredPage } from "#kit/page.ts";
import type { Read } from "#server/postgres/database.server.ts";
import { type FindPage, type PublishedPage, shownCondition } from "./publish.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    publishedPages: PublishedPages;
  }
}

/** `find` returns the published page at a path (lower case, no trailing slash); undefined if there is none. */
export type PublishedPages = { find: FindPage };

/** The most characters of all documents in memory, as JSON; with its parsed form, a document takes about four times as many bytes. */
const maxCharacters = 4_000_000;
/** The most paths whose snapshots are remembered. */
const maxPaths = 5000;

/** The paths of pages that may answer a path, with the parameters: the path itself, `.../{key}`, `.../{key}/{id}` (B-031). */
export function pathPatternsOf(path: string): { path: string; params: Record<string, string> }[] {
  const parts = path.split("/");
  const [key, id] = parts.slice(-2) as [string, string];
  return [
    { path, params: {} },
    { path: [...parts.slice(0, -1), "{key}"].join("/"), params: { key: id } },
    { path: [...parts.slice(0, -2), "{key}", "{id}"].join("/"), params: { key, id } },
  ];
}

/**
 * Finds published pages. The database is always asked which snapshot a path shows; it sends the document only when this process does not have it.
 * Snapshots never change, so their documents are never outdated.
 */
export function createPublishedPages(): PublishedPages {
  const documents = new LRUCache<string, StoredPage>({
    maxSize: maxCharacters,
    sizeCalculation: (document) => JSON.stringify(document).length,
  });
  const snapshotIds = new LRUCache<string, string>({ max: maxPaths });

  async function find(read: Read, tenantId: string, path: string): Promise<PublishedPage | undefined> {
    const patterns = pathPatternsOf(path);
    const paths = sql.param(patterns.map((pattern) => pattern.path));
    const place = `${tenantId} ${path}`;
    const lastId = snapshotIds.get(place) ?? "";
    // Held while the database answers: the cache may evict it meanwhile.
    const lastDocument = documents.get(lastId);
    const heldId = lastDocument === undefined ? null : lastId;
    const [row] = await read<{ pageId: string; snapshotId: string; path: string; document: StoredPage | null }>(sql`
      select p.id as "pageId", s.id as "snapshotId", s.path, case when s.id is distinct from ${heldId}::uuid then s.document end as document
      from page_snapshot s join page p on p.tenant_id = s.tenant_id and p.id = s.page_id and p.snapshot_id = s.id
      where s.tenant_id = ${tenantId}::uuid and s.path = any(${paths}::text[]) and p.deleted_at is null and ${shownCondition(tenantId)}
      order by array_position(${paths}::text[], s.path), s.only_theme_id is null, s.created_at desc limit 1`);
    if (row === undefined) return undefined;
    const { pageId, snapshotId } = row;
    // A page with parameters stands at many paths: the one that was sent for another path has its parsed form.
    const document = row.document === null ? lastDocument! : (documents.get(snapshotId) ?? row.document);
    if (row.document !== null) {
      documents.set(snapshotId, document);
      snapshotIds.set(place, snapshotId);
    }
    const { params } = patterns.find((pattern) => pattern.path === row.path)!;
    return { pageId, document, params };
  }
  return { find };
}
