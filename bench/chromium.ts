import { type BrowserFiles, unpackBrowser } from "../tests/support/browser-files.ts";
import { temporaryFolder } from "./running-app.ts";

/** The packaged Chromium, unpacked into a temporary folder; or the one in CHROME_PATH. */
export async function unpackedChromium(): Promise<AsyncDisposable & BrowserFiles> {
  const folder = await temporaryFolder();
  return { ...(await unpackBrowser(folder.path)), [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}
