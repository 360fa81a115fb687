import type { PagePart } from "./page-part.ts";
import type { ThemeTokens } from "./site.ts";
import type { Text } from "./text.ts";

/** A page of a template: a draft of this path in the theme that the template makes. */
export type TemplatePage = { path: string; title: Text; description: Text; parts: PagePart[] };

/** `status` and `level` of templates on the wire (B-198): published, and the best of them. */
export const publishedStatus = 3;
export const bestLevel = 6;
/** The level of a template that is not among the best. */
export const ordinaryLevel = 1;

/**
 * A template of a site: a look and pages that go with it. Default export of a file under `src/templates/`; the file's name is its key. Whoever uses it
 * gets a theme and drafts of their own, which they change as they like.
 */
export type SiteTemplate = {
  key: string;
  /** Its place among the templates. */
  order: number;
  name: Text;
  /** What it is for, in one line. */
  intro: Text;
  /** Shown as featured (`bestLevel`). */
  isFeatured?: true;
  /** The address of its picture, a file of `public/`. */
  picture: string;
  tokens: ThemeTokens & Required<Pick<ThemeTokens, "paper" | "ink" | "brand" | "seal">>;
  /** The first page is the home page. */
  pages: readonly [TemplatePage, ...TemplatePage[]];
};

/** Declares a template. */
export const defineSiteTemplate = (template: SiteTemplate): SiteTemplate => template;
