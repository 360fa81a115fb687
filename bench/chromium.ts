import { type Browser, chromium } from "playwright-core";
import { type BrowserFiles, unpackBrowser } from "../tests/support/browser-files.ts";
import { temporaryFolder } from "./running-app.ts";

/** The unpacked Chromium that BENCH_BROWSER describes, as JSON; the one in CHROME_PATH; or the packaged one, unpacked into a temporary folder. */
export async function unpackedChromium(): Promise<AsyncDisposable & BrowserFiles> {
  const unpacked = process.env.BENCH_BROWSER;
  if (unpacked !== undefined)
    return { ...(JSON.parse(unpacked) as BrowserFiles), [Symbol.asyncDispose]: async () => {} };
  const folder = await temporaryFolder();
  return { ...(await unpackBrowser(folder.path)), [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/**
 * Starts Chromium.
 * @param debuggingPort the port through which another program controls it
 */
export async function launchChromium(debuggingPort?: number): Promise<AsyncDisposable & { browser: Browser }> {
  await using resources = new AsyncDisposableStack();
  const files = resources.use(await unpackedChromium());
  const browser = resources.use(
    await chromium.launch({
      executablePath: files.executablePath,
      env: { ...process.env, ...files.environment } as Record<string, string>,
      args: ["--no-sandbox", ...(debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`])],
    }),
  );
  const resourcesOfBrowser = resources.move();
  return { browser, [Symbol.asyncDispose]: () => resourcesOfBrowser.disposeAsync() };
}
