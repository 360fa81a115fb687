/** The cached home page against a bare node:http server with the same bytes, the time to make it, and what it weighs. */
import { gzipSync } from "node:zlib";
import { compare, fetchRaw } from "./compare.ts";
import { figure, median } from "./figure.ts";
import { startApp } from "./running-app.ts";
import { sized } from "./size.ts";

/** ms to render the page, as reported by the server for pages that were not cached. */
async function makeTimes(url: string): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < sized(60, 25); n += 1) {
    const started = performance.now();
    // The cache is keyed by address, so each address is a new page.
    await fetchRaw(`${url}/index`, {
      host: `bench-${n}.test`,
      cookie: `locale_value=${n % 2 === 0 ? "en" : "zh"}`,
      "accept-encoding": "identity",
    });
    times.push(performance.now() - started);
  }
  figure("page.uncached.p50", median(times.slice(20)), "ms", { atMost: 10 });
}

/** Everything that belongs to the first screen, compressed with gzip -9; fonts as they are. */
async function measureWeight(url: string): Promise<void> {
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
    figure(`page.weight.${locale}.html-css-fonts`, gzipped(page.body) + fontBytes / 1024, "KB", { atMost: 60 });
    figure(`page.weight.${locale}.script`, gzipped((await fetchRaw(url + script)).body), "KB", { atMost: 6 });
  }
}

await using app = await startApp();
const { ours, theirs, ratio } = await compare(app.url, "/index", { rounds: sized(3, 1), seconds: sized(5, 1) });
figure("page.cached.requests", ours, "1/s");
figure("page.bare.requests", theirs, "1/s");
figure("page.cached.ratio", ratio, "", { atLeast: 0.8 });
await makeTimes(app.url);
await measureWeight(app.url);
