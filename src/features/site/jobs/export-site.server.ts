import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { administrator, forbiddenText } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { refusal } from "#kit/refusal.ts";
import { formatText, locales } from "#kit/text.ts";
import { defineJob } from "#server/jobs/define-job.server.ts";
import { addPrivateFile, removePrivateFiles } from "#server/files/private-files.server.ts";
import { findMember } from "#server/identity/member-principal.server.ts";
import { joinZipParts, type StoredPart, writeZipPart, type ZipInput } from "#server/spreadsheet/zip-part.server.ts";
import { maxStaticPages, originText, staticOriginPattern } from "../static-export/static-limits.ts";
import { beginExport, exportPages, filesOfEnd } from "../static-export/static-pages.server.ts";
import type { StaticSite } from "../static-export/static-html.server.ts";
import { zipInputsOf } from "../static-export/static-files.server.ts";

const texts = {
  title: { zh: "导出静态站点", en: "Export the site as files" },
  pages: { zh: "正在生成页面", en: "Rendering pages" },
  files: { zh: "正在收集图片和文件", en: "Collecting images and files" },
  joining: { zh: "正在生成 ZIP", en: "Building the ZIP" },
  done: {
    zh: "已导出 {pages} 个页面（中英文）和 {files} 个文件，ZIP 保留 1 小时",
    en: "Exported {pages} {pages|page|pages} in both languages and {files} {files|file|files}. The ZIP is kept for an hour.",
  },
  limited: {
    zh: "只导出了前 {pages} 个页面，共 {found} 个",
    en: "Only the first {pages} of {found} pages were exported",
  },
  missingPage: { zh: "链接指向不存在的页面：{address}", en: "A link leads to a page that does not exist: {address}" },
  missingFile: { zh: "文件不存在：{address}", en: "The file does not exist: {address}" },
  tooLarge: {
    zh: "导出的文件超过 4 GB，请减少图片和视频",
    en: "The export would be larger than 4 GB. Use fewer images and videos.",
  },
};

const input = z.strictObject({
  /** Where the export will be served: scheme and host. */
  origin: z
    .string()
    .max(200)
    .refine((value) => staticOriginPattern.test(value), refusal(originText)),
  /** Whether forms, search and sign-in link to the original site; otherwise they only say that they are not available. */
  linksToOriginal: z.boolean().default(false),
});

const part = z.object({ key: z.string(), entries: z.number(), content: z.number(), directory: z.number() });

const cursor = z.object({
  /** What was decided when the export began. */
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
  parts: z.array(part),
  isComplete: z.boolean(),
});
type Cursor = z.output<typeof cursor>;

/** Pages and files of a slice. */
const pagesPerSlice = 12;
const filesPerSlice = 16;

/** The lifetime of the parts of an abandoned export, a PostgreSQL interval. */
const partLifetime = "1 day";

async function ownerOf({ database }: Services, person: { tenantId: string; memberId: string }) {
  const principal = await findMember(database, person);
  if (principal === undefined || !(principal.isAdministrator || principal.isSuperAdmin))
    throw new Problem("forbidden", forbiddenText);
  return principal;
}
type Owner = Awaited<ReturnType<typeof ownerOf>>;

/** A file that would be too large for a zip. */
const asProblem = (error: unknown) =>
  error instanceof RangeError ? new Problem("payloadTooLarge", texts.tooLarge) : error;

/** Stores a part of the zip as a private file. */
async function storePart(services: Services, owner: Owner, files: AsyncIterable<ZipInput> | Iterable<ZipInput>) {
  let written = { entries: 0, content: 0, directory: 0 };
  const file = { name: "", extension: "piece", type: "application/octet-stream", lifetime: partLifetime };
  const { key } = await addPrivateFile(services, owner, file, async (path) => {
    written = await writeZipPart(path, files).catch((error: unknown) => {
      throw asProblem(error);
    });
  });
  return { key, ...written };
}

/** A stored part, read in ranges. */
const storedPart = ({ files }: Services, { key, ...measures }: z.output<typeof part>): StoredPart => ({
  ...measures,
  async read(range) {
    const stream = await files.read(key, range);
    if (stream === undefined) throw new Error(`The part ${key} of an export is missing`);
    return stream as AsyncIterable<Uint8Array>;
  },
});

