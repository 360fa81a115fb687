/** Reduces the two Latin fonts to the characters that pages use. Run by hand when these characters change; the outputs are committed. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import subset from "subset-font";

const require = createRequire(import.meta.url);
const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join("");

async function writeSubset(
  from: string,
  to: string,
  characters: string,
  options: { variationAxes?: Record<string, number> },
): Promise<void> {
  const source = readFileSync(require.resolve(from));
  const subsetBytes = await subset(source, characters, { targetFormat: "woff2", ...options });
  writeFileSync(to, subsetBytes);
  console.log(`${to}: ${source.length} -> ${subsetBytes.length} bytes`);
}

await writeSubset(
  "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2",
  "src/ui/fonts/instrument-sans.woff2",
  `${ascii}·—–‘’“”…©®™→←↑↓•×`,
  {},
);
await writeSubset(
  "@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
  "src/ui/fonts/geist-mono.woff2",
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ·—–/#:.,()&%+",
  { variationAxes: { wght: 450 } },
);
