import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect, inject } from "vitest";
import type { Locale } from "#kit/text.ts";
import { atEnd } from "./at-end.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** axe as a function that is compiled on demand: sending half a megabyte for each check would cost more than the check. */
const axeAtHand = `Object.defineProperty(globalThis, "loadAxe", { value() { ${axe} } });`;

export type Visit = {
  url: string;
  locale?: Locale;
  /** px; 390 is a phone with touch. */
  width?: number;
  scheme?: "light" | "dark";
  javaScript?: boolean;
};

/** One person on one device: their pages share cookies. Errors on any of them are collected in `problems`. */
export type Visitor = { context: BrowserContext; page: Page; problems: string[] };

let running: Browser | undefined;

/** The Chromium of this worker: all its test files use it, one after the other, and it ends with the worker. */
async function workerBrowser(): Promise<Browser> {
  if (running?.isConnected() === true) return running;
  const { executablePath, environment } = inject("browser");
  running = await chromium.launch({
    executablePath,
    env: { ...process.env, ...environment } as Record<string, string>,
    // A page lives for seconds: the slowest compiler costs more than it gains.
    args: ["--no-sandbox", "--js-flags=--max-lazy --no-opt"],
  });
  return running;
}

/** Gives a function that opens a visitor's first page; what it opened is closed after the tests of the file. */
export async function openBrowser(): Promise<(visit: Visit) => Promise<Visitor>> {
  const browser = await workerBrowser();
  const contexts: BrowserContext[] = [];
  atEnd(async () => void (await Promise.all(contexts.map((context) => context.close()))));

  return async ({ url, locale, width = 1440, scheme = "light", javaScript = true }) => {
    const isPhone = width < 600;
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width, height: isPhone ? 844 : 900 },
      hasTouch: isPhone,
      colorScheme: scheme,
      reducedMotion: "reduce",
      javaScriptEnabled: javaScript,
      // What Chinese visitors' browsers send; the site goes by the stored choice and the country.
      locale: locale === "zh" ? "zh-CN" : "en-GB",
    });
    contexts.push(context);
    // What does not come at all fails a little later; what comes late on a busy machine does not fail.
    context.setDefaultTimeout(60_000);
    if (javaScript) await context.addInitScript(axeAtHand);
    if (locale !== undefined) await context.addCookies([{ name: "locale_value", value: locale, url }]);
    const problems: string[] = [];
    context.on("page", (page) => watch(page, problems));
    const page = await context.newPage();
    return { context, page, problems };
  };
}

/** A journey removes the errors that it causes on purpose from `problems`. */
function watch(page: Page, problems: string[]): void {
  page.on("console", (message) => {
    // A refused request is reported by its answer below, which names it better.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
      problems.push(`${page.url()}: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    // What a page still asks for when it is left is given up, and so is what a newer question replaces.
    if (why !== "net::ERR_ABORTED") problems.push(`${request.method()} ${request.url()}: ${why}`);
  });
  page.on("response", (response) => {
    // 428 asks for a proof of work, which the page brings by itself.
    if (response.status() >= 400 && response.status() !== 428)
      problems.push(`${response.request().method()} ${response.url()}: ${response.status()}`);
  });
}

type Violation = { id: string; nodes: { target: string[]; failureSummary?: string }[] };

/** The rules that depend on colours, which are all that another scheme changes. */
const colorRules = ["color-contrast", "link-in-text-block"];

/** The violations that axe finds on the page, by WCAG 2.2 AA and best practices, or by the given rules. */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // Preloading reads all style sheets again, which only rules for media need.
  const options = { resultTypes: ["violations"], preload: false, ...(rules === undefined ? {} : { runOnly: rules }) };
  // Through the debugger, because the page's policy refuses scripts of others.
  const found = (await page.evaluate(
    `globalThis.axe ?? loadAxe(); axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as Violation[];
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${page.url()}: ${id}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`),
  );
}

/** Waits until the page is loaded, with its fonts, and transitions have ended, so that colours are not checked halfway. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector("h1") !== null &&
      document.fonts.status === "loaded" &&
      // What waits behind an open dialog for its answer is where it should be.
      [...document.querySelectorAll("[aria-busy=true]")].every((one) => one.closest("[aria-hidden=true]") !== null) &&
      document
        .getAnimations()
        .every((one) => one.playState !== "running" || one.effect?.getTiming().iterations === Infinity),
  );
}

/** Nothing on the page is wider than it is. */
async function expectToFit(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect([page.url(), overflow]).toEqual([page.url(), 0]);
}

/** Checks that the page has no accessibility violation, does not scroll sideways, and no error occurred so far. */
export async function expectNoPageProblems({ page, problems }: Visitor): Promise<void> {
  await settled(page);
  expect(await violations(page)).toEqual([]);
  await expectToFit(page);
  expect(problems).toEqual([]);
}

/** The same check in the dark scheme. The light scheme is restored afterwards. */
export async function expectNoPageProblemsInDark({ page, problems }: Visitor): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await settled(page);
  expect(await violations(page, colorRules)).toEqual([]);
  await expectToFit(page);
  expect(problems).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

type Device = { locale: Locale; width: number };

/** What a journey is made in: both languages, a desktop and a phone, each once. */
export const devices: Device[] = [
  { locale: "zh", width: 1440 },
  { locale: "en", width: 390 },
];

/** The other way round, for journeys in which long English on a desktop and dense Chinese on a phone are what could go wrong. */
export const swappedDevices: Device[] = [
  { locale: "zh", width: 390 },
  { locale: "en", width: 1440 },
];
