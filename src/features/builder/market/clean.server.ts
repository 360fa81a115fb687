import { createHash } from "node:crypto";
import { changeVariants } from "#kit/client-override.ts";
import { type FieldConfig, type Fields } from "#kit/field.ts";
import type { MarketDocument } from "#kit/market-document.ts";
import { marketLimits } from "#kit/market.ts";
import { idPrefixes, type PageDocument, type PageRecord, type PageSetting, settingId } from "#kit/page.ts";
import { pageFields } from "#kit/page-fields.ts";
import { descendantsOf, isOnCanvas, rootId, treeOf, widgetsOf, withoutHidden } from "#kit/page-tree.ts";
import { isRowBinding } from "#kit/row-binding.ts";
import { richTextLinks } from "#kit/rich-text.ts";
import { changeFormats, isTextFormat } from "#kit/text-format.ts";
import { formatText, locales, type Locale, type Text } from "#kit/text.ts";
import { fullUrl } from "#kit/url.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { isPublicEverywhere } from "#records/visitors/visitor-source.server.ts";
import { definitionOf } from "#render/registry.ts";
import { readRecord } from "#render/page/read-page.ts";
import {
  addressesIn,
  languagesOf,
  valueFieldsOf,
  type ValueField,
} from "#features/builder/governance/value-fields.server.ts";
import {
  checkRecord,
  checkSetting,
  misplacedRecords,
  type RecordProblem,
} from "#features/builder/server/record-check.server.ts";

const texts = {
  active: { zh: "不能包含脚本、样式或嵌入的网页代码", en: "Remove the script, style or embedded code" },
  foreignPicture: { zh: "不能使用其他网站的图片", en: "Use an uploaded image instead of one on another website" },
  rowId: { zh: "包含本空间的数据标识，请改用一般的链接或文字", en: "Remove the ID of a record of this space" },
  credentials: { zh: "链接不能包含用户名或密码", en: "Remove the username or password from the link" },
  privateFile: { zh: "不能引用私有文件", en: "Remove the link to a private file" },
  deep: { zh: "内容嵌套过深", en: "This content is nested too deeply" },
  empty: { zh: "没有可以提供的组件", en: "There are no components to offer" },
  many: { zh: "组件过多，最多 {n} 个", en: "Too many components. The limit is {n}." },
  large: { zh: "内容过大，最多 1 MB", en: "This is too large. The limit is 1 MB." },
} satisfies Record<string, Text>;

/** What becomes of content that leaves its space. `files`: the stored files that it names, by the record that names them. */
export type CleanedDocument<D extends MarketDocument = MarketDocument> = {
  document: D;
  problems: RecordProblem[];
  files: Map<string, string>;
};

/** Levels of objects and lists in a value. */
const maxNesting = 12;

