/**
 * A report with six components over a million news items, over HTTP: the page, then the data of all its components at once, as a browser asks for them.
 * `first`: until the first figure is there; `all`: until the data of the last component are. Results are kept until a row changes, so every
 * period is a new one. Then Lighthouse's accessibility score of both pages as an administrator sees them, in both languages, on a phone and a desktop.
 */
import lighthouse, { type Flags } from "lighthouse";
import desktopConfig from "lighthouse/core/config/desktop-config.js";
import { addDays } from "#kit/day.ts";
import { client } from "../tests/support/client.ts";
import { launchChromium } from "./chromium.ts";
import { median, reportFigure } from "./figure.ts";
import { freePort } from "./free-port.ts";
import { addNews } from "./many-news.ts";
import { postgresOf, signInAdministrator, startBenchApp } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";

const total = Number(process.env.BENCH_ROWS ?? fullOrMiniature(1_000_000, 2000));
const rounds = fullOrMiniature(7, 2);
/** The last day of the news, whose times are spread over ten years. */
const lastDay = "2025-12-31";

/** The type of the pages. */
const type = "million";
const source = "news";
const widgets = [
  { id: "count", name: "number", span: 8, value: { source } },
  { id: "sum", name: "number", span: 8, value: { source, measure: "sum", field: "sort" } },
  { id: "pinned", name: "number", span: 8, value: { source, filter: '{"field":"pinned","op":"eq","value":true}' } },
  { id: "course", name: "chart", span: 12, value: { source, shape: "line" } },
  { id: "states", name: "chart", span: 12, value: { source, shape: "ring", by: "field", groupBy: "status" } },
  { id: "latest", name: "list", value: { source } },
];

await using app = await startBenchApp();
await using postgres = await postgresOf(app.dataFolder);
await addNews(postgres.connection, total);
const token = await signInAdministrator(app);
const { call } = client(app, { token });
for (const kind of ["index", "report"])
  await call("POST Api/{type}/QueryAdd", {
    type: "autoPage",
    name: { zh: "新闻", en: "News" },
    pageType: type,
    kind,
    audience: "administrators",
    layout: "grid",
    gutter: 16,
    days: "30",
    widgets: JSON.stringify(widgets),
  });

type Period = { start: string; end: string };

/** The ms until the first figure and until the data of the last component are there. Without a period, those of the index page, of all time. */
async function open(period?: Period): Promise<{ first: number; all: number }> {
  const kind = period === undefined ? "index" : "report";
  const startedAt = performance.now();
  await (kind === "index" ? call("GET Api/AutoPage/Index", { type }) : call("GET Api/AutoPage/Report", { type }));
  const times = await Promise.all(
    widgets.map(async ({ id, name }) => {
      await call("GET paas/autoPage/widget", { type, kind, widget: id, timeZone: "Asia/Shanghai", ...period });
      return { name, time: performance.now() - startedAt };
    }),
  );
  const figures = times.filter(({ name }) => name === "number");
  return {
    first: Math.min(...figures.map(({ time }) => time)),
    all: Math.max(...times.map(({ time }) => time)),
  };
}

for (const days of [30, 360, 3600]) {
  const times = [];
  for (let n = 0; n < rounds; n += 1) {
    const end = addDays(lastDay, -n);
    times.push(await open({ start: addDays(end, 1 - days), end }));
  }
  reportFigure(`report.${days}.first`, median(times.map(({ first }) => first)), "ms", { atMost: 1000 });
  reportFigure(`report.${days}.all`, median(times.map(({ all }) => all)), "ms");
}
const index = await open();
reportFigure("report.index.first", index.first, "ms", { atMost: 1000 });
reportFigure("report.index.all", index.all, "ms");
reportFigure("report.kept.all", (await open()).all, "ms");

const port = await freePort();
await using resources = new AsyncDisposableStack();
resources.use(await launchChromium(port));
const devices = { phone: undefined, desktop: desktopConfig };

/** The accessibility score of a page as an administrator sees it in a language. */
async function accessibilityOf(kind: string, locale: string, device: keyof typeof devices): Promise<number> {
  const cookies = Object.entries({ sid: token, signed_in: "1", locale_value: locale });
  const flags: Flags = {
    port,
    onlyCategories: ["accessibility"],
    logLevel: "error",
    extraHeaders: { Cookie: cookies.map((cookie) => cookie.join("=")).join("; ") },
  };
  const address = `/admin/${type}/${kind}`;
  const result = await lighthouse(app.url + address, flags, devices[device]);
  const { finalDisplayedUrl = "", categories } = result!.lhr;
  if (!finalDisplayedUrl.endsWith(address)) throw new Error(`Led to ${finalDisplayedUrl}`);
  return Math.round((categories.accessibility?.score ?? 0) * 100);
}
for (const locale of fullOrMiniature(["zh", "en"], ["en"]))
  for (const device of fullOrMiniature(["phone", "desktop"] as const, ["desktop"] as const))
    for (const kind of fullOrMiniature(["index", "report"], ["report"])) {
      const score = await accessibilityOf(kind, locale, device);
      reportFigure(`report.accessibility.${kind}.${locale}.${device}`, score, "", { atLeast: 100 });
    }
