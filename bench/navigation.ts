/**
 * Twenty clicks from one public page to another, in Chromium: ms from the click until the next page is painted. Nothing is attached to the
 * browser, since a debugger forbids it to make pages ready ahead of the click, which is what is measured. Instead a proxy adds a script to
 * every page that clicks and reports. The script cannot rest a pointer on a link (a journey shows that this makes the page ready), so it asks
 * for the page as the rule on our pages would.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, json } from "node:stream/consumers";
import { unpackedChromium } from "./chromium.ts";
import { figure, median } from "./figure.ts";
import { startApp, temporaryFolder } from "./running-app.ts";
import { sized } from "./size.ts";

const paths = ["/introduce", "/news", "/wiki", "/price", "/team", "/advantage", "/joinus", "/contactus"];
const clicks = sized(20, 2);
/** Clicks per browser: Chromium stops prerendering after nine pages in a tab. */
const lap = 5;
/** ms from the first page of a browser until the bench gives up. */
const patience = 120_000;

/** ms since 1970; `isReady`: the page was prerendered before the click. */
type Report = { clicked: number | null; painted: number; isReady: boolean };

/** Runs in every page, by its text: reports when the page was painted, has the next one made ready, and clicks. */
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
/** The rules as the policy of the pages lets them in. */
const hashes = route.map(({ rules }) => `'sha256-${createHash("sha256").update(rules).digest("base64")}'`).join(" ");

/** Forwards to the program at `url`, with the script in every page and permission to prerender the next one. */
async function forward(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { "accept-encoding": _encoding, ...headers } = request.headers;
  const promise = ask(url + request.url!, { method: request.method, headers });
  request.pipe(promise);
  const [answer] = (await once(promise, "response")) as [IncomingMessage];
  if (!answer.headers["content-type"]?.startsWith("text/html")) {
    response.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(response);
    return;
  }
  const { "content-length": _length, ...rest } = answer.headers;
  const page = (await buffer(answer))
    .toString()
    .replace("</head>", `<script src="/bench-script" defer></script></head>`);
  const policy = rest["content-security-policy"]! as string;
  response.writeHead(answer.statusCode!, {
    ...rest,
    "content-security-policy": policy.replace("script-src", `script-src ${hashes}`),
  });
  response.end(page);
}

await using app = await startApp();
await using chromium = await unpackedChromium();
let reported: (report: Report) => void = () => undefined;

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === "/bench-script") {
    response.setHeader("content-type", "text/javascript");
    response.end(script);
    return;
  }
  if (request.url !== "/bench-report") return forward(app.url, request, response);
  reported((await json(request)) as Report);
  response.end();
}

let failed: (error: unknown) => void = () => undefined;
await using proxy = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => failed(error));
}).listen(0, "127.0.0.1");
await once(proxy, "listening");
const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", "--window-size=1440,900"];

/** What `count` clicks in a new browser led to. */
async function visitsOf(count: number): Promise<Report[]> {
  await using profile = await temporaryFolder();
  const enough = Promise.withResolvers<void>();
  const reports: Report[] = [];
  failed = enough.reject;
  reported = (report) => {
    // The first page was not clicked to.
    if (reports.push(report) > count) enough.resolve();
  };
  const options = [...flags, `--user-data-dir=${profile.path}`, `${address}${paths[0]}?language=en`];
  const browser = spawn(chromium.executablePath, options, {
    stdio: "ignore",
    env: { ...process.env, ...chromium.environment },
  });
  browser.once("exit", () => enough.reject(new Error("The browser has ended.")));
  const giveUp = setTimeout(() => enough.reject(new Error("The browser reports nothing.")), patience);
  try {
    await enough.promise;
  } finally {
    clearTimeout(giveUp);
    if (browser.kill()) await once(browser, "exit");
    proxy.closeAllConnections();
  }
  return reports.slice(1, count + 1);
}

const visits: Report[] = [];
while (visits.length < clicks) visits.push(...(await visitsOf(Math.min(lap, clicks - visits.length))));
const times = visits.map(({ clicked, painted }) => painted - clicked!);
figure("navigation.ready", visits.filter(({ isReady }) => isReady).length, `of ${clicks}`, { atLeast: clicks });
figure("navigation.paint.p50", median(times), "ms", { atMost: 100 });
figure("navigation.paint.max", Math.max(...times), "ms");
