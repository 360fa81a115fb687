import { z } from "zod";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import { formatText, locales, type Text } from "#kit/text.ts";
import type { Advance, LogLevel } from "#server/jobs/define-job.server.ts";
import type { ZipInput } from "#server/spreadsheet/zip-part.server.ts";
import { zipInputsOf } from "./static-files.server.ts";
import type { StaticSite } from "./static-html.server.ts";
import { maxStaticPages } from "./static-limits.ts";
import { beginExport, exportPages } from "./static-pages.server.ts";
import { storePart, zipPart } from "./static-zip.server.ts";

const texts = {
  pages: { zh: "正在生成页面", en: "Rendering pages" },
  files: { zh: "正在收集图片和文件", en: "Collecting images and files" },
  limited: {
    zh: "只导出了前 {pages} 个页面，共 {found} 个",
    en: "Only the first {pages} of {found} pages were exported",
  },
  missingPage: { zh: "链接指向不存在的页面：{address}", en: "A link leads to a page that does not exist: {address}" },
  missingFont: {
    zh: "字体无法处理，页面改用主题所选的字体：{address}",
    en: "A font could not be processed. Pages show the typeface of the theme instead: {address}",
  },
  missingFile: { zh: "文件不存在：{address}", en: "The file does not exist: {address}" },
};

/** How far a walk through the pages of a site is: the cursor of a job that makes a ZIP of them. */
export const siteWalk = z.object({
  /** What was decided when it began. */
  settings: z.object({ defaultLocale: z.enum(locales), prefix: z.string(), originalUrl: z.string().nullable() }),
  /** All pages found so far, and how many of them are exported. */
  pages: z.array(z.string()),
  done: z.number().int(),
  /** Pages for the sitemap: those that exist and may be indexed. */
  indexed: z.array(z.string()),
  /** Pages found beyond the limit. */
  beyond: z.number().int(),
  /** All files that pages use, and how many of them are exported. */
  files: z.array(z.string()),
  doneFiles: z.number().int(),
  /** The paths of the parts of fonts that are exported, each with the first page that shows it. */
  fonts: z.array(z.string()).default([]),
  parts: z.array(zipPart),
  isComplete: z.boolean(),
});
export type SiteWalk = z.output<typeof siteWalk>;

/** Pages and files of a slice. */
const pagesPerSlice = 12;
const filesPerSlice = 16;

/** The begin of a walk: all that is known without a rendered page. */
export async function beginWalk(services: Services, tenantId: string): Promise<SiteWalk> {
  const begin = await beginExport(services, tenantId);
  return { ...begin, done: 0, indexed: [], doneFiles: 0, fonts: [], parts: [], isComplete: false };
}

/** What a walk is doing. */
export const stageOf = (position: SiteWalk | undefined): Text =>
  position === undefined || position.done < position.pages.length ? texts.pages : texts.files;

/** `onStored` is called for each stored entry of the ZIP: its name and the number of its bytes, before compression. */
export type WalkOptions = {
  services: Services;
  maker: UserPrincipal;
  site: StaticSite;
  log: (text: Text, level?: LogLevel) => void;
  setTotal: (steps: number) => Promise<void>;
  onStored?: (name: string, bytes: number) => void;
};

/** An entry that tells its size when it was read. */
function measured({ name, content }: ZipInput, onStored: WalkOptions["onStored"] = () => undefined): ZipInput {
  async function* measure() {
    let bytes = 0;
    for await (const chunk of content) {
      bytes += chunk.length;
      yield chunk;
    }
    onStored(name, bytes);
  }
  return { name, content: measure() };
}

async function* measuredAll(inputs: AsyncIterable<ZipInput>, onStored: WalkOptions["onStored"]) {
  for await (const input of inputs) yield measured(input, onStored);
}

/** Renders the next pages of a site, or packs the next files, and stores them as a part of the ZIP; undefined when all are stored. */
export async function walk<P extends SiteWalk>(position: P, options: WalkOptions): Promise<Advance<P> | undefined> {
  const { services, maker, site, log, setTotal, onStored } = options;
  const { tenantId } = maker;
  if (position.done < position.pages.length) {
    const batch = position.pages.slice(position.done, position.done + pagesPerSlice);
    const fonts = new Set(position.fonts);
    const exported = await exportPages(services, tenantId, batch, { site, fonts });
    const foundBefore = new Set(position.pages);
    const found = exported.pages.filter((address) => !foundBefore.has(address));
    const pages = [...position.pages, ...found].slice(0, maxStaticPages);
    for (const address of exported.missing) log(formatText(texts.missingPage, { address }), "warning");
    for (const address of exported.missingFonts) log(formatText(texts.missingFont, { address }), "warning");
    const entries = exported.entries.map((item) => measured(item, onStored));
    const next: P = {
      ...position,
      pages,
      done: position.done + batch.length,
      indexed: [...position.indexed, ...exported.indexed],
      beyond: position.beyond + position.pages.length + found.length - pages.length,
      files: [...new Set([...position.files, ...exported.files])],
      fonts: [...fonts],
      parts: [...position.parts, await storePart(services, maker, entries)],
    };
    await setTotal(next.pages.length + next.files.length);
    return { cursor: next, steps: batch.length };
  }
  if (position.doneFiles < position.files.length) {
    const batch = position.files.slice(position.doneFiles, position.doneFiles + filesPerSlice);
    const files = zipInputsOf(services, tenantId, batch, (address) =>
      log(formatText(texts.missingFile, { address }), "warning"),
    );
    const stored = await storePart(services, maker, measuredAll(files, onStored));
    const next = { ...position, doneFiles: position.doneFiles + batch.length, parts: [...position.parts, stored] };
    return { cursor: next, steps: batch.length };
  }
  if (position.beyond > 0)
    log(
      formatText(texts.limited, { pages: position.pages.length, found: position.pages.length + position.beyond }),
      "warning",
    );
  return undefined;
}

/** Stores the last files of a ZIP, which completes it. */
export async function finishWalk<P extends SiteWalk>(
  position: P,
  { services, maker }: Pick<WalkOptions, "services" | "maker">,
  files: readonly ZipInput[],
): Promise<Advance<P>> {
  const parts = [...position.parts, await storePart(services, maker, files)];
  return { cursor: { ...position, parts, isComplete: true }, steps: 0 };
}
