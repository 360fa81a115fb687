/**
 * Twenty clicks from one public page to another, in Chromium: ms from the click until the next page is painted. The browser is spoken to
 * directly: Playwright forbids it to make pages ready ahead of the click, which is what is measured.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { chromiumPath } from "./chromium.ts";
import { figure, median } from "./figure.ts";
import { startApp } from "./running-app.ts";

const port = 9334;
const paths = ["/introduce", "/news", "/wiki", "/price", "/team", "/advantage", "/joinus", "/contactus"];
const clicks = 20;
/** ms that a pointer rests on a link before it presses, as people's do. */
const rest = 400;

type Page = {
  send: <R>(method: string, params?: object) => Promise<R>;
  evaluate: <R>(code: string) => Promise<R>;
  close: () => void;
};

/** The open page at this path, once there is one. */
async function pageAt(wanted: string): Promise<Page> {
  for (;;) {
    const targets = await fetch(`http://127.0.0.1:${port}/json`).then(
      (answer) => answer.json() as Promise<{ type: string; url: string; webSocketDebuggerUrl: string }[]>,
      () => [],
    );
    const found = targets.find(({ type, url }) => type === "page" && url.split("?", 1)[0]!.endsWith(wanted));
    if (found !== undefined) return connect(found.webSocketDebuggerUrl);
    await wait(20);
  }
}

async function connect(address: string): Promise<Page> {
  const socket = new WebSocket(address);
  await once(socket, "open");
  const waiting = new Map<number, (answer: { result?: unknown; error?: { message: string } }) => void>();
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data)) as { id?: number; result?: unknown; error?: { message: string } };
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  const send = <R>(method: string, params: object = {}) =>
    new Promise<R>((resolve, reject) => {
      const id = (last += 1);
      waiting.set(id, ({ result, error }) =>
        error === undefined ? resolve(result as R) : reject(new Error(error.message)),
      );
      socket.send(JSON.stringify({ id, method, params }));
    });
  return {
    send,
    async evaluate<R>(code: string) {
      const { result } = await send<{ result: { value: R } }>("Runtime.evaluate", {
        expression: code,
        awaitPromise: true,
        returnByValue: true,
      });
      return result.value;
    },
    close: () => socket.close(),
  };
}

/** Rests on the link to `target` in the foot of the page, and presses. */
async function click(page: Page, target: string): Promise<void> {
  const { x, y } = await page.evaluate<{ x: number; y: number }>(`(() => {
    const link = document.querySelector('footer a[href="${target}"]');
    link.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = link.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  })()`);
  const at = { x, y, button: "left", clickCount: 1 };
  await page.send("Input.dispatchMouseEvent", { ...at, type: "mouseMoved", button: "none" });
  await wait(rest);
  await page.send("Input.dispatchMouseEvent", { ...at, type: "mousePressed" });
  // A page that was ready takes this one's place before the answer comes.
  void page.send("Input.dispatchMouseEvent", { ...at, type: "mouseReleased" }).catch(() => {});
}

type Seen = { paint: number; isReady: boolean };
const seen = `new Promise((resolve) => {
  const [navigation] = performance.getEntriesByType("navigation");
  const done = () => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    if (paint) resolve({ paint: Math.max(0, paint.startTime - navigation.activationStart), isReady: navigation.activationStart > 0 });
    return paint;
  };
  if (!done()) new PerformanceObserver(done).observe({ type: "paint", buffered: true });
})`;

const app = await startApp();
const profile = await mkdtemp(path.join(tmpdir(), "meridian-browser-"));
const flags = [
  "--headless",
  "--no-sandbox",
  `--remote-debugging-port=${port}`,
  `--user-data-dir=${profile}`,
  "--window-size=1440,900",
];
const browser: ChildProcess = spawn(await chromiumPath(), [...flags, `${app.url}${paths[0]}?language=en`], {
  stdio: "ignore",
});
try {
  let page = await pageAt(paths[0]!);
  await wait(1000);
  const all: Seen[] = [];
  for (let n = 1; n <= clicks; n += 1) {
    const target = paths[n % paths.length]!;
    await click(page, target);
    page.close();
    page = await pageAt(target);
    all.push(await page.evaluate<Seen>(seen));
  }
  page.close();
  const times = all.map(({ paint }) => paint);
  figure("navigation.ready", all.filter(({ isReady }) => isReady).length, `of ${clicks}`);
  figure("navigation.paint.p50", median(times), "ms", { atMost: 100 });
  figure("navigation.paint.max", Math.max(...times), "ms");
} finally {
  const gone = once(browser, "exit");
  browser.kill();
  await gone;
  await rm(profile, { recursive: true, force: true });
  await app.stop();
}
