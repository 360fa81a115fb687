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
const results = [
  "dist/server/main.server.js",
  "dist/app/.vite/manifest.json",
  "dist/early/early.js",
  "dist/islands/.vite/manifest.json",
];

/** True when `npm run build` has run since anything it reads last changed. */
function isBuilt(): boolean {
  if (!results.every((file) => existsSync(file))) return false;
  const builtAt = Math.min(...results.map((file) => statSync(file).mtimeMs));
  return globSync(sources).every((file) => statSync(file).mtimeMs <= builtAt);
}

/** Builds when a source is newer than the build. */
export function ensureBuilt(): void {
  if (!isBuilt()) execFileSync(process.execPath, ["scripts/build.ts"], { stdio: "inherit" });
}
