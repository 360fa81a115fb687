import { writeFile } from "node:fs/promises";
import path from "node:path";

/** The path of the run's Chromium, and the environment variables that it needs. */
export type BrowserFiles = { executablePath: string; environment: Record<string, string> };

/** Writes a list of font folders. The list in the package names folders of other machines, and pages crash without a font. */
async function writeFontList(folder: string): Promise<string> {
  const file = path.join(folder, "fonts.conf");
  const folders = [path.join(folder, "fonts"), "/usr/share/fonts", "/usr/local/share/fonts"];
  const list = folders.map((name) => `<dir>${name}</dir>`).join("");
  await writeFile(file, `<fontconfig>${list}<cachedir>${path.join(folder, "font-cache")}</cachedir></fontconfig>`);
  return file;
}

/**
 * Unpacks the packaged Chromium with its system libraries into a folder of this run: the files of an earlier run may be incomplete. CHROME_PATH names
 * another browser, which is required on systems other than Linux.
 */
export async function unpackBrowser(folder: string): Promise<BrowserFiles> {
  if (process.env.CHROME_PATH !== undefined) return { executablePath: process.env.CHROME_PATH, environment: {} };
  const previousEnvironment = { ...process.env };
  // When the package is imported, it reads these variables to decide which files it unpacks, and where.
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: "nodejs24.x" });
  try {
    const { default: packaged } = await import("@sparticuz/chromium");
    const executablePath = await packaged.executablePath();
    const { LD_LIBRARY_PATH = "" } = process.env;
    return { executablePath, environment: { LD_LIBRARY_PATH, FONTCONFIG_FILE: await writeFontList(folder) } };
  } finally {
    process.env = previousEnvironment;
  }
}
