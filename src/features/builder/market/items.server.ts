import { type SQL, sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import {
  documentsOf,
  type MarketDocument,
  type ThemeColors,
  type ThemePage,
  themePagesOf,
} from "#kit/market-document.ts";
import { type MarketClass, type MarketKind, marketLimits, type MarketState, spaceLimits } from "#kit/market.ts";
import { type PageDocument, settingId } from "#kit/page.ts";
import { descendantsOf, treeOf, widgetsOf } from "#kit/page-tree.ts";
import { Problem } from "#kit/problem.ts";
import { formatText, type LocalizedValue, type Text, textIn } from "#kit/text.ts";
import marketItem from "#entities/marketItem.ts";
import theme from "#entities/theme.ts";
import { type LockedRow, lockRows, patchRow } from "#records/change/patch.server.ts";
import { notFoundText } from "#records/change/refusals.server.ts";
import { insertRow } from "#records/change/save.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { asProgram } from "#records/registry/row-context.server.ts";
import { spaceName } from "#records/site/site.server.ts";
import { claimRequestEffect } from "#server/http/idempotency.server.ts";
import { administratorIdsOf } from "#server/identity/member-principal.server.ts";
import { addNotices } from "#server/notices/notices.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { readDraft } from "#features/builder/server/draft.server.ts";
import type { RecordProblem } from "#features/builder/server/record-check.server.ts";
import { type CleanedDocument, cleanPage } from "./clean.server.ts";
import { cleanTheme, languagesIn, withItemIds } from "./clean-document.server.ts";
import { ownedKeys, removeOffer } from "./door.server.ts";

const texts = {
  refused: {
    zh: "此内容还不能提供到市场，请先处理列出的问题",
    en: "This cannot be offered yet. Fix the issues listed first.",
  },
  source: { zh: "请选择要提供的组件、页面或主题", en: "Choose a component, a page or a theme to offer" },
  sections: { zh: "组件组可以有 2 到 {n} 个组件", en: "A component group has 2 to {n} components" },
  otherKind: { zh: "新版本的种类必须与原来相同", en: "A new version must be of the same kind" },
  noName: { zh: "请输入名称，名称不能为空", en: "Name is required" },
  foreignFile: {
    zh: "图片或文件不属于本空间，请重新上传",
    en: "This image or file is not one of this space. Upload it again.",
  },
  fullSpace: {
    zh: "本空间最多 {n} 个市场项目，请先删除不用的",
    en: "A space can have {n} market items. Delete one first.",
  },
  fullReview: {
    zh: "审核中的项目最多 {n} 个，请等待审核",
    en: "Up to {n} {n|item|items} can be in review. Wait until some are reviewed.",
  },
  files: { zh: "图片和文件过多，最多 {n} 个", en: "Too many images and files. The limit is {n}." },
} satisfies Record<string, Text>;

type Context = Pick<CallContext<UserPrincipal>, "principal" | "services">;
type Item = LockedRow<typeof marketItem>;

/**
 * What to offer. `recordIds`: the sections, for the kinds widget and group. `pageIds`: the pages that come with a theme. `itemId`: an item that gets a new
 * edition.
 */
export type NewOffer = {
  kind: MarketKind;
  name?: LocalizedValue<string> | undefined;
  intro?: LocalizedValue<string> | undefined;
  classId?: MarketClass | undefined;
  image?: string | undefined;
  pageId?: string | undefined;
  recordIds?: readonly string[] | undefined;
  themeId?: string | undefined;
  pageIds?: readonly string[] | undefined;
  itemId?: string | undefined;
  submit: boolean;
};

export type OfferedItem = {
  id: string;
  edition: number;
  state: MarketState;
  image: string;
  widgetId: string;
};

/** The chosen sections of a draft, or all of it. @throws {Problem} invalid; notFound for a section that is not on the page */
function chosenPart(page: PageDocument, { kind, recordIds = [], name = {} }: NewOffer): PageDocument {
  if (kind === "page") return page;
  const ids = new Set(recordIds);
  const max = formatText(texts.sections, { n: marketLimits.sections });
  if (kind === "widget" ? ids.size !== 1 : ids.size < 2 || ids.size > marketLimits.sections)
    throw new Problem("invalid", kind === "widget" ? texts.source : max);
  const sections = widgetsOf(page).filter(({ id }) => ids.has(id));
  if (sections.length !== ids.size) throw new Problem("notFound", notFoundText);
  const tree = treeOf(page);
  // Whoever offers a hidden section means it, but not what is hidden in it.
  const records = sections.flatMap(({ isHidden: _isHidden, ...widget }) => [widget, ...descendantsOf(tree, widget.id)]);
  return {
    schema: 1,
    setting: { title: name, description: {}, showHead: false, showFoot: false },
    records: Object.fromEntries(records.map((record) => [record.id, record])),
  };
}

/** The content that a person offers, as it may leave the space. @throws {Problem} notFound; invalid, naming every problem */
async function contentOf(tx: Tx, { principal }: Context, given: NewOffer): Promise<CleanedDocument> {
  if (given.kind === "theme") {
    if (given.themeId === undefined) throw new Problem("invalid", texts.source);
    const [row] = await lockRows(
      tx,
      theme,
      sql`${permittedRowsSql(principal, theme, "read")} and id = ${given.themeId}::uuid`,
    );
    if (row === undefined) throw new Problem("notFound", notFoundText);
    const pages: ThemePage[] = [];
    for (const pageId of new Set(given.pageIds)) {
      const { id, path, page } = await readDraft(tx, principal, pageId, "update");
      pages.push({ key: id, path, page });
    }
    return cleanTheme(row.row, pages);
  }
  if (given.pageId === undefined) throw new Problem("invalid", texts.source);
  const { page } = await readDraft(tx, principal, given.pageId, "update");
  return cleanPage(chosenPart(page, given));
}

/** The problems of files that an offer names and the space does not own. */
async function fileProblems(tx: Tx, tenantId: string, files: ReadonlyMap<string, string>): Promise<RecordProblem[]> {
  const owned = await ownedKeys(tx.rows, tenantId, [...files.keys()]);
  const foreign = [...files].filter(([key]) => !owned.has(key)).map(([, id]) => ({ id, message: texts.foreignFile }));
  const tooMany = files.size > marketLimits.files;
  return tooMany
    ? [...foreign, { id: settingId, message: formatText(texts.files, { n: marketLimits.files }) }]
    : foreign;
}

const storedKey = (url: string) => (url.startsWith("/files/") ? url.slice("/files/".length) : undefined);

/** Whether a picture may be shown with an item: one of the program, or a file of the space. */
export async function mayShow(tx: Tx, tenantId: string, url: string): Promise<boolean> {
  const key = storedKey(url);
  return key === undefined || (await ownedKeys(tx.rows, tenantId, [key])).has(key);
}

const colorsOf = ({ tokens }: MarketDocument): ThemeColors | null => {
  if (tokens === undefined) return null;
  const { paper, ink, brand, seal } = tokens;
  return Object.fromEntries(Object.entries({ paper, ink, brand, seal }).filter(([, color]) => color !== undefined));
};

/** What lists show of a content: of one section, the name of its definition. */
export function factsOf(kind: MarketKind, document: MarketDocument) {
  const { page } = document;
  const [first] = page === undefined ? [] : widgetsOf(page);
  const counts = documentsOf(document).map(({ records }) => Object.keys(records).length);
  return {
    widgetId: kind === "widget" ? (first?.name ?? "") : "",
    languages: languagesIn(document).join(","),
    records: counts.reduce((sum, count) => sum + count, 0),
    pages: themePagesOf(document).length,
    colors: colorsOf(document),
  };
}

const countItems = async (tx: Tx, tenantId: string, condition: SQL): Promise<number> => {
  const [row] = await tx.rows<{ count: number }>(sql`select count(*)::int as count from market_item
    where tenant_id = ${tenantId}::uuid and deleted_at is null and ${condition}`);
  return row!.count;
};

/**
 * `id`: of an item that the space has already; absent for a new one.
 * @throws {Problem} conflict when a space has too many items, or too many other ones in review
 */
async function refuseOverQuota(
  tx: Tx,
  tenantId: string,
  { id, isReviewed }: { id: string | undefined; isReviewed: boolean },
): Promise<void> {
  await tx.lock(`market items ${tenantId}`);
  if (id === undefined && (await countItems(tx, tenantId, sql`true`)) >= spaceLimits.items)
    throw new Problem("conflict", formatText(texts.fullSpace, { n: spaceLimits.items }));
  const others = sql`state = 'review' and id is distinct from ${id ?? null}::uuid`;
  if (isReviewed && (await countItems(tx, tenantId, others)) >= spaceLimits.reviews)
    throw new Problem("conflict", formatText(texts.fullReview, { n: spaceLimits.reviews }));
}

/** Locks an own item that the person may change. @throws {Problem} notFound */
async function lockItem(tx: Tx, principal: UserPrincipal, id: string): Promise<Item> {
  const [row] = await lockRows(
    tx,
    marketItem,
    sql`${permittedRowsSql(principal, marketItem, "update")} and id = ${id}::uuid`,
  );
  if (row === undefined) throw new Problem("notFound", notFoundText);
  return row;
}

/** Tells the administrators of the platform that an item waits for its review. */
async function notifyReviewers(
  tx: Tx,
  { services }: Context,
  tenantId: string,
  item: { id: string; name: unknown },
): Promise<void> {
  const platform = await services.tenants.platform();
  const [space] = await tx.rows<{ name: Text }>(
    sql`select ${spaceName} as name from tenant t where t.id = ${tenantId}::uuid`,
  );
  await tx.inSpace(platform.id, async () => {
    await addNotices(
      tx,
      { tenantId: platform.id, memberIds: await administratorIdsOf(tx, platform.id) },
      {
        event: "market.submitted",
        about: item.id,
        content: { space: textsOf(space?.name), name: textsOf(item.name) },
        url: "/paas/review",
      },
    );
  });
}

/** A name in both languages, for notices. */
export const textsOf = (name: unknown): Text => ({ zh: textIn(name, "zh"), en: textIn(name, "en") });

/** What an item of this id would have as its content, without a problem. @throws {Problem} invalid with `problems`; notFound */
async function checkedContent(tx: Tx, context: Context, given: NewOffer, id: string): Promise<MarketDocument> {
  const { tenantId } = context.principal;
  const { document, files, problems } = await contentOf(tx, context, given);
  problems.push(...(await fileProblems(tx, tenantId, files)));
  if (given.image !== undefined && !(await mayShow(tx, tenantId, given.image)))
    problems.push({ id: settingId, field: "image", message: texts.foreignFile });
  if (problems.length > 0) throw new Problem("invalid", texts.refused, { problems });
  return withItemIds(document, id);
}

/** A draft is replaced; whatever others have seen or judged stays an edition of its own. */
const nextEdition = (existing: Item | undefined): number =>
  existing === undefined ? 1 : (existing.row.edition ?? 0) + (existing.row.state === "draft" ? 0 : 1);

/**
 * Offers content of a space: adds an item, or an edition to one, as a draft or for review.
 * @throws {Problem} invalid with `problems`, naming what must not leave the space; notFound; conflict over the quota
 */
export async function offer(context: Context, given: NewOffer): Promise<OfferedItem> {
  const { principal, services } = context;
  const { tenantId } = principal;
  const { itemId, kind, submit, name: givenName, intro, classId, image } = given;
  return services.database.tenant(tenantId, async (tx) => {
    await claimRequestEffect(tx);
    await refuseOverQuota(tx, tenantId, { id: itemId, isReviewed: submit });
    const existing = itemId === undefined ? undefined : await lockItem(tx, principal, itemId);
    if (existing !== undefined && existing.row.kind !== kind) throw new Problem("invalid", texts.otherKind);
    const name = givenName ?? existing?.row.name ?? {};
    if (textIn(name, "zh") === "") throw new Problem("invalid", texts.noName, { fields: { name: texts.noName } });
    const id = itemId ?? newId();
    const document = await checkedContent(tx, context, given, id);
    const edition = nextEdition(existing);
    const state: MarketState = submit ? "review" : "draft";
    const words = Object.entries({ name, intro, classId, image }).filter(([, value]) => value !== undefined);
    const values = { ...Object.fromEntries(words), edition, state, reason: null };
    const submittedAt = submit ? new Date().toISOString() : null;
    const internal = { ...factsOf(kind, document), document, submittedAt };
    const program = asProgram(services, tenantId, principal);
    const row =
      existing === undefined
        ? await insertRow(tx, program, marketItem, { id, values: { ...values, kind }, internal })
        : await patchRow(tx, program, marketItem, existing, { values, internal });
    if (submit) await notifyReviewers(tx, context, tenantId, { id, name });
    return { id, edition, state, image: row.image ?? "", widgetId: row.widgetId };
  });
}

/** Submits what an item has as its content: a draft, or again what was refused or withdrawn, or with another name. @throws {Problem} conflict */
export async function submitItem(tx: Tx, context: Context, item: Item): Promise<void> {
  const { principal, services } = context;
  const { tenantId, row } = item;
  await refuseOverQuota(tx, tenantId, { id: row.id, isReviewed: true });
  const edition = (row.edition ?? 0) + (row.state === "offered" ? 1 : 0);
  await patchRow(tx, asProgram(services, tenantId, principal), marketItem, item, {
    values: { state: "review", reason: null, edition },
    internal: { submittedAt: new Date().toISOString() },
  });
  await notifyReviewers(tx, context, tenantId, { id: row.id, name: row.name });
}

/** Takes an item out of the market, and out of the review. */
export async function withdrawItem(tx: Tx, { principal, services }: Context, item: Item): Promise<void> {
  const { tenantId, row } = item;
  await removeOffer(tx, { tenantId, id: row.id });
  await patchRow(tx, asProgram(services, tenantId, principal), marketItem, item, {
    values: { state: "withdrawn", offeredEdition: null },
    internal: { submittedAt: null },
  });
}