/** Joins the parts to the file of the person who started the export. */
function joinParts(services: Services, owner: Owner, name: string, parts: Cursor["parts"]) {
  const file = { name, extension: "zip", type: "application/zip" };
  return addPrivateFile(services, owner, file, async (path) => {
    const stored = parts.map((item) => storedPart(services, item));
    await pipeline(joinZipParts(stored), createWriteStream(path)).catch((error: unknown) => {
      throw asProblem(error);
    });
  });
}

const settingsOf = (
  { origin, linksToOriginal }: z.output<typeof input>,
  { originalUrl, ...languages }: Cursor["settings"],
): StaticSite => ({
  ...languages,
  origin,
  originalUrl: originalUrl ?? undefined,
  isLinkedToOriginal: linksToOriginal,
});

/** Makes a ZIP of the published site in both languages, as any web server serves it. */
export default defineJob({
  name: "exportSite",
  title: texts.title,
  access: administrator,
  isOnePerSpace: true,
  input,
  cursor,
  async run(jobInput, { tenantId, memberId, cursor: start, services, setTotal, setStage, slices }) {
    const readOwner = () => ownerOf(services, { tenantId, memberId });
    await readOwner();
    let stage = start === undefined || start.done < start.pages.length ? texts.pages : texts.files;
    await setStage(stage);
    const finalCursor = await slices(async ({ cursor: previous, log }) => {
      const position: Cursor = previous ?? {
        ...(await beginExport(services, tenantId)),
        done: 0,
        indexed: [],
        beyond: 0,
        doneFiles: 0,
        parts: [],
        isComplete: false,
      };
      if (position.isComplete) return undefined;
      const owner = await readOwner();
      const site = settingsOf(jobInput, position.settings);
      if (position.done < position.pages.length) {
        const batch = position.pages.slice(position.done, position.done + pagesPerSlice);
        const exported = await exportPages(services, tenantId, batch, site);
        const known = new Set(position.pages);
        const found = exported.pages.filter((address) => !known.has(address));
        const pages = [...position.pages, ...found].slice(0, maxStaticPages);
        for (const address of exported.missing) log(formatText(texts.missingPage, { address }), "warning");
        const next: Cursor = {
          ...position,
          pages,
          done: position.done + batch.length,
          indexed: [...position.indexed, ...exported.indexed],
          beyond: position.beyond + position.pages.length + found.length - pages.length,
          files: [...new Set([...position.files, ...exported.files])],
          parts: [...position.parts, await storePart(services, owner, exported.entries)],
        };
        await setTotal(next.pages.length + next.files.length);
        return { cursor: next, steps: batch.length };
      }
      if (stage !== texts.files) await setStage((stage = texts.files));
      if (position.doneFiles < position.files.length) {
        const batch = position.files.slice(position.doneFiles, position.doneFiles + filesPerSlice);
        const files = zipInputsOf(services, tenantId, batch, (address) =>
          log(formatText(texts.missingFile, { address }), "warning"),
        );
        const stored = await storePart(services, owner, files);
        const next = { ...position, doneFiles: position.doneFiles + batch.length, parts: [...position.parts, stored] };
        return { cursor: next, steps: batch.length };
      }
      if (position.beyond > 0)
        log(
          formatText(texts.limited, { pages: position.pages.length, found: position.pages.length + position.beyond }),
          "warning",
        );
      const last = await filesOfEnd(services, tenantId, position.indexed, site);
      const parts = [...position.parts, await storePart(services, owner, last)];
      return { cursor: { ...position, parts, isComplete: true }, steps: 0 };
    });
    await setStage(texts.joining);
    const { parts, done, doneFiles } = finalCursor!;
    const name = `${new URL(jobInput.origin).hostname} ${new Date().toISOString().slice(0, 10)}.zip`;
    const file = await joinParts(services, await readOwner(), name, parts);
    await removePrivateFiles(
      services,
      parts.map(({ key }) => key),
    );
    return { text: formatText(texts.done, { pages: done, files: doneFiles }), url: file.url };
  },
});
