import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import { isPublished } from "#kit/common-fields.ts";
import type { Filter } from "#kit/filter.ts";
import { Problem } from "#kit/problem.ts";
import type { Site } from "#kit/site.ts";
import type { Locale } from "#kit/text.ts";
import type { LoadContext, PageDescription } from "#kit/widget.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { marketTag, rowsTag } from "#server/postgres/tags.server.ts";
import { searchFilter, findRows } from "#records/query/find.server.ts";
import { countRows, readRows } from "#records/query/list.server.ts";
import { markdown } from "#kit/markdown.ts";
import type { RowItem } from "#kit/row-binding.ts";
import { getOrCompute } from "#kit/memo.ts";
import { siteTemplates } from "./site-templates.server.ts";
import { noProse, richTextHtml } from "#kit/rich-text-html.ts";

/** A filter for published rows that satisfy `filter`. */
const withPublished = (filter: Filter | undefined): Filter => ({
  and: [isPublished, ...(filter === undefined ? [] : [filter])],
});

/** Thrown by a widget whose page does not exist: the response is 404. */
export const noSuchPage = new Problem("notFound", { zh: "页面不存在", en: "Page not found" });

/** Thrown by a widget whose page has another address: the response is a redirect. */
export class PageRedirect extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`The page is at ${path}`);
    this.path = path;
  }
}

function publicEntity(entities: EntityRegistry, type: string): EntityDefinition {
  const entity = entities.find(type);
  if (entity.fields.status === undefined) throw new Error(`Rows of ${type} have no status, so none of them is public.`);
  return entity;
}

/** The page for which a widget loads data. `onRead` gets the cache tag of everything that was read, `onDescribe` the description of the page. */
export type LoadRequest = {
  tenantId: string;
  entities: EntityRegistry;
  locale: Locale;
  site: Site;
  path: string;
  market: LoadContext["market"];
  builderMenu: LoadContext["builderMenu"];
  /** Reads bound rows, and tells the tags itself. */
  items: LoadContext["items"];
  /** A parameter of the address; absent in the builder. */
  param?: (name: string) => string | undefined;
  /** True for a draft, as in the builder, whose address has no parameters. */
  isPreview?: boolean;
  onRead?: (tag: string) => void;
  onDescribe?: (page: PageDescription) => void;
};

/** The context in which widgets load their data. It reads only published rows of their own tenant. */
export function publicRows(database: Database, request: LoadRequest): LoadContext {
  const {
    tenantId,
    entities,
    locale,
    site,
    path,
    market,
    builderMenu,
    items,
    param,
    isPreview = param === undefined,
  } = request;
  const { onRead, onDescribe } = request;
  const principal = { kind: "system", tenantId } as const;
  const entityFor = (type: string) => {
    onRead?.(rowsTag(tenantId, type));
    return publicEntity(entities, type);
  };
  // Components with the same binding share a query.
  const itemsByBinding = new Map<string, Promise<RowItem[]>>();
  return {
    locale,
    site,
    path,
    isPreview,
    items: (binding) => getOrCompute(itemsByBinding, JSON.stringify(binding), () => items(binding)),
    templates: () => siteTemplates,
    market(query) {
      onRead?.(marketTag);
      return market(query);
    },
    builderMenu() {
      // The icons of its entries may be the space's own.
      for (const type of ["menu", "icon"]) onRead?.(rowsTag(tenantId, type));
      return builderMenu();
    },
    param: (name) => param?.(name),
    markdown,
    richText: (text) => (text === undefined ? noProse : richTextHtml(text)),
    describe: (page) => onDescribe?.(page),
    notFound() {
      throw noSuchPage;
    },
    redirectTo(url) {
      throw new PageRedirect(url);
    },
    async list(type, { filter, find = "", sort, limit, page = 1, fields, after, before }) {
      const entity = entityFor(type);
      const query = {
        filter: withPublished(filter),
        sort: sort ?? entity.publicSort ?? entity.list.sort,
        pageSize: limit,
        pageIndex: page,
        ...(fields === undefined ? {} : { fields }),
      };
      const cursor = { ...(after === undefined ? {} : { after }), ...(before === undefined ? {} : { before }) };
      const rows = await (find === ""
        ? readRows(database, principal, entity, { ...query, ...cursor })
        : findRows(database, principal, entity, find, query));
      return rows as AnyRow[] as never;
    },
    async count(type, { filter, find = "" } = {}) {
      const entity = entityFor(type);
      return (
        await countRows(database, principal, entity, { and: [withPublished(filter), searchFilter(entity, find)] })
      ).total;
    },
  };
}
