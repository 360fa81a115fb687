/** The browser of the benches that measure screens of the app, and what these benches run in its pages. */
import type { Browser, BrowserContext } from "playwright-core";
import { launchChromium } from "./chromium.ts";

type BenchBrowser = AsyncDisposable & {
  /** Opens a context in English, 1440 x 900; signed in with the token of a session, if there is one. */
  openContext: (url: string, token?: string) => Promise<BrowserContext>;
};

async function openContext(browser: Browser, url: string, token: string | undefined): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 }, locale: "en-GB" });
  const cookies = { locale_value: "en", ...(token === undefined ? {} : { sid: token, signed_in: "1" }) };
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
  return context;
}

/** Starts Chromium. */
export async function launchBrowser(): Promise<BenchBrowser> {
  const chromium = await launchChromium();
  return {
    openContext: (url, token) => openContext(chromium.browser, url, token),
    [Symbol.asyncDispose]: () => chromium[Symbol.asyncDispose](),
  };
}

/** Opens another screen without loading the page again; runs in the page. */
export function navigate(address: string): void {
  history.pushState({}, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}

type Paint = {
  /** The address to open, or the heading of a list to click. */
  trigger: { address: string } | { heading: string };
  /** Selector of the first element of the new content; by its `data-row` it differs from that of the old content. */
  content: string;
  /** A part of the address of the call that loads the content. */
  call: string;
};

/** ms from the last byte of the response to a call until the frame with its content is painted; runs in the page. */
export function paintTime({ trigger, content, call }: Paint): Promise<number> {
  const find = () => document.querySelector<HTMLElement>(content);
  const oldElement = "heading" in trigger ? find() : null;
  const oldRow = oldElement?.dataset.row;
  performance.clearResourceTimings();
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const element = find();
      if (element === null || (oldElement !== null && element.dataset.row === oldRow)) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", () => {
          const end = performance.now();
          const responses = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
          resolve(end - responses.findLast(({ name }) => name.includes(call))!.responseEnd);
        });
        port1.start();
        port2.postMessage(undefined);
      });
    });
    observer.observe(document, { childList: true, subtree: true });
    if ("address" in trigger) {
      history.pushState({}, "", trigger.address);
      dispatchEvent(new PopStateEvent("popstate"));
    } else
      [...document.querySelectorAll<HTMLElement>("#list th button")]
        .find(({ textContent }) => textContent === trigger.heading)
        ?.click();
  });
}
