import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterEach, expect, inject } from "vitest";
import { getOrCompute } from "#kit/memo.ts";
import type { Locale } from "#kit/text.ts";
import { addCleanUp } from "./clean-up.ts";
import { debuggerOf, takeDevice } from "./device-pool.ts";

/**
 * The code of axe in ASCII: its few other characters are in strings and names, where an escape means the same. A single one of them doubles the bytes of
 * the code in every process of Chromium that passes it on.
 */
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8").replaceAll(
  /[^\0-\x7F]/g,
  (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
);

export type Visit = {
  url: string;
  locale?: Locale;
  /** The width of the viewport in px. A width below 600 is a phone with touch. */
  width?: number;
  scheme?: "light" | "dark";
  /** Whether a wider device has a touch screen, too. */
  hasTouch?: boolean;
  javaScript?: boolean;
};

/** A person on a device. All their pages share cookies; `problems` collects the errors of all these pages. */
export type Visitor = { context: BrowserContext; page: Page; problems: string[] };

let browserOfWorker: Browser | undefined;

/** Starts the Chromium of this worker on the first call. All test files of the worker use it; it ends with the worker. */
async function launchBrowser(): Promise<Browser> {
  if (browserOfWorker?.isConnected() === true) return browserOfWorker;
  const { executablePath, environment } = inject("browser");
  browserOfWorker = await chromium.launch({
    executablePath,
    env: { ...process.env, ...environment } as Record<string, string>,
    // Pages are open for a few seconds: an optimizing compiler, of which V8 has two, would take more time than it saves.
    args: ["--no-sandbox", "--js-flags=--max-lazy --no-opt --no-maglev"],
  });
  return browserOfWorker;
}

/** Prints what a screen reader finds on these pages: after a wait that never ended, this shows what was there instead. */
async function printPages(contexts: readonly BrowserContext[]): Promise<void> {
  for (const page of contexts.flatMap((context) => context.pages())) {
    const content = await page
      .locator("body")
      .ariaSnapshot({ timeout: 10_000 })
      .catch((error: unknown) => String(error));
    console.error(`${page.url()}\n${content}`);
  }
}

/**
 * Returns a function that opens the first page of a new visitor, who leaves after the test, or after the file if no test opened the page. When a test
 * fails, the open pages are printed.
 */
export async function openBrowser(): Promise<(visit: Visit) => Promise<Visitor>> {
  const browser = await launchBrowser();
  const openContexts = new Set<BrowserContext>();
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await printPages([...openContexts]);
  });

  return async ({ url, locale, width = 1440, scheme = "light", hasTouch = false, javaScript = true }) => {
    const isPhone = width < 600;
    const kind = {
      baseURL: url,
      hasTouch: isPhone || hasTouch,
      reducedMotion: "reduce" as const,
      javaScriptEnabled: javaScript,
      // The language of the browser. The site itself uses the stored choice of the visitor and their country.
      locale: locale === "zh" ? "zh-CN" : "en-GB",
    };
    const viewport = { width, height: isPhone ? 844 : 900 };
    const { context, page } = await takeDevice(browser, kind, { viewport, colorScheme: scheme });
    openContexts.add(context);
    addCleanUp(async () => {
      openContexts.delete(context);
      await context.close();
    });
    // A page that loads slowly on a busy machine must not fail; one that never loads fails after 60 s.
    context.setDefaultTimeout(60_000);
    if (locale !== undefined) await context.addCookies([{ name: "locale_value", value: locale, url }]);
    const problems: string[] = [];
    context.on("page", (other) => collectProblems(other, problems));
    collectProblems(page, problems);
    return { context, page, problems };
  };
}

