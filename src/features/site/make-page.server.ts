import type { Services } from "#kit/call.ts";
import type { ClientType } from "#kit/client-type.ts";
import type { PageDocument } from "#kit/page.ts";
import { layoutsOf, type PageLayout, withLayout } from "#kit/page-layout.ts";
import { widgetsOf, withoutHidden } from "#kit/page-tree.ts";
import { publicSettingAttributes } from "#kit/public-settings.ts";
import type { Site } from "#kit/site.ts";
import type { Locale } from "#kit/text.ts";
import { nextChange, pageForVisit } from "#kit/visited-page.ts";
import type { LoadContext, PageDescription, RefusedForm, StaticExport } from "#kit/widget.ts";
import { boundFields, boundPage, noRow } from "#kit/bound-page.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { menuForVisitors } from "#records/describe/menus.server.ts";
import { layoutPages } from "#records/site/layout-pages.server.ts";
import { noSuchPage, PageRedirect, publicRows } from "#records/site/public-rows.server.ts";
import { type FindPage, pageTag, type PublishedPage } from "#records/site/publish.server.ts";
import { aliasOf, readSite, siteTags } from "#records/site/site.server.ts";
import { readBoundRow, readItems, type VisitorReader } from "#records/visitors/visitor-rows.server.ts";
import { mapTilesOf } from "#server/env.server.ts";
import { uuidPattern } from "#server/process/id.server.ts";
import { subsetUrl } from "#server/files/font-subset.server.ts";
import type { Read } from "#server/postgres/database.server.ts";
import { rowExistenceTag } from "#server/postgres/tags.server.ts";
import type { PageAssets } from "#render/page/page-input.ts";
import { renderPage } from "#render/page/page.server.tsx";
import { readPage, type ReadPage, readSnapshot } from "#render/page/read-page.ts";
import { boundSettingsWith } from "#render/page/bound-settings.ts";
import { widgets } from "#render/registry.ts";
import type { Address } from "./address.server.ts";
import { builtInPage } from "./built-in-pages.server.ts";
import { normalizedQuery, queryValue } from "./page-query.server.ts";
import { type ErrorPageName, errorPageDocument, errorPages } from "./error-pages.server.ts";

/** `search` is the query of the address, without its "?". */
export type PageRequest = {
  address: Address;
  path: string;
  search: string;
  locale: Locale;
  client: ClientType;
  /** True for a signed-in person, who gets pages that require it. */
  isSignedIn?: boolean;
  /** See `RenderContext`. */
  staticExport?: StaticExport;
  /** A rejected form to show again. */
  refusedForm?: RefusedForm;
};
/** A rendered page, the tags of its data, and the query parameters that it depends on. */
export type RenderedPage = {
  status: number;
  html: string;
  /** The content security policy. */
  policy: string;
  tags: string[];
  parameters: string[];
  site: Site;
  pageTexts: { title: string; description: string };
  /** The `Link` header, which preloads the page's fonts; undefined without fonts. */
  link: string | undefined;
  /** The target of a redirect, instead of a page. */
  location?: string;
  /** See `PageDescription`. */
  drawing?: string | undefined;
  /** When a part of the page begins or ends to be shown, in ms since 1970; undefined if none does. */
  changesAt?: number | undefined;
};

/** Runs every widget's `load`. Returns the data by widget id. A widget whose `load` fails is shown as broken, the rest as usual. */
async function loadWidgets(page: PageDocument, context: LoadContext, onBroken: (id: string, error: unknown) => void) {
  const data = new Map<string, unknown>();
  const loadWidget = async (id: string, name: string, value: never) => {
    const load = widgets.get(name)?.load;
    if (load === undefined) return;
    await load(value, context).then(
      (loaded) => data.set(id, loaded),
      (error: unknown) => {
        // The caller handles outages, missing rows and redirects.
        const isForCaller = error === noSuchPage || error instanceof PageRedirect;
        if (isForCaller || (error as { code?: string }).code === "unavailable") throw error;
        onBroken(id, error);
      },
    );
  };
  await Promise.all(widgetsOf(page).map((widget) => loadWidget(widget.id, widget.name, widget.value as never)));
  return data;
}

