/**
 * Builds the outputs: dist/server (the program), dist/app (member area, admin area, builder), dist/early (the script that runs before the app) and
 * dist/islands (public pages). With arguments, only the outputs that they name: `build.ts server`.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";

const startedAt = performance.now();
process.env.NODE_ENV = "production";

const named = process.argv.slice(2);
const modes = ["server", "app", "early", "islands"].filter((mode) => named.length === 0 || named.includes(mode));
for (const mode of modes) await build({ mode, logLevel: "warn" });

/** Assets are immutable, so they are compressed once, at the highest level. */
async function compressAssets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg|json)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const bytes = await readFile(file);
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, quality));
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

const publicModes = modes.filter((mode) => mode === "app" || mode === "islands");
await Promise.all(publicModes.map((mode) => compressAssets(`dist/${mode}`)));
console.log(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