/** Adds the errors and failed requests of a page to `problems`. A journey removes the errors that it causes on purpose. */
function collectProblems(page: Page, problems: string[]): void {
  page.on("console", (message) => {
    // Failed responses are reported below, with their address.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
      problems.push(`${page.url()}: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // A page aborts its requests when the visitor leaves it or when a newer request replaces them.
    if (reason !== "net::ERR_ABORTED") problems.push(`${request.method()} ${request.url()}: ${reason}`);
  });
  page.on("response", (response) => {
    // 428 requires a proof of work: the page sends it without the visitor.
    if (response.status() >= 400 && response.status() !== 428)
      problems.push(`${response.request().method()} ${response.url()}: ${response.status()}`);
  });
}

type Violation = { id: string; nodes: { target: string[]; failureSummary?: string }[] };

/** The rules that depend on colours. The dark scheme changes nothing but colours. */
const colorRules = ["color-contrast", "link-in-text-block"];

/**
 * Runs the code of axe in the page, once. The debugger does so, because the content security policy of the page refuses other added scripts. Chromium
 * caches what it compiles for this call, but not what it compiles for Playwright's `evaluate`.
 */
async function loadAxe(page: Page): Promise<void> {
  if ((await page.evaluate("globalThis.axe !== undefined")) === true) return;
  const session = await debuggerOf(page);
  await session.send("Runtime.evaluate", { expression: `${axe}; undefined` });
}

/** The variant of a test that checked the colours of each state first. */
const variantsOfColors = new Map<string, string>();

/**
 * Whether the running test is the variant of its journey that checks the colours of this state: the first one that comes to this place of the code on
 * this page. Neither the language nor the width changes a colour. A place that only phones come to is a state of its own.
 */
function checksColors(page: Page): boolean {
  const { testPath = "", currentTestName = "" } = expect.getState();
  const journey = currentTestName.replaceAll(/\b(?:zh|en|\d+(?= px))\b/g, "");
  const place = (new Error("place").stack ?? "").split("\n").filter((line) => line.includes(".test."));
  // Records of another variant have other ids.
  const address = new URL(page.url()).pathname.replaceAll(/[0-9a-f-]{36}|\d+/g, "");
  const state = [testPath, journey, ...place, address].join("\n");
  return getOrCompute(variantsOfColors, state, () => currentTestName) === currentTestName;
}

/** The violations that axe finds on the page by the given rules, by default WCAG 2.2 AA and best practices. */
async function findViolations(page: Page, rules: object): Promise<string[]> {
  // Only rules for media need preloading, which reads all style sheets again.
  const options = { resultTypes: ["violations"], preload: false, ...rules };
  await loadAxe(page);
  const found = (await page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as Violation[];
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${page.url()}: ${id}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`),
  );
}

/** Waits until the page and its fonts are loaded and no transition changes its colours. */
export async function waitForIdle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector("h1") !== null &&
      document.fonts.status === "loaded" &&
      // Elements behind an open dialog may stay busy until the dialog is answered.
      [...document.querySelectorAll("[aria-busy=true]")].every(
        (element) => element.closest("[aria-hidden=true]") !== null,
      ) &&
      document
        .getAnimations()
        .every(({ playState, effect }) => playState !== "running" || effect?.getTiming().iterations === Infinity),
  );
}

/** Checks that the page does not scroll sideways. */
async function expectToFit(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect([page.url(), overflow]).toEqual([page.url(), 0]);
}

/** Checks that the page has no accessibility violation and does not scroll sideways, and that the visitor's pages have had no error. */
export async function expectNoPageProblems({ page, problems }: Visitor): Promise<void> {
  const rules = checksColors(page)
    ? {}
    : { rules: Object.fromEntries(colorRules.map((id) => [id, { enabled: false }])) };
  await waitForIdle(page);
  expect(await findViolations(page, rules)).toEqual([]);
  await expectToFit(page);
  expect(problems).toEqual([]);
}

/** The same check in the dark scheme, in the variant that checks the colours. The light scheme is restored afterwards. */
export async function expectNoPageProblemsInDark({ page, problems }: Visitor): Promise<void> {
  if (checksColors(page)) {
    await page.emulateMedia({ colorScheme: "dark" });
    await waitForIdle(page);
    expect(await findViolations(page, { runOnly: colorRules })).toEqual([]);
    await expectToFit(page);
    await page.emulateMedia({ colorScheme: "light" });
  }
  expect(problems).toEqual([]);
}

type Device = { locale: Locale; width: number };

/** Most journeys run in Chinese on a desktop and in English on a phone. */
export const devices: Device[] = [
  { locale: "zh", width: 1440 },
  { locale: "en", width: 390 },
];

/** For journeys in which long English texts on a desktop and dense Chinese texts on a phone are the more likely problem. */
export const swappedDevices: Device[] = [
  { locale: "zh", width: 390 },
  { locale: "en", width: 1440 },
];
