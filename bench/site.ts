/** Every public page: the time to render it; cached pages of each kind against a bare server; and the time to render pages of growing length. */
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { newId } from "#server/process/id.server.ts";
import { compare, fetchRaw } from "./compare.ts";
import { reportFigure, median } from "./figure.ts";
import { postgresOf, startBenchApp } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";

const rounds = fullOrMiniature(5, 1);
/** The path of one page of each kind. */
const examplePaths = fullOrMiniature(["/index", "/web/secure-chip", "/news", "/wiki/offline", "/contactus"], ["/news"]);
const sectionCounts = fullOrMiniature([125, 250, 500, 1000], [5, 10]);

let hostCount = 0;
/** ms to render a page that is not cached: the cache is keyed by host name. */
async function renderTime(url: string, path: string): Promise<number> {
  const begin = performance.now();
  await fetchRaw(url + path, { host: `bench-${(hostCount += 1)}.test`, "accept-encoding": "identity" });
  return performance.now() - begin;
}

/** Inserts a page with this number of sections as the builder publishes it; returns its path. */
async function addLongPage(client: pg.Client, sections: number): Promise<string> {
  const path = `/bench-${sections}`;
  const title = { zh: "长页", en: "Long page" };
  const value = {
    eyebrow: null,
    heading: title,
    lead: null,
    items: [{ name: title, text: title, note: null, link: null, url: null }],
  };
  const records = Array.from({ length: sections }, (_, index) => {
    const id = `wd_${String(index).padStart(10, "0")}`;
    return [id, { kind: "widget", id, order: String(index).padStart(6, "0"), name: "cards", value }];
  });
  const setting = { title, description: title, showHead: true, showFoot: true };
  const document = JSON.stringify({ schema: 1, setting, records: Object.fromEntries(records) });
  const [pageId, snapshotId] = [newId(), newId()];
  const tenant = "(select id from tenant where code = 'meridian')";
  await client.query(
    `insert into page_snapshot (id, tenant_id, page_id, number, path, document, rev, theme_version, member_name) values ($1, ${tenant}, $2, 1, $3, $4, 1, 1, '')`,
    [snapshotId, pageId, path, document],
  );
  await client.query(
    `insert into page (id, tenant_id, path, title, description, status, rev, document, snapshot_id) values ($1, ${tenant}, $2, $3, $3, 'published', 1, $4, $5)`,
    [pageId, path, JSON.stringify(title), document, snapshotId],
  );
  return path;
}

await using app = await startBenchApp();
await using postgres = await postgresOf(app.dataFolder);
const client = new pg.Client(postgres.connection);
await using resources = new AsyncDisposableStack();
resources.defer(() => client.end());
const sitemap = (await fetchRaw(`${app.url}/sitemap.xml`)).body.toString();
const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
  ([, loc]) => new URL(loc!.replaceAll("&amp;", "&")),
);
const paths = addresses
  .map(({ pathname, search }) => pathname + search)
  .slice(0, fullOrMiniature(addresses.length, 12));
for (const path of paths) await renderTime(app.url, path);
const times: number[] = [];
for (let round = 0; round < rounds; round += 1) for (const path of paths) times.push(await renderTime(app.url, path));
const sorted = times.toSorted((a, b) => a - b);
reportFigure("site.pages", paths.length, "pages");
reportFigure("site.uncached.p50", median(times), "ms");
reportFigure("site.uncached.p95", sorted[Math.floor(sorted.length * 0.95)]!, "ms", { atMost: 20 });

for (const path of examplePaths) {
  const { cached, ratio } = await compare(app.url, path, {
    rounds: fullOrMiniature(3, 1),
    seconds: 3,
  });
  reportFigure(`site.cached${path}.requests`, cached, "1/s");
  reportFigure(`site.cached${path}.ratio`, ratio, "", { atLeast: 0.8 });
}

await client.connect();
await client.query("set meridian.tenant = '*'");
const longTimes: number[] = [];
for (const sectionCount of sectionCounts) {
  const path = await addLongPage(client, sectionCount);
  const measured: number[] = [];
  for (let n = 0; n < 12; n += 1) measured.push(await renderTime(app.url, path));
  // The first four are a warm-up.
  longTimes.push(median(measured.slice(4)));
  reportFigure(
    `site.sections.${sectionCount}`,
    longTimes.at(-1)!,
    "ms",
    sectionCount === 1000 ? { atMost: 150 } : undefined,
  );
  await wait(100);
}
// Eight times the sections may cost eight times the time, with a margin for noise.
reportFigure("site.sections.growth", longTimes.at(-1)! / longTimes[0]!, "", { atMost: 10 });
