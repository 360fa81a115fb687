/**
 * Lighthouse in both languages. Without settings, the home page as on a phone; with `BENCH_PATHS=all`, every route of the sitemap as on a phone and on a
 * desktop, with two pages for routes that many pages share. Each page has the median of three runs (`BENCH_RUNS`), and the figure is the worst page. The
 * runs of a page end when more than half have met all limits, because then the median meets them too.
 */
import lighthouse from "lighthouse";
import desktopConfig from "lighthouse/core/config/desktop-config.js";
import { launchChromium } from "./chromium.ts";
import { reportFigure, median } from "./figure.ts";
import { freePort } from "./free-port.ts";
import { startApp } from "./running-app.ts";
import { isMiniature, fullOrMiniature } from "./size.ts";

const runs = Number(process.env.BENCH_RUNS ?? fullOrMiniature(3, 1));
const limits = { performance: 99, accessibility: 100, "best-practices": 100, seo: 100 };
const categories = Object.keys(limits) as (keyof typeof limits)[];
/** The debugging port of the browser, through which Lighthouse controls it. */
const port = await freePort();

type Run = { scores: Record<string, number>; paint: number; blocking: number; shift: number };

type FormFactor = "mobile" | "desktop";

async function run(url: string, formFactor: FormFactor): Promise<Run> {
  const flags = { port, onlyCategories: categories, logLevel: "error" } as const;
  const result = await lighthouse(url, flags, formFactor === "desktop" ? desktopConfig : undefined);
  if (result === undefined) throw new Error(`Lighthouse said nothing about ${url}.`);
  const { audits, categories: categoryResults } = result.lhr;
  const valueOf = (audit: string) => audits[audit]?.numericValue ?? 0;
  for (const audit of Object.values(audits)) {
    if (audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode === "binary")
      console.error(`${url}: ${audit.id}: ${audit.title}`);
  }
  return {
    scores: Object.fromEntries(
      categories.map((category) => [category, Math.round((categoryResults[category]?.score ?? 0) * 100)]),
    ),
    paint: valueOf("largest-contentful-paint"),
    blocking: valueOf("total-blocking-time"),
    shift: valueOf("cumulative-layout-shift"),
  };
}

const isAll = process.env.BENCH_PATHS === "all";
const namedFormFactors = process.env.BENCH_FORMS?.split(",") as FormFactor[] | undefined;
const formFactors: FormFactor[] = namedFormFactors ?? (isAll ? ["mobile", "desktop"] : ["mobile"]);
await using app = await startApp();

/** The addresses to measure: the home page, all pages, or the paths in BENCH_PATHS. */
async function addresses(locale: string): Promise<string[]> {
  const wantedPaths = process.env.BENCH_PATHS;
  if (wantedPaths === undefined) return [`${app.url}/?language=${locale}`];
  if (!isAll)
    return wantedPaths.split(",").map((path) => `${app.url}${path}${path.includes("?") ? "&" : "?"}language=${locale}`);
  const sitemap = await (await fetch(`${app.url}/sitemap.xml`)).text();
  const pageAddresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc!.replaceAll("&amp;", "&"));
  const localAddresses = pageAddresses.filter((address) => address.endsWith(`language=${locale}`));
  const groups = Object.values(
    Object.groupBy(localAddresses, (address) => /\/news\/edit|\/(?:wiki|web)\//.exec(address)?.[0] ?? address),
  );
  return groups.flatMap((group) => group!.slice(0, 2));
}

await using resources = new AsyncDisposableStack();
resources.use(await launchChromium(port));
/** The median of the runs of one page. */
async function measurePage(address: string, formFactor: FormFactor): Promise<Run> {
  const results: Run[] = [];
  const isGood = ({ scores, shift }: Run) =>
    shift === 0 && categories.every((category) => scores[category]! >= limits[category]);
  while (results.length < runs && results.filter(isGood).length <= runs / 2)
    results.push(await run(address, formFactor));
  const medianOf = (value: (sample: Run) => number) => median(results.map(value));
  const scores = Object.fromEntries(
    categories.map((category) => [category, medianOf((sample) => sample.scores[category]!)]),
  );
  const medians = {
    scores,
    paint: medianOf((sample) => sample.paint),
    blocking: medianOf((sample) => sample.blocking),
    shift: medianOf((sample) => sample.shift),
  };
  console.error(`${formFactor} ${address} ${JSON.stringify(medians)}`);
  return medians;
}

async function measurePages(formFactor: FormFactor, locale: string): Promise<void> {
  const pages: Run[] = [];
  for (const address of await addresses(locale)) pages.push(await measurePage(address, formFactor));
  const name = `lighthouse.${formFactor}.${locale}`;
  for (const category of categories) {
    const worst = Math.min(...pages.map(({ scores }) => scores[category]!));
    reportFigure(`${name}.${category}`, worst, "", { atLeast: limits[category] });
  }
  reportFigure(`${name}.lcp`, Math.max(...pages.map(({ paint }) => paint)), "ms");
  reportFigure(`${name}.tbt`, Math.max(...pages.map(({ blocking }) => blocking)), "ms");
  reportFigure(`${name}.cls`, Math.max(...pages.map(({ shift }) => shift)), "", { atMost: 0 });
}

const locales = isMiniature ? ["en"] : ["zh", "en"];
for (const formFactor of formFactors) for (const locale of locales) await measurePages(formFactor, locale);
