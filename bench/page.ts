/** The home page: cached, against a bare node:http server that sends the same bytes; the time to render it; and its size. */
import { gzipSync } from "node:zlib";
import { compare, fetchRaw } from "./compare.ts";
import { reportFigure, median } from "./figure.ts";
import { startApp } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";

/** Measures the ms until the response for a page that is not cached. */
async function measureRendering(url: string): Promise<void> {
  const times: number[] = [];
  const warmUpCount = 20;
  for (let n = 0; n < fullOrMiniature(60, 25); n += 1) {
    const started = performance.now();
    // The cache is keyed by host, so each host is a new page.
    await fetchRaw(`${url}/index`, {
      host: `bench-${n}.test`,
      cookie: `locale_value=${n % 2 === 0 ? "en" : "zh"}`,
      "accept-encoding": "identity",
    });
    times.push(performance.now() - started);
  }
  reportFigure("page.uncached.p50", median(times.slice(warmUpCount)), "ms", { atMost: 10 });
}

/** Measures the bytes of the page with gzip -9: HTML, inline styles and fonts, which are not compressed again; and the script. */
async function measureSize(url: string): Promise<void> {
  const gzipped = (bytes: Buffer) => gzipSync(bytes, { level: 9 }).length / 1024;
  for (const locale of ["zh", "en"]) {
    const page = await fetchRaw(`${url}/index?language=${locale}`);
    const html = page.body.toString();
    const script = /<script type="module" src="([^"]+)"/.exec(html)![1]!;
    const fonts = [...html.matchAll(/url\("?([^")]+\.woff2)"?\)/g)].map((match) => match[1]!);
    const fontBytes = (await Promise.all(fonts.map((font) => fetchRaw(url + font)))).reduce(
      (sum, { body }) => sum + body.length,
      0,
    );
    reportFigure(`page.weight.${locale}.html-css-fonts`, gzipped(page.body) + fontBytes / 1024, "KB", { atMost: 60 });
    reportFigure(`page.weight.${locale}.script`, gzipped((await fetchRaw(url + script)).body), "KB", { atMost: 6 });
  }
}

await using app = await startApp();
const { cached, bare, ratio } = await compare(app.url, "/index", {
  rounds: fullOrMiniature(3, 1),
  seconds: 5,
});
reportFigure("page.cached.requests", cached, "1/s");
reportFigure("page.bare.requests", bare, "1/s");
reportFigure("page.cached.ratio", ratio, "", { atLeast: 0.8 });
await measureRendering(app.url);
await measureSize(app.url);
