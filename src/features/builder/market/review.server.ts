import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { overriddenClients, recordForClient } from "#kit/client-override.ts";
import { documentsOf, type MarketDocument, type ThemeColors, themePagesOf } from "#kit/market-document.ts";
import type { MarketKind } from "#kit/market.ts";
import { Problem } from "#kit/problem.ts";
import { formatLinks } from "#kit/text-format.ts";
import type { Text } from "#kit/text.ts";
import marketItem from "#entities/marketItem.ts";
import { type LockedRow, lockRows, patchRow } from "#records/change/patch.server.ts";
import { asProgram } from "#records/registry/row-context.server.ts";
import { administratorIdsOf } from "#server/identity/member-principal.server.ts";
import { addNotices } from "#server/notices/notices.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { definitionOf } from "#render/registry.ts";
import { addressesIn, valueFieldsOf } from "#features/builder/governance/value-fields.server.ts";
import { cleanDocument } from "./clean-document.server.ts";
import { itemNotFound, putOffer, reviewInItsSpace } from "./door.server.ts";
import { mayShow, textsOf } from "./items.server.ts";

type Context = Pick<CallContext<UserPrincipal>, "principal" | "services">;

const texts = {
  changed: { zh: "此项目已有变化，请刷新后重新审核", en: "This item has changed. Reload it and review it again." },
  unfit: { zh: "此项目不再符合要求，只能拒绝", en: "This item no longer meets the rules. You can only refuse it." },
  noReason: { zh: "请填写未通过的原因", en: "Enter the reason for refusal" },
} satisfies Record<string, Text>;

/** The addresses to which an item leads outside of a site, for whoever judges it. */
export function outwardLinks(document: MarketDocument): string[] {
  const records = documentsOf(document).flatMap((page) => Object.values(page.records));
  const variants = records.flatMap((record) => [
    record,
    ...overriddenClients(record).map((client) => recordForClient(record, client)),
  ]);
  const links = variants.flatMap((record) => [
    ...valueFieldsOf(definitionOf(record)?.settings ?? {}, record.value).flatMap(addressesIn),
    ...formatLinks(record).map(({ address }) => address),
  ]);
  return [...new Set(links.filter((link) => !/^[/#?]/.test(link)))];
}

/** A decision on the row of an item as the reviewer has seen it. `reason`: of a refusal. */
export type Decision = { id: string; version: number; isAccepted: boolean; reason: string };

async function accept(
  tx: Tx,
  context: Context,
  item: LockedRow<typeof marketItem>,
  isPlatform: boolean,
): Promise<void> {
  const { row, tenantId } = item;
  const [stored] = await tx.rows<{ document: MarketDocument; colors: ThemeColors | null }>(
    sql`select document, colors from market_item where tenant_id = ${tenantId}::uuid and id = ${row.id}::uuid and document is not null`,
  );
  if (stored === undefined) throw itemNotFound();
  const { document, problems } = cleanDocument(stored.document);
  if (problems.length > 0) throw new Problem("conflict", texts.unfit, { problems });
  const image = row.image ?? "";
  const edition = row.edition ?? 1;
  await putOffer(tx, {
    id: row.id,
    tenantId,
    kind: row.kind as MarketKind,
    classId: row.classId,
    widgetId: row.widgetId,
    name: row.name,
    intro: row.intro ?? {},
    image: image !== "" && (await mayShow(tx, tenantId, image)) ? image : "",
    languages: row.languages,
    records: row.records,
    pages: themePagesOf(document).length,
    colors: stored.colors,
    edition,
    isPlatform,
    document,
  });
  await patchRow(tx, asProgram(context.services, tenantId), marketItem, item, {
    values: { state: "offered", offeredEdition: edition, reason: null },
    internal: { submittedAt: null },
  });
}

/**
 * Accepts an item, which every space sees from then on, or refuses it with a reason; an edition that was accepted before stays. The space is told.
 * @throws {Problem} notFound; conflict when the item is another one by now, or no longer fits; invalid without a reason
 */
export async function decide(context: Context, { id, version, isAccepted, reason }: Decision): Promise<void> {
  if (!isAccepted && reason === "")
    throw new Problem("invalid", texts.noReason, { fields: { reason: texts.noReason } });
  const { services } = context;
  const platform = await services.tenants.platform();
  await reviewInItsSpace(services, id, async (tx, tenantId) => {
    const [item] = await lockRows(
      tx,
      marketItem,
      sql`tenant_id = ${tenantId}::uuid and id = ${id}::uuid and deleted_at is null`,
    );
    if (item?.row.state !== "review" || item.row.version !== version) throw new Problem("conflict", texts.changed);
    if (isAccepted) await accept(tx, context, item, tenantId === platform.id);
    else
      await patchRow(tx, asProgram(services, tenantId), marketItem, item, {
        values: { state: "refused", reason },
        internal: { submittedAt: null },
      });
    await addNotices(
      tx,
      { tenantId, memberIds: await administratorIdsOf(tx, tenantId) },
      {
        event: isAccepted ? "market.accepted" : "market.refused",
        about: id,
        content: { name: textsOf(item.row.name), ...(isAccepted ? {} : { detail: reason }) },
        url: `/paas/marketItem/edit?id=${id}`,
      },
    );
  });
}