/**
 * The page with the values of its row: the one that its address names, or without an id the first. The title of the row is that of the page.
 * @throws `noSuchPage` when visitors may read no row with the id
 */
async function withBoundRow(page: PageDocument, context: LoadContext, reader: VisitorReader): Promise<PageDocument> {
  const { row: binding } = page.setting;
  if (binding === undefined || binding === null) return page;
  const id = context.param("id") ?? context.param("key");
  if (id !== undefined && !uuidPattern.test(id)) throw noSuchPage;
  const row = await readBoundRow(reader, binding, { id, names: boundFields(page) });
  if (row === undefined && id !== undefined) throw noSuchPage;
  if (row !== undefined && row.title !== "") context.describe({ title: row.title });
  return boundPage(page, row ?? noRow, boundSettingsWith(fieldTypeOf));
}

/** The values of a page that is not published but built in. */
const builtInDefaults: Omit<PublishedPage, "document"> = { pageId: "", params: {} };

type RenderingInput = {
  services: Services;
  assets: PageAssets;
  request: PageRequest;
  page: PageDocument;
  broken: ReadPage["broken"];
  site: Site;
  data: ReadonlyMap<string, unknown>;
  query: string;
  pageDescription: PageDescription;
  isIndexed: boolean;
};

/** Renders a document to HTML for a language and client. Parts that cannot be read or rendered are logged. */
function renderDocument({ services, request, broken, ...input }: RenderingInput) {
  const { address, path, locale, client, refusedForm, staticExport } = request;
  const onBroken = (recordId: string, error: unknown) =>
    services.log.error({ err: error, tenantId: address.tenantId, path, recordId }, "a part of a page cannot be shown");
  for (const id of broken) onBroken(id, new Error("the record cannot be read"));
  return renderPage({
    ...input,
    mapTiles: mapTilesOf(services.env),
    subsetUrl: (font, counts) => subsetUrl(services.pepper, font, counts),
    attributes: publicSettingAttributes(services.env),
    broken: new Set(broken),
    locale,
    client,
    path,
    refusedForm,
    staticExport,
    origin: address.origin,
    onBroken,
  });
}

/** Renders an error page with the header and footer of a site. */
export function makeErrorPage(
  services: Services,
  assets: PageAssets,
  request: PageRequest,
  name: ErrorPageName,
  site: Site,
): RenderedPage {
  const page = errorPageDocument(name, request.address.origin);
  const emptyContent = { data: new Map(), query: "", pageDescription: {}, isIndexed: false };
  const rendering = renderDocument({ services, assets, request, page, broken: [], site, ...emptyContent });
  return {
    ...rendering,
    site,
    status: errorPages[name].status,
    tags: siteTags(request.address.tenantId),
    parameters: [],
  };
}

/** A redirect instead of a page. */
const redirectPage = (
  { path }: PageRedirect,
  source: Pick<RenderedPage, "tags" | "parameters" | "site">,
): RenderedPage => ({
  ...source,
  status: 302,
  location: path,
  html: "",
  policy: "default-src 'none'",
  pageTexts: { title: "", description: "" },
  link: undefined,
});

/** The tenant's site. @throws {Problem} unavailable */
export function siteOf({ database }: Services, tenantId: string): Promise<Site> {
  return readSite((query) => database.readForDisplay(tenantId, query), tenantId);
}

/**
 * A tenant's site, and the published page at a path or at the path that it is an alias of. `path` in the result is that of the page; `foundPage` is
 * undefined if there is none. `findPublished`: another look-up, for drafts.
 * @throws {Problem} unavailable
 */
export async function findPage(
  { database, publishedPages }: Pick<Services, "database" | "publishedPages">,
  tenantId: string,
  path: string,
  findPublished = publishedPages.find,
) {
  const read: Read = (query) => database.readForDisplay(tenantId, query);
  const [site, foundPage] = await Promise.all([readSite(read, tenantId), findPublished(read, tenantId, path)]);
  const aliasTarget = foundPage === undefined ? aliasOf(site, path) : undefined;
  if (aliasTarget === undefined) return { site, path, foundPage };
  return { site, path: aliasTarget, foundPage: await findPublished(read, tenantId, aliasTarget) };
}

