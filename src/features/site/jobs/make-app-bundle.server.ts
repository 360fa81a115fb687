import { z } from "zod";
import { administrator } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import { type ClientType, clientTypes, inClient } from "#kit/client-type.ts";
import { Problem } from "#kit/problem.ts";
import { refusal } from "#kit/refusal.ts";
import { siteOriginPattern, siteOriginText } from "#kit/site-origin.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { readAppSite } from "#records/site/site.server.ts";
import { defineJob } from "#server/jobs/define-job.server.ts";
import type { ZipInput } from "#server/spreadsheet/zip-part.server.ts";
import { addVersion, nextNumber } from "../app-bundle/app-bundles.server.ts";
import { type Bundle, bundleFact } from "../app-bundle/bundle.server.ts";
import { miniProgramFiles } from "../app-bundle/mini-program.server.ts";
import { plusAppFiles } from "../app-bundle/plus-app.server.ts";
import { storeFiles } from "../app-bundle/store-texts.server.ts";
import { headOf, renderOffline, webFiles, withKept } from "../app-bundle/web-bundle.server.ts";
import type { StaticSite } from "../static-export/static-html.server.ts";
import { entry } from "../static-export/static-pages.server.ts";
import { beginWalk, finishWalk, siteWalk, stageOf, walk } from "../static-export/static-walk.server.ts";
import { requireMaker } from "../static-export/static-zip.server.ts";

const texts = {
  title: { zh: "制作安装包", en: "Make an app bundle" },
  joining: { zh: "正在生成 ZIP", en: "Building the ZIP" },
  done: {
    zh: "版本 {number} 已生成，并设为当前版本",
    en: "Version {number} is ready and is the current one.",
  },
  noAddress: { zh: "本站没有自己的网址，请填写网址", en: "This site has no address of its own. Enter one." },
  donePlain: {
    zh: "版本 {number} 已生成，并设为当前版本；但微信小程序只能打开 https:// 开头的网址，请填写这样的网址重新制作",
    en: "Version {number} is ready and is the current one, but WeChat mini programs open only addresses that begin with https://. Make it again with such an address.",
  },
  plain: {
    zh: "微信小程序只能打开 https:// 开头的网址，当前网址为 {origin}",
    en: "WeChat mini programs open only addresses that begin with https://. This one is {origin}.",
  },
};

const input = z.strictObject({
  client: z.enum(clientTypes),
  /** Scheme and host of the server that shows the pages; empty for the address of the site. */
  address: z
    .string()
    .max(300)
    .refine((value) => value === "" || siteOriginPattern.test(value), refusal(siteOriginText))
    .default(""),
});

const cursor = siteWalk.extend({
  number: z.int(),
  origin: z.string(),
  madeAt: z.string(),
  /** What the service worker of a web bundle keeps. */
  kept: z.object({ names: z.array(z.string()), bytes: z.number() }),
});
type Cursor = z.output<typeof cursor>;

/** Whether a bundle consists of the pages of the site; others open them. */
const hasPages = (client: ClientType): boolean => client === "WapH5" || client === "WeChat";

const withoutPages = {
  pages: [],
  done: 0,
  indexed: [],
  beyond: 0,
  files: [],
  doneFiles: 0,
  fonts: [],
  parts: [],
  isComplete: false,
};

/** Whether WeChat will refuse to open the pages: it opens only HTTPS in mini programs. */
const isRefused = (client: ClientType, origin: string): boolean =>
  client === "WeChatLite" && !origin.startsWith("https:");

