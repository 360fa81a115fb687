/**
 * Twenty clicks from one public page to another, in Chromium: ms from the click until the next page is painted. Nothing is attached to the
 * browser, since a debugger forbids it to make pages ready ahead of the click, which is what is measured; an extension made here clicks and
 * reports instead. It cannot rest a pointer on a link (a journey shows that this makes the page ready), so it asks for the page as the rule
 * on our pages would.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromiumPath } from "./chromium.ts";
import { figure, median } from "./figure.ts";
import { startApp } from "./running-app.ts";

const paths = ["/introduce", "/news", "/wiki", "/price", "/team", "/advantage", "/joinus", "/contactus"];
const clicks = 20;
/** ms from the first page until the bench gives up. */
const patience = 120_000;

/** `paint` is the time of the first paint in ms since 1970; `isReady` says that the page had been made ahead of the click. */
type Seen = { path: string; paint: number; isReady: boolean };
type Message = Seen | { click: number };
type Extension = {
  runtime: {
    sendMessage: (message: Message) => void;
    onMessage: { addListener: (listen: (message: Message) => void) => void };
  };
};

/** Runs in every page, by its text: reports when the page was painted, has the next one made ready, and clicks. */
async function visit(chrome: Extension, route: string[]): Promise<void> {
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
  const { pathname } = location;
  const isReady = navigation!.activationStart > 0;
  chrome.runtime.sendMessage({ path: pathname, paint: performance.timeOrigin + painted, isReady });
  await pause(500);
  const next = route[(route.indexOf(pathname) + 1) % route.length]!;
  const rules = document.createElement("script");
  rules.type = "speculationrules";
  rules.textContent = JSON.stringify({ prerender: [{ urls: [next], eagerness: "immediate" }] });
  document.head.append(rules);
  await pause(1000);
  chrome.runtime.sendMessage({ click: performance.timeOrigin + performance.now() });
  document.querySelector<HTMLAnchorElement>(`footer a[href="${next}"]`)!.click();
}

/** Runs beside the pages, by its text: takes what they report to the bench. */
function forward(chrome: Extension, address: string): void {
  let clicked = 0;
  chrome.runtime.onMessage.addListener((message) => {
    if ("click" in message) clicked = message.click;
    else void fetch(address, { method: "POST", body: JSON.stringify({ ...message, ms: message.paint - clicked }) });
  });
}

async function writeExtension(folder: string, address: string): Promise<void> {
  const manifest = {
    manifest_version: 3,
    name: "bench",
    version: "1",
    host_permissions: ["http://localhost/*", "http://127.0.0.1/*"],
    background: { service_worker: "forward.js" },
    content_scripts: [{ matches: ["http://localhost/*", "http://127.0.0.1/*"], js: ["visit.js"] }],
  };
  await Promise.all([
    writeFile(path.join(folder, "manifest.json"), JSON.stringify(manifest)),
    writeFile(path.join(folder, "visit.js"), `(${visit.toString()})(chrome, ${JSON.stringify(paths)})`),
    writeFile(path.join(folder, "forward.js"), `(${forward.toString()})(chrome, ${JSON.stringify(address)})`),
  ]);
}

const app = await startApp();
const profile = await mkdtemp(path.join(tmpdir(), "meridian-browser-"));
const extension = await mkdtemp(path.join(tmpdir(), "meridian-extension-"));
const seen: (Seen & { ms: number })[] = [];
const enough = Promise.withResolvers<void>();
const reports = createServer(async (request, response) => {
  seen.push((await new Response(request as never).json()) as Seen & { ms: number });
  response.end();
  if (seen.length > clicks) enough.resolve();
}).listen(0, "127.0.0.1");
await once(reports, "listening");
await writeExtension(extension, `http://127.0.0.1:${(reports.address() as AddressInfo).port}/`);
const flags = [
  "--headless=new",
  "--no-sandbox",
  `--load-extension=${extension}`,
  "--disable-features=DisableLoadExtensionCommandLineSwitch",
  `--user-data-dir=${profile}`,
  "--window-size=1440,900",
];
const browser: ChildProcess = spawn(await chromiumPath(), [...flags, `${app.url}${paths[0]}?language=en`], {
  stdio: "ignore",
});
const giveUp = setTimeout(
  () =>
    enough.reject(new Error("The browser reports nothing: CHROME_PATH must name a whole Chromium, with extensions.")),
  patience,
);
try {
  await enough.promise;
  // The first page was not clicked to.
  const clicked = seen.slice(1, clicks + 1);
  const times = clicked.map(({ ms }) => ms);
  figure("navigation.ready", clicked.filter(({ isReady }) => isReady).length, `of ${clicks}`, { atLeast: clicks });
  figure("navigation.paint.p50", median(times), "ms", { atMost: 100 });
  figure("navigation.paint.max", Math.max(...times), "ms");
} finally {
  clearTimeout(giveUp);
  const gone = once(browser, "exit");
  browser.kill();
  await gone;
  reports.close();
  await Promise.all([profile, extension].map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 })));
  await app.stop();
}
