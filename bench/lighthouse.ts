/**
 * Lighthouse in both languages: the median of three runs (`BENCH_RUNS`) of the home page as a phone, or with `BENCH_PATHS=all` of every route
 * of the sitemap as a phone and as a desktop; then the worst page of each kind is the figure. A route that stands for many pages is judged by
 * two of them. Runs end early when most of them have met all limits: then so does the median, whatever the others say.
 */
import lighthouse from "lighthouse";
import desktopConfig from "lighthouse/core/config/desktop-config.js";
import { chromium } from "playwright-core";
import { unpackedChromium } from "./chromium.ts";
import { figure, median } from "./figure.ts";
import { freePort } from "./free-port.ts";
import { startApp } from "./running-app.ts";
import { isMiniature, sized } from "./size.ts";

const runs = Number(process.env.BENCH_RUNS ?? sized(3, 1));
const limits = { performance: 99, accessibility: 100, "best-practices": 100, seo: 100 };
const categories = Object.keys(limits) as (keyof typeof limits)[];
/** Where Lighthouse talks to the browser. */
const port = await freePort();

type Run = { scores: Record<string, number>; paint: number; blocking: number; shift: number };

type Form = "mobile" | "desktop";

async function run(url: string, form: Form): Promise<Run> {
  const flags = { port, onlyCategories: categories, logLevel: "error" } as const;
  const result = await lighthouse(url, flags, form === "desktop" ? desktopConfig : undefined);
  if (result === undefined) throw new Error(`Lighthouse said nothing about ${url}.`);
  const { audits, categories: judged } = result.lhr;
  const valueOf = (audit: string) => audits[audit]?.numericValue ?? 0;
  for (const audit of Object.values(audits)) {
    if (audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode === "binary")
      console.error(`${url}: ${audit.id}: ${audit.title}`);
  }
  return {
    scores: Object.fromEntries(
      categories.map((category) => [category, Math.round((judged[category]?.score ?? 0) * 100)]),
    ),
    paint: valueOf("largest-contentful-paint"),
    blocking: valueOf("total-blocking-time"),
    shift: valueOf("cumulative-layout-shift"),
  };
}

const isAll = process.env.BENCH_PATHS === "all";
const named = process.env.BENCH_FORMS?.split(",") as Form[] | undefined;
const forms: Form[] = named ?? (isAll ? ["mobile", "desktop"] : ["mobile"]);
await using app = await startApp();

/** What is judged: the home page, all pages, or those that BENCH_PATHS names, as the forms that BENCH_FORMS names. */
async function addresses(locale: string): Promise<string[]> {
  const wanted = process.env.BENCH_PATHS;
  if (wanted === undefined) return [`${app.url}/?language=${locale}`];
  if (!isAll)
    return wanted.split(",").map((path) => `${app.url}${path}${path.includes("?") ? "&" : "?"}language=${locale}`);
  const sitemap = await (await fetch(`${app.url}/sitemap.xml`)).text();
  const all = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc!.replaceAll("&amp;", "&"));
  const localAddresses = all.filter((address) => address.endsWith(`language=${locale}`));
  const groups = Object.values(
    Object.groupBy(localAddresses, (address) => /\/news\/edit|\/(?:wiki|web)\//.exec(address)?.[0] ?? address),
  );
  return groups.flatMap((group) => group!.slice(0, 2));
}

await using files = await unpackedChromium();
await using resources = new AsyncDisposableStack();
resources.use(
  await chromium.launch({
    executablePath: files.executablePath,
    env: { ...process.env, ...files.environment },
    args: ["--no-sandbox", `--remote-debugging-port=${port}`],
  }),
);
/** One page: the median of its runs. */
async function judge(address: string, form: Form): Promise<Run> {
  const all: Run[] = [];
  const isGood = ({ scores, shift }: Run) =>
    shift === 0 && categories.every((category) => scores[category]! >= limits[category]);
  while (all.length < runs && all.filter(isGood).length <= runs / 2) all.push(await run(address, form));
  const medianOf = (value: (one: Run) => number) => median(all.map(value));
  const scores = Object.fromEntries(categories.map((category) => [category, medianOf((one) => one.scores[category]!)]));
  const judged = {
    scores,
    paint: medianOf((one) => one.paint),
    blocking: medianOf((one) => one.blocking),
    shift: medianOf((one) => one.shift),
  };
  console.error(`${form} ${address} ${JSON.stringify(judged)}`);
  return judged;
}

async function judgeAll(form: Form, locale: string): Promise<void> {
  const pages: Run[] = [];
  for (const address of await addresses(locale)) pages.push(await judge(address, form));
  const name = `lighthouse.${form}.${locale}`;
  for (const category of categories) {
    const worst = Math.min(...pages.map(({ scores }) => scores[category]!));
    figure(`${name}.${category}`, worst, "", { atLeast: limits[category] });
  }
  figure(`${name}.lcp`, Math.max(...pages.map(({ paint }) => paint)), "ms");
  figure(`${name}.tbt`, Math.max(...pages.map(({ blocking }) => blocking)), "ms");
  figure(`${name}.cls`, Math.max(...pages.map(({ shift }) => shift)), "", { atMost: 0 });
}

const locales = isMiniature ? ["en"] : ["zh", "en"];
for (const form of forms) for (const locale of locales) await judgeAll(form, locale);
