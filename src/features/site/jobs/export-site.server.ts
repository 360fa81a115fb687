import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { refusal } from "#kit/refusal.ts";
import { siteOriginPattern, siteOriginText } from "#kit/site-origin.ts";
import { formatText } from "#kit/text.ts";
import { defineJob } from "#server/jobs/define-job.server.ts";
import type { StaticSite } from "../static-export/static-html.server.ts";
import { filesOfEnd } from "../static-export/static-pages.server.ts";
import { beginWalk, finishWalk, siteWalk, type SiteWalk, stageOf, walk } from "../static-export/static-walk.server.ts";
import { joinParts, requireMaker } from "../static-export/static-zip.server.ts";

const texts = {
  title: { zh: "导出静态站点", en: "Export the site as files" },
  joining: { zh: "正在生成 ZIP", en: "Building the ZIP" },
  done: {
    zh: "已导出 {pages} 个页面（中英文）和 {files} 个文件，ZIP 保留 1 小时",
    en: "Exported {pages} {pages|page|pages} in both languages and {files} {files|file|files}. The ZIP is kept for an hour.",
  },
};

const input = z.strictObject({
  /** Where the export will be served: scheme and host. */
  origin: z
    .string()
    .max(200)
    .refine((value) => siteOriginPattern.test(value), refusal(siteOriginText)),
  /** Whether forms, search and sign-in link to the original site; otherwise they only say that they are not available. */
  linksToOriginal: z.boolean().default(false),
});

const siteOf = (
  { origin, linksToOriginal }: z.output<typeof input>,
  { originalUrl, ...languages }: SiteWalk["settings"],
): StaticSite => ({
  ...languages,
  origin,
  client: "WapH5",
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
  cursor: siteWalk,
  async run(jobInput, { tenantId, memberId, cursor: start, services, setTotal, setStage, slices }) {
    const readMaker = () => requireMaker(services, { tenantId, memberId });
    await readMaker();
    let stage = stageOf(start);
    await setStage(stage);
    const finalCursor = await slices(async ({ cursor: previous, log }) => {
      const position = previous ?? (await beginWalk(services, tenantId));
      if (position.isComplete) return undefined;
      if (stageOf(position) !== stage) await setStage((stage = stageOf(position)));
      const maker = await readMaker();
      const site = siteOf(jobInput, position.settings);
      const options = { services, maker, site, log, setTotal };
      const last = () => filesOfEnd(services, tenantId, position.indexed, { site, fonts: new Set(position.fonts) });
      return (await walk(position, options)) ?? finishWalk(position, options, await last());
    });
    await setStage(texts.joining);
    const { parts, done, doneFiles } = finalCursor!;
    const name = `${new URL(jobInput.origin).hostname} ${new Date().toISOString().slice(0, 10)}.zip`;
    const { url } = await joinParts(services, await readMaker(), name, parts);
    return { text: formatText(texts.done, { pages: done, files: doneFiles }), url };
  },
});
