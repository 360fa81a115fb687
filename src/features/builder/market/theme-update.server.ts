import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { type ThemeOrigin, type ThemePage, themePagesOf } from "#kit/market-document.ts";
import { invert, type PageChange } from "#kit/page.ts";
import { freePagePath } from "#kit/page-path.ts";
import { Problem } from "#kit/problem.ts";
import { isSame } from "#kit/same.ts";
import type { Text } from "#kit/text.ts";
import page from "#entities/page.ts";
import theme from "#entities/theme.ts";
import { type LockedRow, lockRows, patchRows } from "#records/change/patch.server.ts";
import { notFoundText } from "#records/change/refusals.server.ts";
import { updateLockedRow } from "#records/change/save.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import { withLinks } from "#records/site/site-templates.server.ts";
import { claimRequestEffect } from "#server/http/idempotency.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { rowExistenceTag } from "#server/postgres/tags.server.ts";
import { newId } from "#server/process/id.server.ts";
import { type DraftRow, readDraft } from "#features/builder/server/draft.server.ts";
import { savePage } from "#features/builder/server/save-page.server.ts";
import { addThemePage } from "#features/builder/server/theme-draft.server.ts";
import { cleanDocument } from "./clean-document.server.ts";
import { countUse, findItem, type MarketEntry, type MarketItem, takeDocument } from "./door.server.ts";
import { asNewPage, type TakenPage, withoutPages } from "./take-theme.server.ts";
import { type ThemeChanges, themeChanges, type ThemeEdition } from "./theme-changes.server.ts";

type Context = Pick<CallContext<UserPrincipal>, "principal" | "services" | "entities">;
type Theme = { row: LockedRow<typeof theme>; origin: ThemeOrigin | null };

const texts = {
  none: { zh: "此主题没有新版本", en: "There is no later version of this theme" },
  nothing: { zh: "没有可撤销的更新", en: "There is no update to undo" },
  changed: {
    zh: "更新之后主题或页面又有修改，不能再撤销",
    en: "The theme or its pages have changed since the update, so it cannot be undone",
  },
} satisfies Record<string, Text>;

/** A theme that the person may read, or change, with its origin; locked until the transaction ends. @throws {Problem} notFound */
async function lockTheme(
  tx: Tx,
  { principal }: Context,
  themeId: string,
  verb: "read" | "update" = "update",
): Promise<Theme> {
  const condition = sql`${permittedRowsSql(principal, theme, verb)} and id = ${themeId}::uuid`;
  const [row] = await lockRows(tx, theme, condition);
  if (row === undefined) throw new Problem("notFound", notFoundText);
  const [stored] = await tx.rows<{ origin: ThemeOrigin | null }>(
    sql`select origin from theme where tenant_id = ${principal.tenantId}::uuid and id = ${themeId}::uuid`,
  );
  return { row, origin: stored?.origin ?? null };
}

/** The drafts of the pages that came with a theme, as far as they are still there and the person may change them. */
async function readDrafts(tx: Tx, { principal }: Context, { pages }: ThemeOrigin): Promise<Map<string, DraftRow>> {
  const known = Object.values(pages).filter((id) => id !== null);
  const rows = await tx.rows<{ id: string }>(
    sql`select id from page where ${permittedRowsSql(principal, page, "update")} and id = any(${sql.param(known)}::uuid[])`,
  );
  const drafts = new Map<string, DraftRow>();
  for (const { id } of rows) drafts.set(id, await readDraft(tx, principal, id, "update"));
  return drafts;
}

type Editions = { entry: MarketEntry; before: ThemeEdition | undefined; after: ThemeEdition; item: MarketItem };

const editionOf = (item: MarketItem): ThemeEdition => {
  const { document } = cleanDocument(item.document);
  return { tokens: document.tokens ?? {}, pages: themePagesOf(document) };
};

/** The editions of the item of a theme: that which it has, if it is still stored, and a later one; undefined without a later one. */
async function readEditions(
  { services, principal }: Context,
  { item: id, edition: current }: ThemeOrigin,
  edition?: number,
): Promise<Editions | undefined> {
  const item = await findItem(services, principal, { id, edition });
  if (item?.entry.kind !== "theme" || item.entry.edition <= current) return undefined;
  const earlier = await findItem(services, principal, { id, edition: current });
  return { entry: item.entry, item, before: earlier && editionOf(earlier), after: editionOf(item) };
}

