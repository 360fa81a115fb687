/**
 * The first visit of the app on a phone's network: slow 4G as in Lighthouse's DevTools throttling, a processor four times slower, and an empty cache.
 * The person is signed in, except on the sign-in page. The figures are medians of `BENCH_RUNS` visits: the first paint, the paint of the screen's main
 * content, the JavaScript received until then, and the layout shift. The server speaks HTTP/1.1, so the browser loads six files at a time.
 */
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { client } from "../tests/support/client.ts";
import { launchBrowser } from "./browser.ts";
import { reportFigure, median } from "./figure.ts";
import { signInAdministrator, startBenchApp } from "./running-app.ts";
import { isMiniature, fullOrMiniature } from "./size.ts";

const runs = Number(process.env.BENCH_RUNS ?? fullOrMiniature(5, 1));
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 1.44e6 / 8, uploadThroughput: 675e3 / 8 };
const cpuSlowdown = fullOrMiniature(4, 1);

type Screen = {
  name: string;
  path: string;
  /** Selector of the screen's main content. */
  content: string;
  /** Selector of the iframe that contains it. */
  frame?: string;
  /** Limit of the received JavaScript, in KB. */
  maxScript: number;
  isSignedIn: boolean;
};

/** `paint` and `content` are ms since the navigation, `script` is in KB. */
type Visit = { paint: number; content: number; script: number; files: number; shift: number };

/** Sums the layout shifts in `window.shift`; runs in the page. */
function sumLayoutShifts(): void {
  const page = window as unknown as { shift: number };
  page.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) page.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
}

/** Resolves to the ms from the navigation until the frame that shows the content has been painted; runs in the page. */
function contentPaintTime({ content, frame }: { content: string; frame: string | undefined }): Promise<number> {
  const rootOf = () =>
    frame === undefined ? document : document.querySelector<HTMLIFrameElement>(frame)?.contentDocument;
  return new Promise((resolve) => {
    const checkContent = () => {
      const element = rootOf()?.querySelector(content) ?? null;
      if (element === null || element.getClientRects().length === 0) return requestAnimationFrame(checkContent);
      // The callback of the next frame runs after this frame has been painted.
      return requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    };
    checkContent();
  });
}

const firstPaint = () =>
  performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.POSITIVE_INFINITY;
const totalShift = () => (window as unknown as { shift: number }).shift;

/** Counts the script files and their bytes as they arrive. */
function countScripts(network: CDPSession): { bytes: () => number; files: () => number } {
  const requestIds = new Set<string>();
  let bytes = 0;
  network.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") requestIds.add(requestId);
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (requestIds.has(requestId)) bytes += encodedDataLength;
  });
  return { bytes: () => bytes, files: () => requestIds.size };
}

async function throttle(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  if (!isMiniature) await session.send("Network.emulateNetworkConditions", slow4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
  return session;
}

async function visit(context: BrowserContext, { path, content, frame }: Screen): Promise<Visit> {
  const page = await context.newPage();
  const scripts = countScripts(await throttle(page));
  await page.addInitScript(sumLayoutShifts);
  await page.goto(path, { waitUntil: "commit" });
  const root = frame === undefined ? page : page.frameLocator(frame);
  await root.locator(content).first().waitFor({ timeout: 60_000 });
  const contentTime = await page.evaluate(contentPaintTime, { content, frame });
  const bytes = scripts.bytes();
  const files = scripts.files();
  return {
    paint: await page.evaluate(firstPaint),
    content: contentTime,
    script: bytes / 1024,
    files,
    shift: await page.evaluate(totalShift),
  };
}

await using app = await startBenchApp();
const token = await signInAdministrator(app);
const { call } = client({ url: app.url }, { token });
const { result } = (await call("POST paas/table/search", {
  paraModel: { url: "/admin/page/list", fields: { path: "/index" } },
})) as { result: { rows: { id: string; path: string }[] } };
const home = result.rows.find((row) => row.path === "/index");

const screens: Screen[] = [
  { name: "home", path: "/paas/index", content: "main h1", maxScript: 150, isSignedIn: true },
  { name: "list", path: "/paas/news/list", content: "main tbody tr a", maxScript: 150, isSignedIn: true },
  { name: "sign-in", path: "/user/login", content: "main form button.go", maxScript: 150, isSignedIn: false },
  {
    name: "builder",
    path: `/builder/${home?.id}`,
    content: "h1",
    frame: ".board iframe",
    maxScript: 195,
    isSignedIn: true,
  },
];

await using browser = await launchBrowser();

for (const screen of screens) {
  const visits: Visit[] = [];
  for (let run = 0; run < runs; run += 1) {
    // A new context has an empty cache and no open connections.
    const context = await browser.openContext(app.url, screen.isSignedIn ? token : undefined);
    visits.push(await visit(context, screen));
    await context.close();
  }
  const medianOf = (value: (sample: Visit) => number) => median(visits.map(value));
  reportFigure(
    `app.${screen.name}.paint`,
    medianOf(({ paint }) => paint),
    "ms",
    { atMost: 1500 },
  );
  reportFigure(
    `app.${screen.name}.content`,
    medianOf(({ content }) => content),
    "ms",
    { atMost: 4000 },
  );
  reportFigure(
    `app.${screen.name}.script`,
    medianOf(({ script }) => script),
    "KB",
    { atMost: screen.maxScript },
  );
  reportFigure(
    `app.${screen.name}.script.files`,
    medianOf(({ files: count }) => count),
    "files",
  );
  reportFigure(
    `app.${screen.name}.shift`,
    medianOf(({ shift }) => shift),
    "",
    { atMost: 0.1 },
  );
}
