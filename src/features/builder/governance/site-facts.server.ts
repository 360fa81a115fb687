import { sql } from "drizzle-orm";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import { isProgramPath, normalizePagePath, pageAliases } from "#kit/page-path.ts";
import type { Site, ThemeFonts } from "#kit/site.ts";
import type { LocalizedValue } from "#kit/text.ts";
import { storedFont } from "#kit/theme-font.ts";
import { aliasOf, readSite } from "#records/site/site.server.ts";
import { pathPatternsOf } from "#records/site/published-pages.server.ts";
import type { Read } from "#server/postgres/database.server.ts";

/** Where a link within the site leads: to something that is there, to nothing, or to a page that stood there before and has another path now. */
export type LinkTarget = "found" | "missing" | { movedTo: string };

export type FileFacts = { bytes: number; alt: LocalizedValue<string> | null };
/** A font of the theme: a character of it has some bytes on average. */
export type FontFacts = { role: keyof ThemeFonts; bytesPerCharacter: number };

/** What checks ask about what a slice of values names: links and stored files. */
export type SiteFacts = {
  /** By the address as it is written; only addresses within the site. */
  links: ReadonlyMap<string, LinkTarget>;
  /** The paths of these links, and of the pages that aliases of the site show there. */
  paths: ReadonlySet<string>;
  /** By the id of the file. */
  files: ReadonlyMap<string, FileFacts>;
  /** The own fonts of the theme that the site has. */
  fonts: readonly FontFacts[];
  /** The entities of the space. */
  entities: EntityRegistry;
};

const filePattern = /\/files\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/g;

/** The ids of the stored files that a text names. */
export const fileIdsIn = (text: string): string[] => [...new Set([...text.matchAll(filePattern)].map(([, id]) => id!))];

/** The path of an address within the site, without query and fragment; undefined for others. */
export function sitePathOf(address: string): string | undefined {
  const trimmed = address.trim();
  if (!trimmed.startsWith("/") || trimmed.startsWith("//")) return undefined;
  const path = normalizePagePath(trimmed.split(/[?#]/, 1)[0]!);
  return pageAliases.get(path) ?? path;
}

/** The published paths among these, and for each of the others the path that the page which stood there has now. */
async function findPages(
  read: Read,
  tenantId: string,
  paths: readonly string[],
): Promise<{ published: ReadonlySet<string>; moved: ReadonlyMap<string, string> }> {
  const patterns = [...new Set(paths.flatMap((path) => pathPatternsOf(path).map((pattern) => pattern.path)))];
  const published = new Set(
    (
      await read<{ path: string }>(sql`select s.path from page_snapshot s
        join page p on p.tenant_id = s.tenant_id and p.id = s.page_id and p.snapshot_id = s.id
        where s.tenant_id = ${tenantId}::uuid and s.path = any(${sql.param(patterns)}::text[]) and p.deleted_at is null`)
    ).map(({ path }) => path),
  );
  const missing = paths.filter((path) => !published.has(path));
  const rows = await read<{
    from: string;
    to: string;
  }>(sql`select distinct on (s.path) s.path as "from", now.path as "to"
    from page_snapshot s join page p on p.tenant_id = s.tenant_id and p.id = s.page_id and p.deleted_at is null
      join page_snapshot now on now.tenant_id = p.tenant_id and now.id = p.snapshot_id
    where s.tenant_id = ${tenantId}::uuid and s.path = any(${sql.param(missing)}::text[]) and now.path <> s.path
    order by s.path, s.created_at desc`);
  return { published, moved: new Map(rows.map(({ from, to }) => [from, to])) };
}

/** What characters of the own fonts of a site weigh. */
async function readFonts(read: Read, { fonts = {} }: Site): Promise<FontFacts[]> {
  const roles = Object.entries(fonts) as [keyof ThemeFonts, string][];
  if (roles.length === 0) return [];
  const rows = await read<{ path: string; bytes: number }>(sql`select path, size::float8 as bytes from storage_file
    where id = any(${sql.param(roles.flatMap(([, url]) => fileIdsIn(url)))}::uuid[])`);
  return roles.flatMap(([role, url]) => {
    const bytes = rows.find(({ path }) => path === url)?.bytes ?? 0;
    return [{ role, bytesPerCharacter: bytes / Math.max(1, storedFont(url)?.characters ?? 1) }];
  });
}

/** Reads what there is of the addresses and files that a slice names. */
export async function readFacts(
  read: Read,
  tenantId: string,
  { addresses, fileIds }: { addresses: readonly string[]; fileIds: readonly string[] },
): Promise<Omit<SiteFacts, "entities">> {
  const files = await read<FileFacts & { id: string }>(sql`select id, size::float8 as bytes, alt from storage_file
    where id = any(${sql.param([...new Set(fileIds)])}::uuid[])`);
  const byId = new Map(files.map(({ id, ...facts }) => [id, facts]));
  const site = await readSite(read, tenantId);
  const paths = new Map<string, string>();
  for (const address of addresses) {
    const path = sitePathOf(address);
    if (path !== undefined) paths.set(address, aliasOf(site, path) ?? path);
  }
  const { published, moved } = await findPages(read, tenantId, [...new Set(paths.values())]);
  const targetOf = (path: string): LinkTarget => {
    if (path.startsWith("/files/")) return fileIdsIn(path).every((id) => byId.has(id)) ? "found" : "missing";
    if (isProgramPath(path) || pathPatternsOf(path).some((pattern) => published.has(pattern.path))) return "found";
    const movedTo = moved.get(path);
    return movedTo === undefined || movedTo.includes("{") ? "missing" : { movedTo };
  };
  const linkedPaths = [...paths.keys()].flatMap((address) => sitePathOf(address) ?? []);
  return {
    links: new Map([...paths].map(([address, path]) => [address, targetOf(path)])),
    paths: new Set([...linkedPaths, ...paths.values()]),
    files: byId,
    fonts: await readFonts(read, site),
  };
}