const documentsOfDrafts = (drafts: ReadonlyMap<string, DraftRow>) =>
  new Map([...drafts].map(([id, { page: document }]) => [id, document]));

/** What a later edition of the item of a theme changes; `undo`: the edition to which the last update can be taken back. */
export type ThemeUpdate = {
  undo: number | undefined;
  later: { entry: MarketEntry; edition: number; isBaseKnown: boolean; changes: ThemeChanges } | undefined;
};

/** @throws {Problem} notFound for a theme that the person may not read */
export async function readThemeUpdate(context: Context, themeId: string): Promise<ThemeUpdate> {
  const { services, principal } = context;
  const { database } = services;
  const { row, origin } = await database.tenant(principal.tenantId, (tx) => lockTheme(tx, context, themeId, "read"));
  if (origin === null) return { undo: undefined, later: undefined };
  const undo = origin.update?.edition;
  const editions = await readEditions(context, origin);
  if (editions === undefined) return { undo, later: undefined };
  const { entry, before, after } = editions;
  const drafts = await database.tenant(principal.tenantId, (tx) => readDrafts(tx, context, origin));
  const here = { values: row.row, origin, pages: documentsOfDrafts(drafts) };
  const changes = themeChanges(here, { edition: entry.edition, before, after });
  return { undo, later: { entry, edition: origin.edition, isBaseKnown: before !== undefined, changes } };
}

/** New pages with addresses that are free in the theme, and links between them that lead there. */
async function placedPages(
  tx: Tx,
  tenantId: string,
  themeId: string,
  pages: readonly ThemePage[],
): Promise<(ThemePage & { wantedPath: string })[]> {
  const rows = await tx.rows<{ path: string }>(
    sql`select path from page where tenant_id = ${tenantId}::uuid and theme = ${themeId}::uuid and deleted_at is null`,
  );
  const taken = new Set(rows.map(({ path }) => path));
  const placed = pages.map((item) => {
    const path = freePagePath(item.path, taken);
    taken.add(path);
    return { ...item, path, wantedPath: item.path };
  });
  const moved = new Map(placed.flatMap(({ path, wantedPath }) => (path === wantedPath ? [] : [[wantedPath, path]])));
  return placed.map((item) => ({ ...item, page: withLinks(item.page, moved) }));
}

/** A draft that an update has added. `wantedPath`: the address that it has in the item. */
export type AddedPage = TakenPage & { wantedPath: string };
export type UpdatedTheme = { edition: number; changed: number; added: AddedPage[] };

/** Saves a change of a page as a revision, and returns that. */
async function saveChange(tx: Tx, context: Context, pageId: string, change: PageChange): Promise<number> {
  const records = change.records.map(({ id, after }) => (after === undefined ? { id } : { id, after }));
  const edit = { records, setting: change.setting?.after };
  return (await savePage(tx, context, { pageId, edit, name: "" })).rev;
}

/**
 * Brings a theme and its pages to a later edition of their item, all or nothing: tokens at once, pages as drafts. What it did is kept with the theme until
 * the next update, so that `undoThemeUpdate` takes all of it back.
 * @throws {Problem} notFound; conflict without a later edition; invalid, naming colours that cannot be read on those that were changed here; forbidden
 */
