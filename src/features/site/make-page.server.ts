import type { Services } from "#kit/call.ts";
import { type PageDocument, widgetsOf } from "#kit/page.ts";
import type { Site } from "#kit/site.ts";
import type { Locale } from "#kit/text.ts";
import type { LoadContext } from "#kit/widget.ts";
import { publicRows } from "#records/public-rows.server.ts";
import { pageTag, publishedPage } from "#records/publish.server.ts";
import { readSite, themeTag } from "#records/site.server.ts";
import type { Client, PageAssets } from "#render/page-input.ts";
import { renderPage } from "#render/page.server.tsx";
import { widgets } from "#render/registry.ts";
import type { Address } from "./address.server.ts";
import { type NoticeName, noticePage, notices } from "./notices.server.ts";

export type PageRequest = { address: Address; path: string; locale: Locale; client: Client };
/** A page, and the tags of what it was made from. */
export type MadePage = { status: number; html: string; policy: string; tags: string[]; site: Site };

/** Runs every widget's `load`. One that fails leaves its widget without data, which then shows as broken; the page goes on. */
async function loadAll(page: PageDocument, context: LoadContext, onBroken: (id: string, error: unknown) => void) {
  const data = new Map<string, unknown>();
  const run = async (id: string, name: string, value: never) => {
    const load = widgets.get(name)?.load;
    if (load === undefined) return;
    await load(value, context).then(
      (loaded) => data.set(id, loaded),
      (error: unknown) => {
        // Without the database there is no page at all; that is for the caller to say.
        if ((error as { code?: string }).code === "unavailable") throw error;
        onBroken(id, error);
      },
    );
  };
  await Promise.all(widgetsOf(page).map((widget) => run(widget.id, widget.name, widget.value as never)));
  return data;
}

type Drawing = {
  services: Services;
  assets: PageAssets;
  request: PageRequest;
  page: PageDocument;
  site: Site;
  data: ReadonlyMap<string, unknown>;
  isIndexed: boolean;
};

/** Turns a document into HTML for one language and client. */
function draw({ services, request, ...input }: Drawing) {
  const { address, path, locale, client } = request;
  const onBroken = (recordId: string, error: unknown) =>
    services.log.error({ err: error, tenantId: address.tenantId, path, recordId }, "a part of a page cannot be shown");
  return renderPage({ ...input, locale, client, path, origin: address.origin, onBroken });
}

/** A page of the program itself, in the tenant's own frame as far as that is known. */
export function makeNotice(
  services: Services,
  assets: PageAssets,
  request: PageRequest,
  name: NoticeName,
  site: Site,
): MadePage {
  const drawn = draw({ services, assets, request, page: noticePage(name), site, data: new Map(), isIndexed: false });
  return { ...drawn, site, status: notices[name].status, tags: [themeTag(request.address.tenantId)] };
}

/** What the tenant's theme says. @throws {Problem} unavailable */
export function siteOf({ database }: Services, tenantId: string): Promise<Site> {
  return database.tenant(tenantId, (tx) => readSite(tx, tenantId));
}

/**
 * Finds what is published at the request's path and renders it; undefined when nothing is.
 * @throws {Problem} unavailable
 */
export async function makePage(
  services: Services,
  assets: PageAssets,
  request: PageRequest,
): Promise<MadePage | undefined> {
  const { address, path, locale } = request;
  const { tenantId } = address;
  const { site, found } = await services.database.tenant(tenantId, async (tx) => ({
    site: await readSite(tx, tenantId),
    found: await publishedPage(tx, tenantId, path),
  }));
  if (found === undefined) return undefined;
  const tags = new Set([themeTag(tenantId), pageTag(tenantId, found.pageId), `${tenantId}:page`]);
  const onBroken = (widgetId: string, error: unknown) =>
    services.log.error({ err: error, tenantId, path, widgetId }, "a widget's load failed");
  const data = await loadAll(
    found.document,
    publicRows(services.database, tenantId, locale, (tag) => tags.add(tag)),
    onBroken,
  );
  const drawn = draw({ services, assets, request, page: found.document, site, data, isIndexed: true });
  return { ...drawn, site, status: 200, tags: [...tags] };
}