/** The begin of a bundle. @throws {Problem} invalid without an address, for a site that has none of its own */
async function begin(
  services: Services,
  tenantId: string,
  { client, address }: z.output<typeof input>,
): Promise<Cursor> {
  const { database } = services;
  const walked = await beginWalk(services, tenantId);
  const origin = address === "" ? walked.settings.originalUrl : address;
  if (origin === null) throw new Problem("invalid", texts.noAddress, { fields: { address: texts.noAddress } });
  const number = await nextNumber((query) => database.read(tenantId, query), tenantId, client);
  const facts = { number, origin, madeAt: new Date().toISOString(), kept: { names: [], bytes: 0 } };
  if (!hasPages(client)) return { ...withoutPages, settings: walked.settings, ...facts };
  const position = { ...walked, ...facts };
  const offline = await renderOffline(services, tenantId, staticSiteOf(client, position));
  return { ...position, files: [...new Set([...position.files, ...offline.flatMap(({ page }) => page.files)])] };
}

const staticSiteOf = (client: ClientType, { settings, origin }: Cursor): StaticSite => {
  const { originalUrl, ...languages } = settings;
  return {
    ...languages,
    client,
    origin,
    originalUrl: originalUrl ?? undefined,
    // Forms, search and sign-in need the server, where it is another one.
    isLinkedToOriginal: originalUrl !== null && originalUrl !== origin,
  };
};

/** The bundle of which files are made, as the site is now. */
async function readBundle(services: Services, tenantId: string, client: ClientType, position: Cursor): Promise<Bundle> {
  const { number, origin, madeAt, settings } = position;
  const defaultLocale: Locale = settings.defaultLocale;
  const site = await readAppSite((query) => services.database.read(tenantId, query), tenantId);
  return { client, number, origin, siteOrigin: settings.originalUrl, madeAt, defaultLocale, site };
}

/** The files of a bundle besides pages and their files. */
async function ownFiles(
  services: Services,
  tenantId: string,
  { bundle, site, position }: { bundle: Bundle; site: StaticSite; position: Cursor },
): Promise<ZipInput[]> {
  const { client } = bundle;
  const files = hasPages(client)
    ? await webFiles(services, { tenantId, bundle, site, position, kept: position.kept })
    : client === "WeChatLite"
      ? await miniProgramFiles(services, tenantId, bundle)
      : await plusAppFiles(services, bundle);
  return [...files, ...storeFiles(bundle), entry("/bundle.json", bundleFact(bundle))];
}

/** Makes the site an app for one client: a ZIP that is kept as the next version of the space's bundles for it. */
export default defineJob({
  name: "makeAppBundle",
  title: texts.title,
  access: administrator,
  keyOf: ({ client }) => client,
  input,
  cursor,
  async run(jobInput, { jobId, tenantId, memberId, cursor: start, services, setTotal, setStage, slices }) {
    const { client } = jobInput;
    const readMaker = () => requireMaker(services, { tenantId, memberId });
    await readMaker();
    let stage = stageOf(start);
    await setStage(stage);
    const finalCursor = await slices(async ({ cursor: previous, log }) => {
      const position = previous ?? (await begin(services, tenantId, jobInput));
      if (position.isComplete) return undefined;
      if (stageOf(position) !== stage) await setStage((stage = stageOf(position)));
      const maker = await readMaker();
      const bundle = await readBundle(services, tenantId, client, position);
      const plainSite = staticSiteOf(client, position);
      const site = { ...plainSite, headOf: headOf(bundle, plainSite) };
      let { kept } = position;
      const onStored = (name: string, bytes: number) => void (kept = withKept(kept, name, bytes));
      const options = { services, maker, site, log, setTotal, onStored };
      const advance = await walk(position, options);
      if (advance !== undefined) return { ...advance, cursor: { ...advance.cursor, kept } };
      if (isRefused(client, position.origin)) log(formatText(texts.plain, { origin: position.origin }), "warning");
      return finishWalk(position, options, await ownFiles(services, tenantId, { bundle, site, position }));
    });
    await setStage(texts.joining);
    const { number, origin, madeAt, parts } = finalCursor!;
    await addVersion(services, await readMaker(), { id: jobId, client, number, origin, madeAt, parts });
    const done = isRefused(client, origin) ? texts.donePlain : texts.done;
    return { text: inClient(client, formatText(done, { number })), url: `/files/private/${jobId}` };
  },
});