const activeTag = /<\s{0,9}\/?\s{0,9}(?:script|style|iframe|object|embed|link|meta|base|form|svg|math)\b/i;
const eventAttribute = /<[^<>]{0,500}[\s/"']on[a-z]{3,20}\s*=/i;
const activeAddress = /(?:javascript|vbscript|livescript):|data:text\/|@import|expression\(/i;
/** What follows `](` in an image that is not one of this site; and the address of a reference, in a line of its own. */
const foreignAddress = /^\s{0,9}<?(?!\s{0,9}\/(?:files|assets)\/)/;
const foreignTarget = /^ {0,3}\[[^[\]\n]{1,500}\]:\s{0,9}<?(?!\s{0,9}[/#])/m;
const uuidAnywhere = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
const privateFile = /\/files\/private\b/i;
/** The keys of stored files in a text. */
const storedFiles = /\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[\w.]{0,80})/g;
/** Characters that browsers leave out of addresses. */
const ignoredCharacters = /[\p{Cc}\p{Cf}\s]+/gu;

/** Whether a Markdown text shows an image of another site, by its address or by a reference. */
function hasForeignImage(text: string): boolean {
  const [, ...afterMarks] = text.split("![");
  if (afterMarks.length === 0) return false;
  if (foreignTarget.test(text)) return true;
  return afterMarks.some((rest) => {
    const end = rest.indexOf("](");
    return end !== -1 && foreignAddress.test(rest.slice(end + 2, end + 40));
  });
}

/** Why a text must not leave its space; undefined if it may. */
export function problemOf(text: string): Text | undefined {
  const dense = text.replace(ignoredCharacters, "");
  if (activeTag.test(text) || eventAttribute.test(text) || activeAddress.test(dense)) return texts.active;
  if (hasForeignImage(text)) return texts.foreignPicture;
  if (privateFile.test(text)) return texts.privateFile;
  return uuidAnywhere.test(text.replace(storedFiles, "")) ? texts.rowId : undefined;
}

type Report = (problem: Text) => void;
type Scan = { report: Report; addFile: (key: string) => void };

/** A value without texts that must not leave the space. */
function cleanValue(value: unknown, scan: Scan, depth = 0): unknown {
  if (depth > maxNesting) {
    scan.report(texts.deep);
    return null;
  }
  if (typeof value === "string") {
    const problem = problemOf(value);
    if (problem === undefined) for (const [, key] of value.matchAll(storedFiles)) scan.addFile(key!);
    else scan.report(problem);
    return problem === undefined ? value : null;
  }
  if (Array.isArray(value)) return value.map((item) => cleanValue(item, scan, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cleanValue(item, scan, depth + 1)]));
}

/** True for a field whose values mean something in their own space only: ids of rows, permissions, secrets, what a person has to prove. */
function isBound(field: FieldConfig): boolean {
  const { references, grantsIn, mayHaveSecrets, isHidden, proof } = fieldTypeOf(field);
  return [references, grantsIn, mayHaveSecrets, isHidden, proof].some((property) => property !== undefined);
}

/** True for a value that shows rows of an entity that a space has defined itself: no other space has it. */
function isBoundElsewhere(field: FieldConfig, value: unknown): boolean {
  const { bindingIn } = fieldTypeOf(field);
  return bindingIn !== undefined && isRowBinding(value) && !isPublicEverywhere(bindingIn(value as never).entity);
}

const hasCredentials = (address: string): boolean =>
  /^https?:/i.test(address) && fullUrl(address) === undefined && URL.canParse(address);

/** The values of the settings that a definition has, without bindings to rows; whatever else stands in the value is left out. */
function cleanFields(
  fields: Fields,
  row: Readonly<Record<string, unknown>>,
  path: string,
  scanOf: (path: string) => Scan,
): Record<string, unknown> {
  const settings = Object.entries(fields).filter(([name]) => Object.hasOwn(row, name));
  return Object.fromEntries(
    settings.map(([name, field]) => {
      const value = row[name];
      if (isBound(field) || isBoundElsewhere(field, value)) return [name, null];
      const here = path + name;
      const subFields = fieldTypeOf(field).subFields?.(field);
      if (subFields !== undefined && Array.isArray(value)) {
        const rows = value.filter((item) => typeof item === "object" && item !== null && !Array.isArray(item));
        return [
          name,
          rows.map((item, index) =>
            cleanFields(subFields, item as Record<string, unknown>, `${here}.${index}.`, scanOf),
          ),
        ];
      }
      const scan = scanOf(here);
      const item: ValueField = { name, field, value, row, fields, path: here };
      if (addressesIn(item).some(hasCredentials)) {
        scan.report(texts.credentials);
        return [name, null];
      }
      return [name, cleanValue(value, scan)];
    }),
  );
}

/** The settings of a page that others get with it; what concerns visitors, menus and pop-ups of a site stays there. */
const pageSettings = ["title", "description", "showHead", "showFoot", "keywords", "picture", "background"] as const;

/** A record as others get it; `undefined` for one that cannot leave its space. */
function cleanRecord(record: PageRecord, scanOf: (id: string) => (path: string) => Scan): PageRecord | undefined {
  const settings = definitionOf(record)?.settings;
  if (settings === undefined) return undefined;
  // A period belongs to the calendar of its space, and the row of a page stays there.
  const {
    isHidden: _isHidden,
    isLocked: _isLocked,
    origin: _origin,
    outdated: _outdated,
    period: _period,
    bindings: _bindings,
    ...rest
  } = record;
  const clean = changeVariants(rest as PageRecord, (variant) => ({
    ...variant,
    value: cleanFields(settings, variant.value, "", scanOf(record.id)),
  }));
  const { record: readable } = readRecord(record.id, clean);
  if (readable === undefined) return undefined;
  // A value that no save would accept, because somebody has written it past all saves.
  const invalid = new Set(checkRecord(readable).flatMap(({ field }) => field?.split(".", 1)[0] ?? []));
  const cleaned = changeVariants(readable, (variant) => {
    const valid = Object.entries(variant.value).filter(([name]) => !invalid.has(name));
    return withCleanFormats({ ...variant, value: Object.fromEntries(valid) }, scanOf(record.id));
  });
  return withCleanLabel(cleaned, scanOf(record.id));
}

/** A record whose formats fit its words, which are cleaned already, and have links that may leave the space only. */
const withCleanFormats = (record: PageRecord, scanOf: (path: string) => Scan): PageRecord =>
  changeFormats(record, (format, setting) => {
    const scan = scanOf(setting);
    const links = richTextLinks(format);
    const hasSecrets = links.some(hasCredentials);
    if (hasSecrets) scan.report(texts.credentials);
    const isClean = links.every((link) => cleanValue(link, scan) !== null);
    return isClean && !hasSecrets ? format : undefined;
  });

/** A record without a name that must not leave its space. */
function withCleanLabel(record: PageRecord, scanOf: (path: string) => Scan): PageRecord {
  if (record.kind === "group" || record.label === undefined) return record;
  const { label, ...rest } = record;
  return cleanValue(label, scanOf("label")) === null ? rest : record;
}

/**
 * A page as it may leave its space: the components that the program knows, with the settings that their definitions have. Hidden components stay. Used
 * when something is offered, which is refused with any problem, and again when it is taken, where the cleaned page counts.
 */
export function cleanPage(source: PageDocument): CleanedDocument<{ page: PageDocument }> {
  const problems: RecordProblem[] = [];
  const files = new Map<string, string>();
  const scanOf = (id: string) => (field: string) => ({
    report: (message: Text) => void problems.push({ id, field, message }),
    addFile: (key: string) => void files.set(key, id),
  });
  const visible = withoutHidden(source);
  const tree = treeOf(visible);
  const all = widgetsOf(visible).flatMap((widget) => [widget, ...descendantsOf(tree, widget.id)]);
  const records = all.slice(0, marketLimits.records).flatMap((record) => {
    const cleaned = cleanRecord(record, scanOf);
    if (!problems.some(({ id }) => id === record.id)) problems.push(...checkRecord(record, true));
    return cleaned ?? [];
  });
  const chosen = Object.fromEntries(
    pageSettings.flatMap((name) => (source.setting[name] === undefined ? [] : [[name, source.setting[name]]])),
  );
  const setting = {
    title: {},
    description: {},
    showHead: true,
    showFoot: true,
    ...cleanFields(pageFields, chosen, "", scanOf(settingId)),
  } as PageSetting;
  const invalid = new Set(checkSetting(setting).map(({ field }) => field?.split(".", 1)[0]));
  const valid = Object.entries(setting).filter(([name]) => !invalid.has(name));
  const page: PageDocument = {
    schema: 1,
    setting: { showHead: true, showFoot: true, title: {}, description: {}, ...Object.fromEntries(valid) },
    records: Object.fromEntries(records.map((record) => [record.id, record])),
  };
  problems.push(...misplacedRecords(page), ...checkSetting(setting));
  if (all.length > marketLimits.records)
    problems.unshift({ id: settingId, message: formatText(texts.many, { n: marketLimits.records }) });
  if (records.length === 0) problems.unshift({ id: settingId, message: texts.empty });
  if (Buffer.byteLength(JSON.stringify(page)) > marketLimits.bytes)
    problems.unshift({ id: settingId, message: texts.large });
  const misplaced = new Set(misplacedRecords(page).map(({ id }) => id));
  for (const id of misplaced) delete page.records[id];
  return { document: { page }, problems, files };
}

/** A page whose addresses of stored files are replaced; those without a new one are left out. */
export function pageWithFiles(page: PageDocument, newKeys: ReadonlyMap<string, string>): PageDocument {
  const replaced = (value: unknown): unknown => {
    if (typeof value === "string") {
      const keys = [...value.matchAll(storedFiles)].map(([, key]) => key!);
      if (keys.some((key) => !newKeys.has(key))) return null;
      return value.replace(storedFiles, (_address, key: string) => `/files/${newKeys.get(key)!}`);
    }
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaced(item)]));
  };
  const records = Object.values(page.records).map((record) =>
    changeVariants(record, (variant) => ({
      ...changeFormats(variant, (format) => {
        const next = replaced(format);
        return isTextFormat(next) ? next : undefined;
      }),
      value: replaced(variant.value) as PageRecord["value"],
    })),
  );
  return {
    ...page,
    setting: replaced(page.setting) as PageSetting,
    records: Object.fromEntries(records.map((record) => [record.id, record])),
  };
}