export async function updateTheme(
  context: Context,
  { themeId, edition }: { themeId: string; edition: number },
): Promise<UpdatedTheme> {
  const { services, principal } = context;
  const { tenantId } = principal;
  const { database } = services;
  const known = await database.tenant(tenantId, (tx) => lockTheme(tx, context, themeId));
  const editions = known.origin === null ? undefined : await readEditions(context, known.origin, edition);
  if (editions === undefined) throw new Problem("conflict", texts.none);
  const { entry, item, before, after } = editions;
  // The pages that were not taken stay away, with their files.
  const isWanted = after.pages.some(({ key }) => known.origin!.pages[key] !== null);
  const document = await takeDocument(services, principal, isWanted ? item : withoutPages(item));
  const copied = { tokens: after.tokens, pages: themePagesOf(document) };
  const result = await database.tenant(tenantId, async (tx) => {
    await claimRequestEffect(tx);
    const { row, origin } = await lockTheme(tx, context, themeId);
    if (origin?.edition !== known.origin!.edition) throw new Problem("conflict", texts.none);
    const pages = documentsOfDrafts(await readDrafts(tx, context, origin));
    const changes = themeChanges({ values: row.row, origin, pages }, { edition, before, after, copied });
    if (changes.added.length > 0) guard(principal, page, "add");
    const revisions: { pageId: string; rev: number }[] = [];
    for (const { pageId, change } of changes.changed)
      revisions.push({ pageId, rev: await saveChange(tx, context, pageId, change) });
    const added: (AddedPage & { key: string })[] = [];
    for (const { key, wantedPath, ...placed } of await placedPages(tx, tenantId, themeId, changes.added)) {
      const newPage = asNewPage({ key, ...placed }, entry);
      const id = await addThemePage(tx, context, themeId, newPage);
      added.push({ key, id, path: newPage.path, title: newPage.title, wantedPath });
    }
    const update = { edition: origin.edition, tokens: changes.tokens, revisions, added: added.map(({ key }) => key) };
    const allPages = { ...origin.pages, ...Object.fromEntries(added.map(({ key, id }) => [key, id])) };
    await updateLockedRow(tx, context, theme, row, {
      version: row.row.version,
      values: Object.fromEntries(Object.entries(changes.tokens).map(([name, token]) => [name, token.after])),
      internal: { origin: { item: origin.item, edition, pages: allPages, update } },
    });
    return { edition, changed: revisions.length, added: added.map(({ key: _key, ...rest }) => rest) };
  });
  await countUse(services, entry.id);
  return result;
}

/** Takes back what an update did to one page. @throws {Problem} conflict if the page has been changed since */
async function undoPage(tx: Tx, context: Context, { pageId, rev }: { pageId: string; rev: number }): Promise<void> {
  const { tenantId } = context.principal;
  const [row] = await tx.rows<{ change: PageChange }>(sql`select r.change from page_revision r
    join page p on p.tenant_id = r.tenant_id and p.id = r.page_id and p.rev = r.rev and p.deleted_at is null
    where r.tenant_id = ${tenantId}::uuid and r.page_id = ${pageId}::uuid and r.rev = ${rev}`);
  if (row === undefined) throw new Problem("conflict", texts.changed);
  await saveChange(tx, context, pageId, invert(row.change));
}

/** Moves pages that an update has added to the trash. @throws {Problem} conflict if one was changed or published since */
async function removeAdded(tx: Tx, context: Context, ids: readonly string[]): Promise<void> {
  const { principal } = context;
  if (ids.length === 0) return;
  const isListed = sql`id = any(${sql.param([...ids])}::uuid[])`;
  const rows = await lockRows(tx, page, sql`${permittedRowsSql(principal, page, "delete")} and ${isListed}`);
  if (rows.some(({ row }) => row.rev !== 1 || row.snapshotId !== null)) throw new Problem("conflict", texts.changed);
  await patchRows(tx, context, page, rows, { deleted: true }, newId());
  await tx.notifyChanged(rowExistenceTag(principal.tenantId, page.type));
}

/** Takes back the last update of a theme, all of it or nothing. @throws {Problem} notFound; conflict without one, or if something has changed since */
export async function undoThemeUpdate(context: Context, themeId: string): Promise<{ edition: number }> {
  const { services, principal } = context;
  return services.database.tenant(principal.tenantId, async (tx) => {
    await claimRequestEffect(tx);
    const { row, origin } = await lockTheme(tx, context, themeId);
    if (origin?.update === undefined) throw new Problem("conflict", texts.nothing);
    const { edition, tokens, revisions, added } = origin.update;
    const values = row.row as Readonly<Record<string, unknown>>;
    if (Object.entries(tokens).some(([name, { after }]) => !isSame(values[name] ?? null, after)))
      throw new Problem("conflict", texts.changed);
    for (const revision of revisions) await undoPage(tx, context, revision);
    await removeAdded(
      tx,
      context,
      added.flatMap((key) => origin.pages[key] ?? []),
    );
    const pages = Object.fromEntries(Object.entries(origin.pages).filter(([key]) => !added.includes(key)));
    await updateLockedRow(tx, context, theme, row, {
      version: row.row.version,
      values: Object.fromEntries(Object.entries(tokens).map(([name, { before }]) => [name, before])),
      internal: { origin: { item: origin.item, edition, pages } },
    });
    return { edition };
  });
}
