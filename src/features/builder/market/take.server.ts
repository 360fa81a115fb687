import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { applyChange, type PageDocument, type PageRecord } from "#kit/page.ts";
import { type Fragment, insertFragment, withNewIds } from "#kit/fragment.ts";
import { descendantsOf, rootId, treeOf, widgetsOf } from "#kit/page-tree.ts";
import { themePagesOf } from "#kit/market-document.ts";
import type { MarketKind } from "#kit/market.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import theme from "#entities/theme.ts";
import { claimRequestEffect } from "#server/http/idempotency.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { newRecordId } from "#features/builder/document/record-id.ts";
import { readDraft } from "#features/builder/server/draft.server.ts";
import { savePage } from "#features/builder/server/save-page.server.ts";
import page from "#entities/page.ts";
import { withOrigin } from "./clean.server.ts";
import { addTheme, readTakenPages, type TakenPage, withoutPages } from "./take-theme.server.ts";
import { countUse, findItem, itemNotFound, type MarketItem, takeDocument } from "./door.server.ts";

type Context = Pick<CallContext<UserPrincipal>, "principal" | "services" | "entities">;

const texts = {
  noSection: { zh: "组件不在此页面上", en: "The component is not on this page" },
} satisfies Record<string, Text>;

/** An item that the space of a person sees, of one of these kinds. @throws {Problem} notFound */
export async function itemFor(
  { principal, services }: Context,
  wanted: { id: string; edition?: number | undefined; kinds?: readonly MarketKind[] },
): Promise<MarketItem> {
  const item = await findItem(services, principal, wanted);
  if (item === undefined || wanted.kinds?.includes(item.entry.kind) === false) throw itemNotFound();
  return item;
}

/** What a space gets of an item: a page of its own records, with its own files and their origin, or a new theme with its pages. */
export type Taken = { id: string; edition: number; kind: MarketKind } & (
  | { page: PageDocument; themeId?: never; pages?: never }
  | { themeId: string; pages: TakenPage[]; page?: never }
);

/**
 * Takes an item into the space of a person: copies its files, and adds its theme, with its pages as drafts that are only in it. `withPages`: false for the
 * theme alone.
 * @throws {Problem} notFound; payloadTooLarge; forbidden
 */
export async function takeItem(context: Context, item: MarketItem, withPages = true): Promise<Taken> {
  const { principal, services } = context;
  const { id, edition, kind } = item.entry;
  if (kind === "theme") guard(principal, theme, "add");
  if (kind === "theme" && withPages && themePagesOf(item.document).length > 0) guard(principal, page, "add");
  const taken = withPages ? item : withoutPages(item);
  const document = await takeDocument(services, principal, taken);
  if (document.page !== undefined) {
    await countUse(services, id);
    return { id, edition, kind, page: withOrigin(document.page, { id, edition }) };
  }
  const added = await services.database.tenant(principal.tenantId, async (tx) => {
    await claimRequestEffect(tx);
    return addTheme(tx, context, item, document);
  });
  await countUse(services, id);
  return { id, edition, kind, ...added };
}

/** What a repeated request is answered: `stored` has the id of the theme that was added, or that of the item. @throws {Problem} as `takeItem` */
export async function answerRepeatedTake(
  stored: { id: string },
  context: Context,
  wanted: { id: string; edition?: number | undefined },
): Promise<Taken> {
  const item = await itemFor(context, wanted);
  const { id, edition, kind } = item.entry;
  if (kind === "theme") {
    const { tenantId } = context.principal;
    const pages = await context.services.database.tenant(tenantId, (tx) => readTakenPages(tx, tenantId, stored.id));
    return { id, edition, kind, themeId: stored.id, pages };
  }
  const { page: content } = await takeDocument(context.services, context.principal, item);
  if (content === undefined) throw itemNotFound();
  return { id, edition, kind, page: withOrigin(content, { id, edition }) };
}

/** How an item goes into a page: in place of all that is there, below it, or in place of one component. */
export type Insertion = { mode: "replace" | "append" } | { mode: "at"; id: string };

/** The records of a fragment in a page. */
function insertInto(
  current: PageDocument,
  fragment: Fragment,
  insertion: Insertion,
): { removed: string[]; added: PageRecord[] } {
  const widgets = widgetsOf(current);
  const index = insertion.mode === "at" ? widgets.findIndex(({ id }) => id === insertion.id) : widgets.length;
  if (index === -1) throw new Problem("notFound", texts.noSection);
  const replaced = insertion.mode === "append" ? [] : insertion.mode === "replace" ? widgets : [widgets[index]!];
  const tree = treeOf(current);
  const removed = replaced.flatMap(({ id }) => [id, ...descendantsOf(tree, id).map((record) => record.id)]);
  const emptied = applyChange(current, { records: removed.map((id) => ({ id })) });
  const { records } = insertFragment(treeOf(emptied), withNewIds(fragment, newRecordId), {
    parent: rootId,
    index: insertion.mode === "at" ? index : widgetsOf(emptied).length,
  });
  return { removed, added: records.flatMap(({ after }) => after ?? []) };
}

/** @throws {Problem} notFound for a page that the person may not change */
export async function requirePage({ principal, services }: Context, pageId: string): Promise<void> {
  await services.database.tenant(principal.tenantId, (tx) => readDraft(tx, principal, pageId, "update"));
}

/**
 * Takes an item and inserts it into the draft of a page, as one revision. Returns the added records.
 * @throws {Problem} notFound; payloadTooLarge; what `savePage` throws
 */
export async function copyIntoPage(
  context: Context,
  { item, pageId, insertion }: { item: MarketItem; pageId: string; insertion: Insertion },
): Promise<PageRecord[]> {
  const { principal, services } = context;
  // Before files are copied: an unknown page must not cost the space its quota.
  await requirePage(context, pageId);
  const copy = await takeItem(context, item);
  if (copy.page === undefined) throw itemNotFound();
  const source = copy.page;
  const tree = treeOf(source);
  const ordered = widgetsOf(source).flatMap((widget) => [widget, ...descendantsOf(tree, widget.id)]);
  let added: PageRecord[] = [];
  await services.database.tenant(principal.tenantId, async (tx) => {
    await claimRequestEffect(tx);
    await savePage(tx, context, {
      pageId,
      name: "",
      edit(draft) {
        const change = insertInto(draft.page, { schema: 1, records: ordered }, insertion);
        ({ added } = change);
        return {
          records: [...change.removed.map((id) => ({ id })), ...added.map((after) => ({ id: after.id, after }))],
        };
      },
    });
  });
  return added;
}

/** The name of the definition of a widget: itself, or that of a placed one by its page and record. @throws {Problem} notFound */
export async function widgetNameOf(
  { principal, services }: Context,
  place: { pageId: string; id: string },
): Promise<string> {
  const [row] = await services.database.read<{ name: string | null }>(
    principal.tenantId,
    sql`select document -> 'records' -> ${place.id}::text ->> 'name' as name from page
      where ${permittedRowsSql(principal, page, "read")} and id = ${place.pageId}::uuid`,
  );
  if (typeof row?.name !== "string") throw new Problem("notFound", texts.noSection);
  return row.name;
}
