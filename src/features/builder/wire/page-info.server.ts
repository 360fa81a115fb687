import { isObject } from "#kit/is-object.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { hasLevel, type UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { type ClientType, clientTypes } from "#kit/client-type.ts";
import { pageDocument } from "#kit/document-schema.ts";
import { layoutsOf } from "#kit/page-layout.ts";
import { pageSetting } from "#kit/page-schema.ts";
import { widgetsOf } from "#kit/page-tree.ts";
import { Problem } from "#kit/problem.ts";
import { site as siteSchema } from "#kit/site-schema.ts";
import type { Locale } from "#kit/text.ts";
import { layoutPages } from "#records/site/layout-pages.server.ts";
import { listSnapshots } from "#records/site/publish.server.ts";
import { currentTheme, readSite } from "#records/site/site.server.ts";
import { readPage } from "#render/page/read-page.ts";
import { previewCss } from "#render/page/theme-css.ts";
import { mapTilesOf } from "#server/env.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { type DraftRow, mayUpdateWhole, readDraft } from "#features/builder/server/draft.server.ts";
import { lastSaveOf, unboundIds } from "#features/builder/server/save-page.server.ts";
import { isComponent, wireComponent, wireComponentOf, wireData, wireDataOf } from "./component.server.ts";

const unknownClient = {
  zh: "客户端类型不正确，只能是 WapH5、WeChat、WeChatLite 或 AppPlus",
  en: "Unknown client type. Use WapH5, WeChat, WeChatLite or AppPlus.",
};

/** The kinds of projects that a page information can be of (B-069): 2 is the administration of a space, every other one its site. */
const codeTypes = { site: 1, admin: 2 } as const;
export type ProjectKind = keyof typeof codeTypes;

/** The input of the calls that read a page information. */
export const pageInfoInput = z.object({
  id: z.uuid(),
  /** Required by the contract; whose page it is follows from its id alone (T-51). */
  diyPageInfo: z.unknown().optional(),
  /** The open tab of the head, which the answer repeats. */
  tabId: z.string().max(60).optional(),
  /** Our own client needs the records only: the lists of components say the same in the words of the wire. */
  recordsOnly: z.boolean().default(false),
});

/** The lists of the wire beside the records of a page: its widgets from top to bottom, and the data of these and of the elements of canvases. */
const wireLists = {
  isLayoutPage: z.boolean(),
  widgets: z.array(wireComponent),
  mobileWidgets: z.array(wireData),
  headTab: z.object({ tabId: z.string() }),
};

/** A page information (N-012, N-014). */
export const diyPageInfo = z.object({
  pageId: z.string(),
  /** The revision; a save that names it is refused when somebody else changed the same part since. */
  rev: z.number(),
  page: z.strictObject({ ...pageDocument.shape, ...z.object(wireLists).partial().shape }),
  /** Ids of unreadable records, which are replaced by placeholders. */
  broken: z.array(z.string()),
  theme: siteSchema,
  themeId: z.string(),
  themeRoute: z.object({ prefix: z.string() }),
  codeType: z.number(),
  clientType: z.enum(clientTypes),
  clientHost: z.string(),
  projectInfo: z.object({ adminUrl: z.string(), url: z.string() }),
});

/** Of the settings of a layout page, those that other pages get. */
const { showHead, showFoot, background, tabBarSetting } = pageSetting.shape;
const pageLayout = z.object({ showHead, showFoot, background, tabBarSetting });

export const pageInfoOutput = z.object({
  pageId: z.string(),
  path: z.string(),
  rev: z.number(),
  savedAt: z.string(),
  savedBy: z.string(),
  /** Whether the reader may change the texts, pictures and links of the page only. */
  isContentOnly: z.boolean(),
  /** Whether the reader may publish the page, go back to an earlier version and share the draft. */
  mayPublish: z.boolean(),
  /** Ids of the records (and `setting` for the page) that are bound to what visitors may not read. */
  unbound: z.array(z.string()),
  /** The published version; null while nothing is published. */
  published: z.object({ id: z.string(), number: z.number(), rev: z.number(), createdAt: z.string() }).nullable(),
  diyPageInfo,
  /** The CSS of the theme, which previews of the page need. */
  themeCss: z.string(),
  /** The published layouts of the space, which previews of the page need. */
  layouts: z.partialRecord(z.enum(clientTypes), pageLayout),
  /** The source of map tiles; null if the operator has set none. */
  mapTiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
});
type PageInfo = z.input<typeof pageInfoOutput>;

