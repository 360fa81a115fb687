import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page, ViewportSize } from "playwright-core";
import { getOrCompute } from "#kit/memo.ts";

/** A context of Chromium with a page. Visitors use it one after the other, and none finds anything of the one before. */
type Device = {
  context: BrowserContext;
  page: Page;
  /** The site and the kind of device: what cannot be changed later. */
  key: string;
  origin: string;
  debuggerSession: CDPSession;
  closeContext: () => Promise<void>;
  /** Whether a visitor left something that cleaning does not remove. */
  isWorn: boolean;
};

/** The devices that nobody uses, the last one used at the end. Each has a process of Chromium, so there are few. */
const idleDevices: Device[] = [];
const maxIdleDevices = 6;

/** The page that an idle device shows. It has the opener policy of the app: Chromium starts another process for a page with another one. */
const restPath = "/.rest";
const restHeaders = [
  { name: "content-type", value: "text/html" },
  { name: "cross-origin-opener-policy", value: "same-origin" },
];
const restBody = Buffer.from("<!doctype html><title>Rest</title>").toString("base64");

/** The events of contexts and pages that tests listen to. */
const requestEvents = ["request", "response", "requestfailed", "requestfinished"] as const;
const contextEvents = [...requestEvents, "page", "dialog", "console", "weberror"] as const;
const loadEvents = ["framenavigated", "domcontentloaded", "load"] as const;
const pageEvents = [...requestEvents, ...loadEvents, "dialog", "console", "pageerror", "download", "popup"] as const;

/** The methods of contexts and pages whose effect stays until they are closed, and those of a page's clock. */
const lastingMethods = ["addInitScript", "exposeFunction", "exposeBinding", "newCDPSession", "setExtraHTTPHeaders"];
const clockMethods = ["install", "setFixedTime", "setSystemTime"];

/** The debugger's session with a page. It ends with the page: ending it earlier would also end the emulation of a lost network. */
const debuggerSessions = new WeakMap<Page, Promise<CDPSession>>();

/** The session of the debugger that the helpers of a page share. */
export const debuggerOf = (page: Page): Promise<CDPSession> =>
  getOrCompute(debuggerSessions, page, () => page.context().newCDPSession(page));

/** Calls `report` before the methods of an object that have one of these names. */
function watch(target: object, names: readonly string[], report: () => void): void {
  const methods = target as Record<string, (...values: unknown[]) => unknown>;
  for (const name of names) {
    if (!(name in target)) continue;
    const method = methods[name]!.bind(target);
    methods[name] = (...values) => {
      report();
      return method(...values);
    };
  }
}

async function createDevice(browser: Browser, origin: string, options: BrowserContextOptions, key: string) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const debuggerSession = await debuggerOf(page);
  const closeContext = context.close.bind(context);
  const device: Device = { context, page, key, origin, debuggerSession, closeContext, isWorn: false };
  const wear = () => {
    device.isWorn = true;
  };
  watch(context, lastingMethods, wear);
  watch(page, ["close", ...lastingMethods], wear);
  watch(page.clock, clockMethods, wear);
  return device;
}

/** Removes what a visitor left. */
async function clean({ context, page, origin, debuggerSession }: Device): Promise<void> {
  for (const event of contextEvents) context.removeAllListeners(event);
  for (const event of pageEvents) page.removeAllListeners(event);
  // A form with changes asks before the page is left.
  page.on("dialog", (dialog) => void dialog.accept().catch(() => undefined));
  await Promise.all(context.pages().map((other) => (other === page ? undefined : other.close())));
  await Promise.all([
    context.unrouteAll({ behavior: "ignoreErrors" }),
    page.unrouteAll({ behavior: "ignoreErrors" }),
    context.setOffline(false),
    context.clearPermissions(),
    page.emulateMedia({ media: null, contrast: null, forcedColors: null, reducedMotion: "reduce" }),
  ]);
  debuggerSession.once("Fetch.requestPaused", ({ requestId }) => {
    const answer = { requestId, responseCode: 200, responseHeaders: restHeaders, body: restBody };
    void debuggerSession.send("Fetch.fulfillRequest", answer);
  });
  await debuggerSession.send("Fetch.enable", { patterns: [{ urlPattern: `*${restPath}` }] });
  await page.goto(`${origin}${restPath}`);
  await debuggerSession.send("Fetch.disable");
  await page.evaluate(() => sessionStorage.clear());
  // The pointer would hover over what the next visitor sees there.
  await page.mouse.move(0, 0);
  await Promise.all([
    debuggerSession.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" }),
    debuggerSession.send("Page.resetNavigationHistory"),
    context.clearCookies(),
  ]);
  page.removeAllListeners("dialog");
}

/** Keeps a cleaned device for the next visitor, and closes one that cannot be cleaned. */
async function returnDevice(device: Device): Promise<void> {
  const isClean =
    !device.isWorn &&
    (await clean(device).then(
      () => true,
      () => false,
    ));
  if (!isClean) return device.closeContext();
  idleDevices.push(device);
  if (idleDevices.length > maxIdleDevices) await idleDevices.shift()!.closeContext();
}

/**
 * Lends a device to a visitor of the site `kind.baseURL`: an idle one, or a new one. Closing its context returns it.
 * @param kind What a context is created with.
 */
export async function takeDevice(
  browser: Browser,
  kind: BrowserContextOptions & { baseURL: string },
  view: { viewport: ViewportSize; colorScheme: "light" | "dark" },
): Promise<Device> {
  const { origin } = new URL(kind.baseURL);
  const key = JSON.stringify([origin, kind]);
  const index = idleDevices.findLastIndex((idle) => idle.key === key && idle.context.browser() === browser);
  const idleDevice = index < 0 ? undefined : idleDevices.splice(index, 1)[0];
  const device = idleDevice ?? (await createDevice(browser, origin, { ...kind, ...view }, key));
  const { context, page } = device;
  if (device === idleDevice) {
    await page.setViewportSize(view.viewport);
    await page.emulateMedia({ colorScheme: view.colorScheme });
  }
  let closing: Promise<void> | undefined;
  context.close = () => (closing ??= returnDevice(device));
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame() && new URL(frame.url()).origin !== origin) device.isWorn = true;
  });
  return device;
}
