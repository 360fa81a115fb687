/** Lighthouse on the home page, as a phone, in both languages: the median of three runs per language. */
import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import { figure, median } from "./figure.ts";
import { startApp } from "./running-app.ts";

const runs = 3;
const limits = { performance: 99, accessibility: 100, "best-practices": 100, seo: 100 };
const categories = Object.keys(limits) as (keyof typeof limits)[];
/** Where Lighthouse talks to the browser. */
const port = 9333;

/** A Chromium that is installed (CHROME_PATH), else the one that comes as a package. */
async function chromiumPath(): Promise<string> {
  if (process.env.CHROME_PATH !== undefined) return process.env.CHROME_PATH;
  // Makes the package unpack the system libraries it needs; it looks at this when it is imported.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs24.x";
  const { default: packaged } = await import("@sparticuz/chromium");
  return packaged.executablePath();
}

type Run = { scores: Record<string, number>; paint: number; blocking: number; shift: number };

async function run(url: string): Promise<Run> {
  const result = await lighthouse(url, { port, onlyCategories: categories, logLevel: "error" });
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

const app = await startApp();
const browser = await chromium.launch({
  executablePath: await chromiumPath(),
  args: ["--no-sandbox", `--remote-debugging-port=${port}`],
});
try {
  for (const locale of ["zh", "en"]) {
    const all: Run[] = [];
    for (let n = 0; n < runs; n += 1) all.push(await run(`${app.url}/?language=${locale}`));
    for (const category of categories) {
      figure(`lighthouse.${locale}.${category}`, median(all.map(({ scores }) => scores[category]!)), "", {
        atLeast: limits[category],
      });
    }
    figure(`lighthouse.${locale}.lcp`, median(all.map(({ paint }) => paint)), "ms");
    figure(`lighthouse.${locale}.tbt`, median(all.map(({ blocking }) => blocking)), "ms");
    figure(`lighthouse.${locale}.cls`, median(all.map(({ shift }) => shift)), "", { atMost: 0 });
  }
} finally {
  await browser.close();
  await app.stop();
}
