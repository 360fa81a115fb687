import { withoutOrigins } from "#kit/page-origin.ts";
import { isEmptyChange } from "#kit/edit.ts";
import type { ThemeOrigin, ThemePage } from "#kit/market-document.ts";
import { applyChange, type PageChange, type PageDocument, type PageSetting } from "#kit/page.ts";
import { childrenOf, rootId, treeOf } from "#kit/page-tree.ts";
import { isSame } from "#kit/same.ts";
import type { ThemeTokens } from "#kit/site.ts";
import { themeTokens } from "#kit/site-schema.ts";
import { changeWithFiles, copiedFiles, type PartCopy, updateCopy } from "#features/builder/document/part-update.ts";

/** One edition of a theme, cleaned. */
export type ThemeEdition = { tokens: ThemeTokens; pages: readonly ThemePage[] };

/** What a later edition of an item changes of a theme: its tokens, the pages that came with it, and pages that are new. */
export type ThemeChanges = {
  tokens: Record<string, { before: unknown; after: unknown }>;
  changed: { pageId: string; page: ThemePage; before: PageDocument; change: PageChange; after: PageDocument }[];
  added: ThemePage[];
};

const tokenNames = Object.keys(themeTokens.def.shape) as (keyof ThemeTokens)[];

/** The tokens that the item has changed between two editions and that are not so here yet. Without the earlier edition, all of them count as changed. */
function tokenChanges(
  here: Readonly<Record<string, unknown>>,
  before: ThemeTokens | undefined,
  after: ThemeTokens,
): ThemeChanges["tokens"] {
  const changed = tokenNames.filter((name) => before === undefined || !isSame(before[name], after[name]));
  return Object.fromEntries(
    changed
      .map((name) => [name, { before: here[name] ?? null, after: after[name] ?? null }] as const)
      .filter(([, token]) => !isSame(token.before, token.after)),
  );
}

/** What is on a page of an item: the first widget for each of the item's. Another one is a copy that was made here. */
function copyOn(page: PageDocument, { item, edition }: Pick<ThemeOrigin, "item" | "edition">): PartCopy {
  const known = new Set<string>();
  const widgets = childrenOf(treeOf(page), rootId).filter(({ origin }) => {
    if (origin?.item !== item || known.has(origin.record)) return false;
    known.add(origin.record);
    return true;
  });
  return { item, edition, widgets: widgets.map(({ id }) => id) };
}

/** The settings of a page that belong to its look; the others say which page it is. */
const lookSettings = ["background", "showHead", "showFoot"] as const;

function lookChange(
  mine: PageSetting,
  before: PageSetting | undefined,
  after: PageSetting,
): Pick<PageChange, "setting"> {
  if (before === undefined) return {};
  const changed = lookSettings.filter((name) => !isSame(before[name], after[name]));
  const next = Object.entries({ ...mine, ...Object.fromEntries(changed.map((name) => [name, after[name]])) });
  const setting = Object.fromEntries(next.filter(([, value]) => value !== undefined)) as PageSetting;
  return isSame(mine, setting) ? {} : { setting: { before: mine, after: setting } };
}

type PageEditions = { before: PageDocument | undefined; after: PageDocument; copied: PageDocument };

/** The change that brings a page to a later edition, with copies of its files; undefined if nobody would see any. */
function pageChange(
  page: PageDocument,
  origin: ThemeOrigin,
  edition: number,
  { before, after, copied }: PageEditions,
): PageChange | undefined {
  const recordsOf = (document: PageDocument) => Object.values(document.records);
  const merged = updateCopy(page, copyOn(page, origin), {
    edition,
    before: before && recordsOf(before),
    after: recordsOf(after),
  });
  const look = lookChange(page.setting, before?.setting, after.setting);
  // The files of settings are replaced as those of records are.
  const withCopies = { ...look, ...(look.setting && lookChange(page.setting, before?.setting, copied.setting)) };
  const change = { ...changeWithFiles(merged, copiedFiles(recordsOf(after), recordsOf(copied))), ...withCopies };
  if (isEmptyChange(change)) return undefined;
  const result = applyChange(page, change);
  const isSeen = look.setting !== undefined || !isSame(withoutOrigins(page).records, withoutOrigins(result).records);
  return isSeen ? change : undefined;
}

/** A theme as it is here: its values, its origin, and the pages that came with it and are still there, by their ids. */
export type ThemeHere = {
  values: Readonly<Record<string, unknown>>;
  origin: ThemeOrigin;
  pages: ReadonlyMap<string, PageDocument>;
};

/**
 * What brings a theme to a later edition. What was changed here since stays, unless the item changed the same setting; what was removed here, or never
 * taken, stays away. `copied`: the later edition with its files copied into the space; the item's own files by default.
 */
export function themeChanges(
  { values, origin, pages }: ThemeHere,
  {
    edition,
    before,
    after,
    copied = after,
  }: {
    edition: number;
    before: ThemeEdition | undefined;
    after: ThemeEdition;
    copied?: ThemeEdition;
  },
): ThemeChanges {
  const [earlier, copies] = [before?.pages ?? [], copied.pages].map(
    (list) => new Map(list.map(({ key, page }) => [key, page])),
  ) as [Map<string, PageDocument>, Map<string, PageDocument>];
  const changes: ThemeChanges = { tokens: tokenChanges(values, before?.tokens, after.tokens), changed: [], added: [] };
  for (const page of after.pages) {
    const { key } = page;
    const copy = copies.get(key) ?? page.page;
    const pageId = origin.pages[key];
    const mine = pages.get(pageId ?? "");
    if (pageId === undefined && !earlier.has(key)) changes.added.push({ ...page, page: copy });
    if (pageId === undefined || pageId === null || mine === undefined) continue;
    const change = pageChange(mine, origin, edition, { before: earlier.get(key), after: page.page, copied: copy });
    if (change !== undefined)
      changes.changed.push({ pageId, page, before: mine, change, after: applyChange(mine, change) });
  }
  return changes;
}
