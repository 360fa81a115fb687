import { type BrowserFiles, unpackBrowser } from "../tests/support/browser-files.ts";
import { temporaryFolder } from "./running-app.ts";

/** The Chromium that comes as a package, unpacked into a folder that goes away with the block that uses it; or the one CHROME_PATH names. */
export async function unpackedChromium(): Promise<AsyncDisposable & BrowserFiles> {
  const folder = await temporaryFolder();
  return { ...(await unpackBrowser(folder.path)), [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}
