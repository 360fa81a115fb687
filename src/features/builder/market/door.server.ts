import { type SQL, sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { MarketDocument, ThemeColors } from "#kit/market-document.ts";
import { type MarketKind, marketLimits, type MarketState } from "#kit/market.ts";
import { Problem } from "#kit/problem.ts";
import { fileKindAt } from "#kit/stored-file.ts";
import type { LocalizedValue, Text } from "#kit/text.ts";
import marketItem from "#entities/marketItem.ts";
import { addFile } from "#records/files/quota.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { entriesFor, fold, searchColumns } from "#records/query/search.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { spaceName } from "#records/site/site.server.ts";
import type { StoredUpload } from "#server/files/files.server.ts";
import type { Read, Tx } from "#server/postgres/database.server.ts";
import { marketTag } from "#server/postgres/tags.server.ts";
import { newId } from "#server/process/id.server.ts";
import { cleanDocument, withFiles } from "./clean-document.server.ts";

/**
 * The one way on which content goes from one space to another. What others see are copies (`market_offer`, `market_edition`), which only `putOffer`
 * writes, after a review. Whoever takes one gets it cleaned once more (`clean.server.ts`), with copies of its files. Rows of a space are read by nobody
 * else, except by those who review what was submitted (docs/decisions/087-market.md).
 */

/** An item as a space sees it: one of its own in any state, or one that another space offers. */
export type MarketEntry = {
  id: string;
  tenantId: string;
  kind: MarketKind;
  classId: string;
  widgetId: string;
  name: LocalizedValue<string>;
  intro: LocalizedValue<string>;
  image: string;
  languages: string;
  records: number;
  /** The number of pages that come with a theme. */
  pages: number;
  colors: ThemeColors | null;
  edition: number;
  state: MarketState;
  isPlatform: boolean;
  spaceName: Text;
  uses: number;
  reason: string;
  updatedAt: string;
  isOwn: boolean;
};

/** What to list. `scope`: only own items. */
export type MarketFilter = {
  kinds?: readonly MarketKind[] | undefined;
  classId?: string | undefined;
  widgetId?: string | undefined;
  keyword?: string | undefined;
  scope?: "all" | "own" | undefined;
};

/** Who looks: somebody in a space, or a visitor, for whom no item is one of their own. */
type Reader = UserPrincipal | { kind: "visitor"; tenantId: string };
type DatabaseOnly = Pick<Services, "database">;

export const itemNotFound = (): Problem =>
  new Problem("notFound", { zh: "市场项目不存在或已下架", en: "This market item does not exist or was withdrawn" });
const tooLarge = {
  zh: "此项目的文件过大，无法复制",
  en: "The files of this item are too large to be copied",
};

/** The scope and the field of entries of the search index. */
const searchScope = ["market", "text"] as const;
const searchText = sql`lower(concat_ws(E'\n', o.name ->> 'zh', o.name ->> 'en', o.intro ->> 'zh', o.intro ->> 'en'))`;

const offerColumnsOf = (
  edition: SQL,
) => sql`o.id, o.tenant_id as "tenantId", o.kind, o.class_id as "classId", o.widget_id as "widgetId", o.name, o.intro, o.image,
  o.languages, o.records, o.pages, o.colors, ${edition} as edition, 'offered'::text as state, o.is_platform as "isPlatform", o.space_name as "spaceName", o.uses,
  ''::text as reason, o.offered_at as "updatedAt", false as "isOwn"`;
const offerColumns = offerColumnsOf(sql`o.edition`);
const itemColumns = sql`i.id, i.tenant_id as "tenantId", i.kind, i.class_id as "classId", i.widget_id as "widgetId", i.name,
  coalesce(i.intro, '{}'::jsonb) as intro, coalesce(i.image, '') as image, i.languages, i.records, i.pages, i.colors, i.edition::int as edition, i.state,
  false as "isPlatform", '{"zh":"","en":""}'::jsonb as "spaceName",
  coalesce((select uses from market_offer where id = i.id), 0) as uses, coalesce(i.reason, '') as reason, i.updated_at as "updatedAt",
  true as "isOwn"`;

/** Items of others, and those of the program. */
const fromOthers = ({ tenantId }: Reader): SQL => sql`(o.tenant_id <> ${tenantId}::uuid or o.hash is not null)`;
/** Items of the space of a person, as far as the person may read them. */
const ownItems = (reader: Reader): SQL =>
  reader.kind === "visitor" || !viewOf(reader, marketItem).may.has("read")
    ? sql`false`
    : sql`${permittedRowsSql(reader, marketItem, "read")} and i.state <> 'withdrawn'`;

function conditionsOf(alias: "o" | "i", { kinds, classId, widgetId, keyword }: MarketFilter): SQL {
  const column = (name: string) => sql`${sql.identifier(alias)}.${sql.identifier(name)}`;
  const conditions = [sql`true`];
  if (kinds !== undefined) conditions.push(sql`${column("kind")} = any(${sql.param([...kinds])}::text[])`);
  if (classId !== undefined) conditions.push(sql`${column("class_id")} = ${classId}`);
  if (widgetId !== undefined) conditions.push(sql`${column("widget_id")} = ${widgetId}`);
  const text = fold(keyword ?? "").trim();
  if (text !== "") {
    const entries = entriesFor(...searchScope, text);
    // Own items are few, and have no entries of this index.
    if (alias === "i") conditions.push(sql`position(${text} in lower(i.name::text)) > 0`);
    else conditions.push(sql`o.grams @> ${sql.param(entries)}::bigint[]`, sql`position(${text} in ${searchText}) > 0`);
  }
  return sql.join(conditions, sql` and `);
}

/** The items that a space sees, the newest first, and their number. */
export async function listEntries(
  { database }: DatabaseOnly,
  reader: Reader,
  filter: MarketFilter,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
): Promise<{ total: number; rows: MarketEntry[] }> {
  const own = (columns: SQL) =>
    sql`select ${columns} from market_item i where ${ownItems(reader)} and ${conditionsOf("i", filter)}`;
  const others = (columns: SQL) =>
    sql`select ${columns} from market_offer o where ${fromOthers(reader)} and ${conditionsOf("o", filter)}`;
  const both = (of: { item: SQL; offer: SQL }) =>
    filter.scope === "own" ? own(of.item) : sql`${own(of.item)} union all ${others(of.offer)}`;
  const [rows, [count]] = await Promise.all([
    database.read<MarketEntry>(
      "*",
      sql`select * from (${both({ item: itemColumns, offer: offerColumns })}) as entry
        order by "updatedAt" desc, id limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`,
    ),
    database.read<{ total: number }>(
      "*",
      sql`select count(*)::int as total from (${both({ item: sql`1`, offer: sql`1` })}) as entry`,
    ),
  ]);
  return { total: count!.total, rows };
}

/** An item with the content of one edition, as its space stored it. */
export type MarketItem = { entry: MarketEntry; document: MarketDocument };

/** Why somebody may see an item that is not offered. */
type ItemAccess = "space" | "reviewer" | "address";

/**
 * An item that a space sees, in its last edition or another one that was offered. Undefined for any other item, whatever it is (T-52). `access`: a
 * reviewer sees what other spaces have submitted, too; whoever was given the address of this very edition sees it.
 */
export async function findItem(
  { database }: DatabaseOnly,
  reader: Reader,
  { id, edition, access = "space" }: { id: string; edition?: number | undefined; access?: ItemAccess },
): Promise<MarketItem | undefined> {
  const isEdition = edition === undefined ? sql`true` : sql`i.edition = ${edition}`;
  const visible = {
    space: ownItems(reader),
    reviewer: sql`(i.state = 'review' and i.deleted_at is null)`,
    address: sql`(i.state <> 'withdrawn' and i.deleted_at is null)`,
  };
  const [own] = await database.read<MarketEntry & { document: MarketDocument }>(
    "*",
    sql`select ${itemColumns}, i.document from market_item i where i.id = ${id}::uuid and i.document is not null
      and ${visible[access]} and ${isEdition}`,
  );
  if (own !== undefined) return itemOf(own);
  const [offered] = await database.read<MarketEntry & { document: MarketDocument }>(
    "*",
    sql`select ${offerColumnsOf(sql`e.edition`)}, e.document from market_offer o join market_edition e on e.offer_id = o.id
      where o.id = ${id}::uuid and e.edition = ${edition === undefined ? sql`o.edition` : sql`${edition}`}`,
  );
  return offered && itemOf(offered);
}

const itemOf = ({ document, ...entry }: MarketEntry & { document: MarketDocument }): MarketItem => ({
  entry,
  document,
});

/** The current editions of items that a space sees, by id. */
export async function currentEditions(
  { database }: DatabaseOnly,
  reader: Reader,
  ids: readonly string[],
): Promise<MarketEntry[]> {
  const isListed = sql`any(${sql.param([...ids])}::uuid[])`;
  return database.read<MarketEntry>(
    "*",
    sql`select ${itemColumns} from market_item i where ${ownItems(reader)} and i.id = ${isListed}
      union all select ${offerColumns} from market_offer o where ${fromOthers(reader)} and o.id = ${isListed}`,
  );
}

/** An item that waits for its review. `version`: that of its row, which the decision names. */
export type Submission = {
  id: string;
  version: number;
  kind: MarketKind;
  classId: string;
  name: LocalizedValue<string>;
  intro: LocalizedValue<string>;
  image: string;
  languages: string;
  records: number;
  pages: number;
  edition: number;
  offeredEdition: number | null;
  spaceName: Text;
  submittedAt: string;
};

/** The items that wait, the oldest first. */
export async function listSubmissions(
  { database }: DatabaseOnly,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
): Promise<{ total: number; rows: Submission[] }> {
  const waiting = sql`i.submitted_at is not null and i.state = 'review' and i.deleted_at is null`;
  const [rows, [count]] = await Promise.all([
    database.read<Submission>(
      "*",
      sql`select i.id, i.version, i.kind, i.class_id as "classId", i.name, coalesce(i.intro, '{}'::jsonb) as intro, coalesce(i.image, '') as image,
          i.languages, i.records, i.pages, i.edition::int as edition, i.offered_edition::int as "offeredEdition", ${spaceName} as "spaceName",
          i.submitted_at as "submittedAt"
        from market_item i join tenant t on t.id = i.tenant_id where ${waiting}
        order by i.submitted_at, i.id limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`,
    ),
    database.read<{ total: number }>("*", sql`select count(*)::int as total from market_item i where ${waiting}`),
  ]);
  return { total: count!.total, rows };
}

/** Runs a review of an item that waits, in a transaction for its space. @throws {Problem} notFound for any other item */
export function reviewInItsSpace<T>(
  { database }: DatabaseOnly,
  id: string,
  review: (tx: Tx, tenantId: string) => Promise<T>,
): Promise<T> {
  return database.system(async (tx) => {
    const [owner] = await tx.rows<{ tenantId: string }>(
      sql`select tenant_id as "tenantId" from market_item where id = ${id}::uuid and state = 'review' and deleted_at is null`,
    );
    if (owner === undefined) throw itemNotFound();
    return tx.inSpace(owner.tenantId, () => review(tx, owner.tenantId));
  });
}

type FileRow = Omit<StoredUpload, "key" | "type"> & { milliseconds: number | null };

/** The stored files with these keys that a space owns. Not its fonts, whose licence is for the space. */
async function filesOf(read: Read, tenantId: string, keys: readonly string[]): Promise<FileRow[]> {
  if (keys.length === 0) return [];
  const paths = keys.map((key) => `/files/${key}`);
  return read<FileRow>(
    sql`select path as url, name, size::float8 as size, file_type as kind, sha256, width::int as width, height::int as height, milliseconds
      from storage_file where tenant_id = ${tenantId}::uuid and path = any(${sql.param(paths)}::text[]) and deleted_at is null
        and file_type <> 'font'`,
  );
}

/** The keys that are stored files of a space. */
export async function ownedKeys(read: Read, tenantId: string, keys: readonly string[]): Promise<Set<string>> {
  return new Set((await filesOf(read, tenantId, keys)).map(({ url }) => url.slice("/files/".length)));
}

/** Copies a file into the space of a person, unless it has one of the same content. Undefined when the bytes are gone. */
async function copyFile(services: Services, principal: UserPrincipal, file: FileRow): Promise<string | undefined> {
  const { tenantId } = principal;
  const [same] = await services.database.read<{ url: string }>(
    tenantId,
    sql`select path as url from storage_file where tenant_id = ${tenantId}::uuid and size = ${file.size} and sha256 = ${file.sha256}
      and deleted_at is null limit 1`,
  );
  if (same !== undefined) return same.url;
  const { milliseconds, width, height, ...facts } = file;
  const original = {
    ...facts,
    key: file.url.slice("/files/".length),
    type: "application/octet-stream",
    ...(width === null || width === undefined ? {} : { width }),
    ...(height === null || height === undefined ? {} : { height }),
    ...(milliseconds === null ? {} : { duration: milliseconds / 1000 }),
  };
  const copied = await services.files.copy(original, (stored) => addFile(services, principal, stored));
  return copied?.url;
}

/**
 * The content of an item for the space of a person: cleaned, with copies of its files among those of the space. A file that its owner has deleted is left
 * out.
 * @throws {Problem} payloadTooLarge beyond the limits of an item or the quota of the space
 */
export async function takeDocument(
  services: Services,
  principal: UserPrincipal,
  { entry, document }: MarketItem,
): Promise<MarketDocument> {
  const cleaned = cleanDocument(document);
  const readOwner: Read = (query) => services.database.read(entry.tenantId, query);
  const files = await filesOf(readOwner, entry.tenantId, [...cleaned.files.keys()]);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (files.length > marketLimits.files || bytes > marketLimits.fileBytes)
    throw new Problem("payloadTooLarge", tooLarge);
  const newKeys = new Map<string, string>();
  for (const file of files.filter(({ url }) => fileKindAt(url) !== undefined)) {
    const url = entry.tenantId === principal.tenantId ? file.url : await copyFile(services, principal, file);
    if (url !== undefined) newKeys.set(file.url.slice("/files/".length), url.slice("/files/".length));
  }
  return withFiles(cleaned.document, newKeys);
}

/** Counts that an item was taken. */
export async function countUse({ database }: DatabaseOnly, id: string): Promise<void> {
  await database.system((tx) => tx.rows(sql`update market_offer set uses = uses + 1 where id = ${id}::uuid`));
}

/** What an offer shows besides its content. `hash`: of an item of the program. */
export type Offer = Pick<
  MarketEntry,
  "id" | "kind" | "classId" | "widgetId" | "name" | "intro" | "image" | "languages" | "records" | "pages"
> & {
  tenantId: string;
  colors: ThemeColors | null;
  edition: number;
  isPlatform: boolean;
  hash?: string;
  document: MarketDocument;
};

/** Accepted editions that stay of an item, so that those who took one can see what has changed since. */
const editionLimit = 20;

/** Lets every space see an edition of an item. The transaction must be one for the space of the item. */
export async function putOffer(tx: Tx, offer: Offer): Promise<void> {
  const { id, tenantId, kind, classId, widgetId, name, intro, image, languages, records, pages, colors, edition } =
    offer;
  const { search } = searchColumns({ searchable: [searchScope[1]] }, searchScope[0], {
    [searchScope[1]]: [...Object.values(name), ...Object.values(intro)],
  });
  const [space] = await tx.rows<{ name: Text }>(
    sql`select ${spaceName} as name from tenant t where t.id = ${tenantId}::uuid`,
  );
  await tx.rows(sql`insert into market_offer (id, tenant_id, kind, class_id, widget_id, name, intro, image, languages, records, pages, colors, edition,
      space_name, is_platform, hash, grams)
    values (${id}::uuid, ${tenantId}::uuid, ${kind}, ${classId}, ${widgetId}, ${JSON.stringify(name)}::jsonb, ${JSON.stringify(intro)}::jsonb, ${image},
      ${languages}, ${records}, ${pages}, ${JSON.stringify(colors)}::jsonb, ${edition}, ${JSON.stringify(space?.name ?? { zh: "", en: "" })}::jsonb,
      ${offer.isPlatform}, ${offer.hash ?? null}, ${sql.param(search)}::bigint[])
    on conflict (id) do update set kind = excluded.kind, class_id = excluded.class_id, widget_id = excluded.widget_id, name = excluded.name,
      intro = excluded.intro, image = excluded.image, languages = excluded.languages, records = excluded.records, pages = excluded.pages, colors = excluded.colors,
      edition = excluded.edition, space_name = excluded.space_name, is_platform = excluded.is_platform, hash = excluded.hash,
      grams = excluded.grams, offered_at = now()`);
  await tx.rows(sql`insert into market_edition (id, tenant_id, offer_id, edition, document)
    values (${newId()}::uuid, ${tenantId}::uuid, ${id}::uuid, ${edition}, ${JSON.stringify(offer.document)}::jsonb)
    on conflict (offer_id, edition) do update set document = excluded.document`);
  await tx.rows(sql`delete from market_edition where offer_id = ${id}::uuid and edition <= ${edition - editionLimit}`);
  await tx.notifyChanged(marketTag);
}

/** Takes an item away from all other spaces. What they took before stays theirs. */
export async function removeOffer(tx: Tx, { tenantId, id }: { tenantId: string; id: string }): Promise<void> {
  await tx.rows(sql`delete from market_offer where tenant_id = ${tenantId}::uuid and id = ${id}::uuid`);
  await tx.notifyChanged(marketTag);
}
