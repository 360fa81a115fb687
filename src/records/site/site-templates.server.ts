import type { PageDocument, StoredPage } from "#kit/page.ts";
import type { Site } from "#kit/site.ts";
import type { SiteTemplate, TemplatePage } from "#kit/site-template.ts";
import { documentOf } from "./document.server.ts";
import type { PublishedPage } from "./publish.server.ts";
import { siteFrom } from "./site.server.ts";

const files = import.meta.glob<SiteTemplate>("../../templates/*.ts", { eager: true, import: "default" });

/** The templates of `src/templates/`, in their order. */
export const siteTemplates: readonly SiteTemplate[] = Object.values(files).toSorted((a, b) => a.order - b.order);

/** The template with this key; undefined if there is none. */
export const siteTemplate = (key: string): SiteTemplate | undefined =>
  siteTemplates.find((template) => template.key === key);

/** The document of a template's page. */
export const documentOfTemplate = ({ title, description, parts }: TemplatePage): PageDocument =>
  documentOf({ title, description }, parts);

/** The address at which a page of a template can be looked at, on any site. */
export const templatePreviewUrl = (key: string, path: string): string => `/outer/template?key=${key}&page=${path}`;

/** The site that a template's pages are previewed in: its name, look and pages. */
export function siteOfTemplate({ key, name, intro, tokens, pages }: SiteTemplate): Site {
  const links = pages.map(({ path, title }) => ({ name: title, url: templatePreviewUrl(key, path), place: "before" }));
  return siteFrom({ name, description: intro, links, menu: [], ...tokens });
}

/** A value of a page whose links to these paths lead elsewhere, such as to previews of pages that the site itself does not have. */
export function withLinks<T>(value: T, urls: ReadonlyMap<string, string>): T {
  if (typeof value === "string") return (urls.get(value) ?? value) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => withLinks(item, urls)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withLinks(item, urls)])) as T;
}

/** A page of a template as visitors would see it; by default its home page. Undefined for an unknown template or path. */
export function templatePage(key: string, path: string | undefined): PublishedPage | undefined {
  const template = siteTemplate(key);
  const page = template?.pages.find((candidate) => path === undefined || candidate.path === path);
  if (template === undefined || page === undefined) return undefined;
  // The document is plain JSON of today's format, as a stored page is.
  const urls = new Map(template.pages.map((other) => [other.path, templatePreviewUrl(key, other.path)]));
  const document = withLinks(documentOfTemplate(page), urls) as unknown as StoredPage;
  return {
    pageId: "",
    document,
    params: {},
    parameters: ["key", "page"],
    isIndexed: false,
    isPreview: true,
    site: siteOfTemplate(template),
  };
}
