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
/** ms from the first page until the bench gives up. */
const patience = 120_000;

/** ms since 1970; `isReady` says that the page had been made ahead of the click. */
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

/** Answers as the program at `url` does, with the script in every page and leave to ask for the next one. */
async function forward(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { "accept-encoding": _encoding, ...headers } = request.headers;
  const asked = ask(url + request.url!, { method: request.method, headers });
  request.pipe(asked);
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
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
await using profile = await temporaryFolder();
const reports: Report[] = [];
const enough = Promise.withResolvers<void>();

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === "/bench-script") {
    response.setHeader("content-type", "text/javascript");
    response.end(script);
    return;
  }
  if (request.url !== "/bench-report") return forward(app.url, request, response);
  reports.push((await json(request)) as Report);
  response.end();
  if (reports.length > clicks) enough.resolve();
}

await using proxy = createServer((request, response) => {
  serve(request, response).catch(enough.reject);
}).listen(0, "127.0.0.1");
await once(proxy, "listening");
const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--remote-debugging-port=0",
  `--user-data-dir=${profile.path}`,
  "--window-size=1440,900",
];
const browser = spawn(chromium.executablePath, [...flags, `${address}${paths[0]}?language=en`], {
  stdio: "ignore",
  env: { ...process.env, ...chromium.environment },
});
browser.once("exit", () => enough.reject(new Error("The browser has ended.")));
await using resources = new AsyncDisposableStack();
resources.defer(async () => {
  if (browser.kill()) await once(browser, "exit");
  proxy.closeAllConnections();
});
const giveUp = setTimeout(() => enough.reject(new Error("The browser reports nothing.")), patience);
await enough.promise.finally(() => clearTimeout(giveUp));
// The first page was not clicked to.
const visits = reports.slice(1, clicks + 1);
const times = visits.map(({ clicked, painted }) => painted - clicked!);
figure("navigation.ready", visits.filter(({ isReady }) => isReady).length, `of ${clicks}`, { atLeast: clicks });
figure("navigation.paint.p50", median(times), "ms", { atMost: 100 });
figure("navigation.paint.max", Math.max(...times), "ms");