function listsOf({ id: pageId, page }: DraftRow, locale: Locale, tabId: string) {
  return {
    isLayoutPage: (page.setting.layoutFor ?? []).length > 0,
    widgets: widgetsOf(page).flatMap((widget) => wireComponentOf(pageId, widget, locale) ?? []),
    mobileWidgets: Object.values(page.records)
      .filter(isComponent)
      .map((record) => wireDataOf(pageId, record, locale)),
    headTab: { tabId },
  };
}

/** The client that a page information names. @throws {Problem} invalid for one in another spelling than the four (B-205) */
function clientTypeOf(info: unknown): ClientType {
  const named = isObject(info) ? (info.clientType ?? "WapH5") : "WapH5";
  const client = clientTypes.find((known) => known === named);
  if (client === undefined) throw new Problem("invalid", unknownClient);
  return client;
}

async function themeIdOf(tx: Tx, tenantId: string, pageId: string): Promise<string> {
  const [row] = await tx.rows<{ id: string | null }>(sql`
    select coalesce(p.theme, (select id from (${currentTheme(tenantId)}) current_theme)) as id
    from page p where p.tenant_id = ${tenantId}::uuid and p.id = ${pageId}::uuid`);
  return row?.id ?? "";
}

type Context = Pick<CallContext<UserPrincipal>, "principal" | "services" | "locale">;

/** Reads what the builder needs of a page, in the words of the wire. @throws {Problem} notFound; invalid */
export function readPageInfo(
  { id, diyPageInfo: info, tabId = "", recordsOnly }: z.output<typeof pageInfoInput>,
  { principal, services, locale }: Context,
  kind: ProjectKind,
): Promise<PageInfo> {
  const { tenantId } = principal;
  const clientType = clientTypeOf(info);
  return services.database.tenant(tenantId, async (tx) => {
    const draft = await readDraft(tx, principal, id);
    const snapshots = await listSnapshots(tx, { tenantId, pageId: id });
    const site = await readSite(tx.rows, tenantId);
    const saved = await lastSaveOf(tx, draft, tenantId);
    // Null where spaces have no sub-domains: then the installation's own address is the only one.
    const origin = (await services.tenants.originOf(tenantId)) ?? services.env.PUBLIC_URL ?? "";
    const adminUrl = `${origin}/admin/index`;
    return {
      pageId: id,
      path: draft.path,
      rev: draft.rev,
      ...saved,
      isContentOnly: !(await mayUpdateWhole(tx, principal, id)),
      mayPublish: hasLevel(principal, "administrator"),
      unbound: unboundIds(draft.page, await services.registries.of(tenantId)),
      published: snapshots.find((snapshot) => snapshot.isPublished) ?? null,
      diyPageInfo: {
        pageId: id,
        rev: draft.rev,
        page: recordsOnly ? draft.page : { ...draft.page, ...listsOf(draft, locale, tabId) },
        broken: draft.broken,
        theme: site,
        themeId: await themeIdOf(tx, tenantId, id),
        themeRoute: { prefix: kind === "admin" ? "/admin" : "" },
        codeType: codeTypes[kind],
        clientType,
        clientHost: origin,
        projectInfo: { adminUrl, url: origin },
      },
      themeCss: previewCss(site.tokens, site.fonts),
      layouts: layoutsOf(
        (await layoutPages(tx.rows, tenantId)).map((stored) => readPage(stored).page.setting),
        clientTypes,
      ),
      mapTiles: mapTilesOf(services.env) ?? null,
    };
  });
}
