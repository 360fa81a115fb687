import { readFileSync } from "node:fs";
import path from "node:path";
import type { PageAssets } from "#render/page/page-input.ts";

type Chunk = { file: string; isEntry?: boolean };

/**
 * Reads the addresses of files that every public page needs from the build manifest of the islands. Called once at start. @throws if a file is
 * missing
 */
export function readAssets(islandsFolder: string): PageAssets {
  const manifest = JSON.parse(readFileSync(path.join(islandsFolder, ".vite/manifest.json"), "utf8")) as Record<
    string,
    Chunk
  >;
  const url = (source: string): string => {
    const chunk = manifest[source];
    if (chunk === undefined) throw new Error(`${source} is missing in the manifest of ${islandsFolder}: build again.`);
    return `/assets/${chunk.file}`;
  };
  return {
    islands: url("src/islands.ts"),
    fonts: { sans: url("src/ui/fonts/instrument-sans.woff2"), mono: url("src/ui/fonts/geist-mono.woff2") },
  };
}
