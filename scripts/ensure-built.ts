import { execFileSync } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";

const sources = [
  "src/**/*",
  "migrations/*",
  "seed/**/*",
  "public/*",
  "vite.config.ts",
  "package-lock.json",
  "scripts/{build,app-chunks,server-parts}.ts",
];
const outputs = [
  "dist/server/main.server.js",
  "dist/server/operation.server.js",
  "dist/app/.vite/manifest.json",
  "dist/early/early.js",
  "dist/islands/.vite/manifest.json",
];

/** Whether every output exists and is at least as new as every source. */
function isBuilt(): boolean {
  if (!outputs.every((file) => existsSync(file))) return false;
  const builtAt = Math.min(...outputs.map((file) => statSync(file).mtimeMs));
  return globSync(sources).every((file) => statSync(file).mtimeMs <= builtAt);
}

/** Runs `npm run build` if a source is newer than the last build, or an output is missing. */
export function ensureBuilt(): void {
  if (!isBuilt()) execFileSync(process.execPath, ["scripts/build.ts"], { stdio: "inherit" });
}
