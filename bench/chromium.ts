/** A Chromium that is installed (CHROME_PATH), else the one that comes as a package. */
export async function chromiumPath(): Promise<string> {
  if (process.env.CHROME_PATH !== undefined) return process.env.CHROME_PATH;
  // Makes the package unpack the system libraries it needs; it looks at this when it is imported.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs24.x";
  const { default: packaged } = await import("@sparticuz/chromium");
  return packaged.executablePath();
}