/** The layout that the published layout pages of a tenant give to the pages of a client; undefined without one. */
export async function readLayout(
  { database }: Pick<Services, "database">,
  tenantId: string,
  client: ClientType,
): Promise<PageLayout | undefined> {
  const pages = await layoutPages((query) => database.readForDisplay(tenantId, query), tenantId);
  return layoutsOf(
    pages.map((stored) => readPage(stored).page.setting),
    [client],
  )[client];
}

/** The document of a page or, without a page, the built-in document at the path. */
function readDocument(foundPage: PublishedPage | undefined, path: string): ReadPage | undefined {
  if (foundPage !== undefined) return readSnapshot(foundPage.document);
  const page = builtInPage(path);
  return page === undefined ? undefined : { page, broken: [] };
}

/**
 * Finds the published page at the request's path and renders it; undefined if there is none. `findPublished`: another look-up, for drafts.
 * @throws {Problem} unavailable
 */
export async function makePage(
  services: Services,
  assets: PageAssets,
  request: PageRequest,
  findPublished: FindPage = services.publishedPages.find,
): Promise<RenderedPage | undefined> {
  const { address, search, locale, client } = request;
  const { tenantId } = address;
  const { database, log, registries } = services;
  const [entities, layout, { site: ownSite, path, foundPage }] = await Promise.all([
    registries.of(tenantId),
    readLayout(services, tenantId, client),
    findPage(services, tenantId, request.path, findPublished),
  ]);
  const readResult = readDocument(foundPage, request.path);
  if (readResult === undefined) return undefined;
  const { broken } = readResult;
  const at = Date.now();
  const visiblePage = withoutHidden(readResult.page);
  const shownPage = pageForVisit(visiblePage, { client, locale, at });
  const { pageId, params, isIndexed = true, isFramed = true, isPreview = false } = foundPage ?? builtInDefaults;
  const setting = withLayout(shownPage.setting, layout);
  const unboundPage = { ...shownPage, setting: isFramed ? setting : { ...setting, showHead: false, showFoot: false } };
  const site = foundPage?.site ?? ownSite;
  const pageTags = [...siteTags(tenantId), pageTag(tenantId, pageId), rowExistenceTag(tenantId, "page")];
  // A share link shows a draft to people without an account.
  if (unboundPage.setting.isLogin === true && request.isSignedIn !== true && !isPreview)
    return { ...makeErrorPage(services, assets, { ...request, path }, "signIn", site), tags: pageTags };
  const tags = new Set(pageTags);
  const queryNames = new Set(foundPage?.parameters);
  const pageDescription: PageDescription = {};
  const onRead = (tag: string) => void tags.add(tag);
  const visitorReader: VisitorReader = { database, entities, tenantId, locale, onRead };
  const context = publicRows(database, {
    tenantId,
    entities,
    locale,
    site,
    path,
    isPreview,
    market: (query) => services.market.items(query),
    builderMenu: () => menuForVisitors(database, { tenantId, entities }, "builder"),
    items: (binding) => readItems(visitorReader, binding),
    onRead,
    onDescribe: (widgetDescription) => Object.assign(pageDescription, widgetDescription),
    param(name) {
      if (params[name] !== undefined) return params[name];
      queryNames.add(name);
      return queryValue(search, name);
    },
  });
  const onBroken = (widgetId: string, error: unknown) =>
    log.error({ err: error, tenantId, path, widgetId }, "a widget's load failed");
  try {
    const page = await withBoundRow(unboundPage, context, visitorReader);
    const data = await loadWidgets(page, context, onBroken);
    const query = normalizedQuery(search, [...queryNames].toSorted());
    const rendering = renderDocument({
      services,
      assets,
      request: { ...request, path },
      page,
      broken,
      site,
      data,
      query,
      pageDescription,
      isIndexed,
    });
    const status = request.refusedForm === undefined ? 200 : 422;
    return {
      ...rendering,
      site,
      status,
      tags: [...tags],
      parameters: [...queryNames],
      drawing: pageDescription.drawing,
      changesAt: nextChange(visiblePage, at),
    };
  } catch (error) {
    if (error === noSuchPage) return undefined;
    if (error instanceof PageRedirect)
      return redirectPage(error, { tags: [...tags], parameters: [...queryNames], site });
    throw error;
  }
}
