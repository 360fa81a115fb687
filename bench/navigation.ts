/**
 * Twenty clicks from one public page to another in Chromium: ms from the click until the next page is painted. No debugger is attached, because with
 * one Chromium does not prerender pages, and prerendering is what this bench measures. Instead, a proxy adds a script to every page, which clicks and
 * reports. The script cannot hover a link (a journey test shows that hovering prerenders a page), so it adds a speculation rule like the one on the
 * pages.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, request as sendRequest, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, json } from "node:stream/consumers";
import { unpackedChromium } from "./chromium.ts";
import { reportFigure, median } from "./figure.ts";
import { startApp, temporaryFolder } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";

const paths = ["/introduce", "/news", "/wiki", "/price", "/team", "/advantage", "/joinus", "/contactus"];
const clickCount = fullOrMiniature(20, 2);
/** Clicks per browser; Chromium prerenders at most nine pages in a tab. */
const clicksPerBrowser = 5;
/** ms after which a browser must have sent all reports. */
const reportTimeout = 120_000;

/** Times are ms since 1970; `clicked` is null on the start page. `isReady`: the page was prerendered before the click. */
type Report = { clicked: number | null; painted: number; isReady: boolean };

/** Runs in every page as the text of a script: reports the time of the paint, prerenders the next page, and clicks the link to it. */
async function visit(route: { path: string; next: string; rules: string }[]): Promise<void> {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  if ((document as { prerendering?: boolean }).prerendering === true)
    await new Promise((resolve) => document.addEventListener("prerenderingchange", resolve, { once: true }));
  const painted = await new Promise<number>((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const [entry] = list.getEntriesByName("first-contentful-paint");
      if (entry !== undefined) resolve(entry.startTime);
    });
    observer.observe({ type: "paint", buffered: true });
  });
  const [navigation] = performance.getEntriesByType("navigation") as (PerformanceEntry & { activationStart: number })[];
  const clicked = sessionStorage.getItem("bench-clicked");
  const report: Report = {
    clicked: clicked === null ? null : Number(clicked),
    painted: performance.timeOrigin + painted,
    isReady: navigation!.activationStart > 0,
  };
  await fetch("/bench-report", { method: "POST", body: JSON.stringify(report) });
  await pause(500);
  const { next, rules } = route.find(({ path }) => path === location.pathname)!;
  const element = document.createElement("script");
  element.type = "speculationrules";
  element.textContent = rules;
  document.head.append(element);
  await pause(1000);
  const link = document.querySelector<HTMLAnchorElement>(`footer a[href="${next}"]`)!;
  sessionStorage.setItem("bench-clicked", String(performance.timeOrigin + performance.now()));
  link.click();
}

const route = paths.map((path, index) => {
  const next = paths[(index + 1) % paths.length]!;
  return { path, next, rules: JSON.stringify({ prerender: [{ urls: [next], eagerness: "immediate" }] }) };
});
const script = `(${visit.toString()})(${JSON.stringify(route)})`;
/** The hashes of the rules, which the content security policy of the pages must allow. */
const hashes = route.map(({ rules }) => `'sha256-${createHash("sha256").update(rules).digest("base64")}'`).join(" ");

/** Forwards a request to the program at `url`, and adds to every page the script and the permission for the rules. */
async function forward(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { "accept-encoding": _encoding, ...headers } = request.headers;
  const upstreamRequest = sendRequest(url + request.url!, { method: request.method, headers });
  request.pipe(upstreamRequest);
  const [upstreamResponse] = (await once(upstreamRequest, "response")) as [IncomingMessage];
  if (!upstreamResponse.headers["content-type"]?.startsWith("text/html")) {
    response.writeHead(upstreamResponse.statusCode!, upstreamResponse.headers);
    upstreamResponse.pipe(response);
    return;
  }
  const { "content-length": _length, ...rest } = upstreamResponse.headers;
  const page = (await buffer(upstreamResponse))
    .toString()
    .replace("</head>", `<script src="/bench-script" defer></script></head>`);
  const policy = rest["content-security-policy"]! as string;
  response.writeHead(upstreamResponse.statusCode!, {
    ...rest,
    "content-security-policy": policy.replace("script-src", `script-src ${hashes}`),
  });
  response.end(page);
}

await using app = await startApp();
await using chromium = await unpackedChromium();
let onReport: (report: Report) => void = () => undefined;

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === "/bench-script") {
    response.setHeader("content-type", "text/javascript");
    response.end(script);
    return;
  }
  if (request.url !== "/bench-report") return forward(app.url, request, response);
  onReport((await json(request)) as Report);
  response.end();
}

let onFailure: (error: unknown) => void = () => undefined;
await using proxy = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => onFailure(error));
}).listen(0, "127.0.0.1");
await once(proxy, "listening");
const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1440,900"];

/** The reports of `count` clicks in a new browser. */
async function reportsOf(count: number): Promise<Report[]> {
  await using profile = await temporaryFolder();
  const completion = Promise.withResolvers<void>();
  const reports: Report[] = [];
  onFailure = completion.reject;
  onReport = (report) => {
    // The first report is that of the start page, without a click.
    if (reports.push(report) > count) completion.resolve();
  };
  const options = [...flags, `--user-data-dir=${profile.path}`, `${address}${paths[0]}?language=en`];
  const browser = spawn(chromium.executablePath, options, {
    stdio: "ignore",
    env: { ...process.env, ...chromium.environment },
  });
  browser.once("exit", () => completion.reject(new Error("The browser has ended.")));
  const timeout = setTimeout(() => completion.reject(new Error("The browser reports nothing.")), reportTimeout);
  try {
    await completion.promise;
  } finally {
    clearTimeout(timeout);
    if (browser.kill()) await once(browser, "exit");
    proxy.closeAllConnections();
  }
  return reports.slice(1, count + 1);
}

const visits: Report[] = [];
while (visits.length < clickCount)
  visits.push(...(await reportsOf(Math.min(clicksPerBrowser, clickCount - visits.length))));
const times = visits.map(({ clicked, painted }) => painted - clicked!);
reportFigure("navigation.ready", visits.filter(({ isReady }) => isReady).length, `of ${clickCount}`, {
  atLeast: clickCount,
});
reportFigure("navigation.paint.p50", median(times), "ms", { atMost: 100 });
reportFigure("navigation.paint.max", Math.max(...times), "ms");