/** A key that says nothing about what it stands for, and is the same in all editions of an item. */
export const keyInItem = (itemId: string, id: string): string =>
  createHash("sha256").update(`${itemId}:${id}`).digest("hex").slice(0, 20);

const idInItem = (itemId: string, { id, kind }: Pick<PageRecord, "id" | "kind">): string =>
  `${idPrefixes[kind]}_${keyInItem(itemId, id)}`;

/** A page with the ids that its records have in an item. */
export function pageWithItemIds({ records, ...page }: PageDocument, itemId: string): PageDocument {
  const ids = new Map(Object.values(records).map((record) => [record.id, idInItem(itemId, record)]));
  const renamed = Object.values(records).map((record): PageRecord => {
    const id = ids.get(record.id)!;
    return isOnCanvas(record) ? { ...record, id, parent: ids.get(record.parent) ?? rootId } : { ...record, id };
  });
  return { ...page, records: Object.fromEntries(renamed.map((record) => [record.id, record])) };
}

/** A page whose records say from which item and edition they come. */
export function withOrigin(page: PageDocument, item: { id: string; edition: number }): PageDocument {
  const records = Object.values(page.records).map((record): PageRecord => ({
    ...record,
    origin: { item: item.id, edition: item.edition, record: record.id },
  }));
  return { ...page, records: Object.fromEntries(records.map((record) => [record.id, record])) };
}

/** The languages of pages: those that have most of their texts. */
export function languagesOfPages(pages: readonly PageDocument[]): Locale[] {
  const fields = pages
    .flatMap(({ records }) => Object.values(records))
    .flatMap((record) => valueFieldsOf(definitionOf(record)?.settings ?? {}, record.value));
  const filled = fields.filter(({ field }) => field.localized === true).map((field) => languagesOf(field).filled);
  const counts = locales.map((locale) => filled.filter((languages) => languages.includes(locale)).length);
  const maxCount = Math.max(...counts);
  return locales.filter((_locale, index) => maxCount === 0 || counts[index]! * 10 >= maxCount * 8);
}
