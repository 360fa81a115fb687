import { type Fields, isEmpty } from "#kit/field.ts";
import { checkFields } from "#kit/check-fields.ts";
import { isObject } from "#kit/is-object.ts";
import { documentsOf, type MarketDocument, type ThemePage, themePagesOf } from "#kit/market-document.ts";
import { marketLimits } from "#kit/market.ts";
import { type PageDocument, settingId } from "#kit/page.ts";
import { maxPathLength, pagePathProblem } from "#kit/page-path.ts";
import { themeTokens } from "#kit/site-schema.ts";
import { formatText, locales, type Locale, type Text } from "#kit/text.ts";
import { colorProblems } from "#kit/theme-colors.ts";
import { themeFields } from "#kit/theme-fields.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import type { RecordProblem } from "#features/builder/server/record-check.server.ts";
import {
  type CleanedDocument,
  cleanPage,
  keyInItem,
  languagesOfPages,
  pageWithFiles,
  pageWithItemIds,
  problemOf,
} from "./clean.server.ts";

const texts = {
  samePath: { zh: "两个页面的路径都是 {path}，请只选一个", en: "Two pages have the path {path}. Choose one of them." },
  many: { zh: "页面过多，最多 {n} 个", en: "Too many pages. The limit is {n}." },
  manyRecords: {
    zh: "所有页面的组件合计最多 {n} 个",
    en: "Too many components. The limit is {n} for all pages together.",
  },
  large: { zh: "所有页面合计最多 1 MB", en: "These pages are too large. The limit is 1 MB for all of them." },
  unreadable: { zh: "页面无法读取", en: "This page cannot be read" },
} satisfies Record<string, Text>;

/** Whether stored data has the shape of a page that comes with a theme; what is in it is checked apart. */
const isThemePage = (value: unknown): value is ThemePage =>
  isObject(value) &&
  typeof value.key === "string" &&
  typeof value.path === "string" &&
  value.path.length <= maxPathLength &&
  isObject(value.page) &&
  isObject(value.page.setting) &&
  isObject(value.page.records) &&
  Object.values(value.page.records).every(isObject);

/** The pages of a theme as they may leave their space, each cleaned as any page, and all of them within the limits of one item. */
function cleanThemePages(source: readonly unknown[]): { pages: ThemePage[] } & Omit<CleanedDocument, "document"> {
  const problems: RecordProblem[] = [];
  const files = new Map<string, string>();
  const pages: ThemePage[] = [];
  let [records, bytes] = [0, 0];
  if (source.length > marketLimits.pages)
    problems.push({ id: settingId, message: formatText(texts.many, { n: marketLimits.pages }) });
  for (const item of source.slice(0, marketLimits.pages)) {
    if (!isThemePage(item)) {
      problems.push({ id: settingId, message: texts.unreadable });
      continue;
    }
    const { key, path } = item;
    const report = (message: Text) => problems.push({ id: settingId, page: path, message });
    const cleaned = cleanPage(item.page);
    const { page } = cleaned.document;
    const isRepeated = pages.some((other) => other.key === key || other.path === path);
    const pathProblem = isRepeated ? formatText(texts.samePath, { path }) : (pagePathProblem(path) ?? problemOf(path));
    problems.push(...cleaned.problems.map((problem) => ({ ...problem, page: path })));
    records += Object.keys(page.records).length;
    bytes += Buffer.byteLength(JSON.stringify(page));
    if (pathProblem !== undefined) report(pathProblem);
    else if (records > marketLimits.records) report(formatText(texts.manyRecords, { n: marketLimits.records }));
    else if (bytes > marketLimits.bytes) report(texts.large);
    else {
      pages.push({ key, path, page });
      for (const [file, record] of cleaned.files) files.set(file, record);
    }
  }
  return { pages, problems, files };
}

/** The tokens of a theme as they may leave their space: colours, numbers within limits and keys of closed lists. `pages`: what comes with it. */
export function cleanTheme(
  source: Readonly<Record<string, unknown>>,
  sourcePages: readonly unknown[] = [],
): CleanedDocument {
  const names = Object.keys(themeTokens.def.shape) as (keyof typeof themeFields)[];
  const values = Object.fromEntries(names.flatMap((name) => (isEmpty(source[name]) ? [] : [[name, source[name]]])));
  const found = {
    ...checkFields(themeFields as Fields, values, values, { typeOf: fieldTypeOf, isDraft: true }),
    ...colorProblems(values),
  };
  const wrongTokens = Object.entries(found).map(([field, message]) => ({ id: settingId, field, message }));
  for (const { field } of wrongTokens) delete values[field];
  const { pages, problems, files } = cleanThemePages(sourcePages);
  const document = pages.length === 0 ? { tokens: values } : { tokens: values, pages };
  return { document, problems: [...wrongTokens, ...problems], files };
}

/** A document as it may leave its space, whatever is stored. */
export function cleanDocument(document: MarketDocument): CleanedDocument {
  if (document.page !== undefined) return cleanPage(document.page);
  const { tokens, pages } = document;
  return cleanTheme(tokens, Array.isArray(pages) ? pages : []);
}

/** A document with each of its pages changed; those of a theme may get other keys. */
function withPages(
  document: MarketDocument,
  change: (page: PageDocument, key?: string) => PageDocument,
  keyOf: (key: string) => string = (key) => key,
): MarketDocument {
  if (document.page !== undefined) return { page: change(document.page) };
  const { tokens, pages } = document;
  if (pages === undefined) return { tokens };
  return { tokens, pages: pages.map(({ key, path, page }) => ({ key: keyOf(key), path, page: change(page, key) })) };
}

/** A document whose addresses of stored files are replaced; those without a new one are left out. */
export const withFiles = (document: MarketDocument, newKeys: ReadonlyMap<string, string>): MarketDocument =>
  withPages(document, (page) => pageWithFiles(page, newKeys));

/** A document with the ids that its pages and their records have in an item. Two pages may have records of the same id. */
export const withItemIds = (document: MarketDocument, itemId: string): MarketDocument =>
  withPages(
    document,
    (page, key) => pageWithItemIds(page, key === undefined ? itemId : `${itemId}:${key}`),
    (key) => keyInItem(itemId, key),
  );

/** The languages of a document: those that have most of its texts; both for a theme alone. */
export const languagesIn = (document: MarketDocument): Locale[] =>
  document.page === undefined && themePagesOf(document).length === 0
    ? [...locales]
    : languagesOfPages(documentsOf(document));
