import { writeFile } from "node:fs/promises";
import path from "node:path";

/** Where the run's Chromium is, and the environment that it needs. */
export type BrowserFiles = { executablePath: string; environment: Record<string, string> };

/** The package's list of fonts names folders of other machines; without any font, pages crash. */
async function writeFontList(folder: string): Promise<string> {
  const file = path.join(folder, "fonts.conf");
  const folders = [path.join(folder, "fonts"), "/usr/share/fonts", "/usr/local/share/fonts"];
  const list = folders.map((name) => `<dir>${name}</dir>`).join("");
  await writeFile(file, `<fontconfig>${list}<cachedir>${path.join(folder, "font-cache")}</cachedir></fontconfig>`);
  return file;
}

/**
 * Unpacks the packaged Chromium with its system libraries into a folder of this run, so that no incomplete one of an earlier run is used.
 * CHROME_PATH names another browser, which is required on systems other than Linux.
 */
export async function unpackBrowser(folder: string): Promise<BrowserFiles> {
  if (process.env.CHROME_PATH !== undefined) return { executablePath: process.env.CHROME_PATH, environment: {} };
  const before = { ...process.env };
  // The package decides by these what to unpack, and where, when it is imported.
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: "nodejs24.x" });
  try {
    const { default: packaged } = await import("@sparticuz/chromium");
    const executablePath = await packaged.executablePath();
    const { LD_LIBRARY_PATH = "" } = process.env;
    return { executablePath, environment: { LD_LIBRARY_PATH, FONTCONFIG_FILE: await writeFontList(folder) } };
  } finally {
    process.env = before;
  }
}
