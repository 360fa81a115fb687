/** Cuts the two Latin fonts down to what pages use. Run by hand when the letters change; the results are committed. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import subset from "subset-font";

const require = createRequire(import.meta.url);
const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join("");

async function cut(
  from: string,
  to: string,
  letters: string,
  options: { variationAxes?: Record<string, number> },
): Promise<void> {
  const source = readFileSync(require.resolve(from));
  const small = await subset(source, letters, { targetFormat: "woff2", ...options });
  writeFileSync(to, small);
  console.log(`${to}: ${source.length} -> ${small.length} bytes`);
}

await cut(
  "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2",
  "src/ui/fonts/instrument-sans.woff2",
  `${ascii}·—–‘’“”…©®™→←↑↓•×`,
  {},
);
await cut(
  "@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
  "src/ui/fonts/geist-mono.woff2",
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ·—–/#:.,()&%+",
  { variationAxes: { wght: 450 } },
);
