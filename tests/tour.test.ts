/** The documentation names only existing files and commands. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const pages = ["README.md", ...globSync("docs/**/*.md")];

/** Files and folders that a page names in code type; patterns such as `src/fields/<type>.tsx` stand for their folder. */
function pathsIn(text: string): string[] {
  const named = [...text.matchAll(/`((?:src|tests|scripts|seed|docs|bench|migrations)\/[^`\s]*)`/g)].map(
    ([, path]) => path!,
  );
  return named.map((path) => path.replace(/\/[^/]*[<*].*$/, ""));
}

it.each(pages)("%s names only files that exist", (page) => {
  const missing = pathsIn(readFileSync(page, "utf8")).filter((path) => !existsSync(path));
  expect(missing).toEqual([]);
});

it("finds a path that does not exist", () => {
  expect(pathsIn("see `src/nowhere.ts` and `src/fields/<type>.tsx`")).toEqual(["src/nowhere.ts", "src/fields"]);
});

it("the tour covers most of the project", () => {
  expect(new Set(pathsIn(readFileSync("docs/tour.md", "utf8"))).size).toBeGreaterThan(30);
});

it("the README names only existing commands", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const commands = [
    ...readFileSync("README.md", "utf8").matchAll(/`?npm (?:run )?(start|test|dev|check|bench|db:generate)\b/g),
  ].map(([, name]) => name!);
  expect(commands.length).toBeGreaterThan(4);
  expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
});

it("every decision has a number that no other has, in its file name and title", () => {
  const files = globSync("docs/decisions/*.md").toSorted();
  const numbers = files.map((file) => /\/(\d{3})-[^/]+$/.exec(file)![1]!);
  const titles = files.map((file) => readFileSync(file, "utf8").slice(0, 5));
  expect(titles).toEqual([...new Set(numbers)].map((number) => `# ${number}`));
});

it("docs/requirements/coverage.md names tests by full titles, without placeholders", () => {
  const page = readFileSync("docs/requirements/coverage.md", "utf8");
  expect(page.match(/\$\{|\$[a-z]|%[sjdif]\b/g)).toBeNull();
  expect(page).toContain("| an activation code: is used once by a request that is sent twenty times |");
});
