/**
 * `npm run requirements`: writes docs/requirements/coverage.md, the tests of each requirement by the ids in their titles, and docs/requirements/open.md,
 * the requirements without a test. Rows are only removed from open.md; `--new` also adds the rows of new requirements. `--check` writes nothing, and
 * exits 1 if a page is out of date, if a title contains an id that no requirement has, or if a requirement has lost its test.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { coverageOf, requirementsIn } from "../tests/support/requirements.ts";
import { titlesIn } from "../tests/support/test-titles.ts";

const folder = "docs/requirements";
const pages = ["calls", "screens", "entities", "site", "people", "admin", "builder", "rulings", "threats", "risks"];
const files = { coverage: `${folder}/coverage.md`, open: `${folder}/open.md` };

const rows = pages.flatMap((page) => requirementsIn(page, readFileSync(`${folder}/${page}.md`, "utf8")));
const titles = globSync("tests/**/*.test.{ts,tsx}")
  .map((file) => file.replaceAll("\\", "/"))
  .toSorted()
  .flatMap((file) => titlesIn(file, readFileSync(file, "utf8")));
const previous = { coverage: readFileSync(files.coverage, "utf8"), open: readFileSync(files.open, "utf8") };
const { coverage, open, problems, openIds } = coverageOf(rows, titles, previous, process.argv.includes("--new"));

if (process.argv.includes("--check")) {
  if (coverage !== previous.coverage)
    problems.push(`${files.coverage} is not what the tests say: npm run requirements`);
  if (open !== previous.open) problems.push(`${files.open} is not what the tests say: npm run requirements`);
}
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
if (!process.argv.includes("--check")) {
  writeFileSync(files.coverage, coverage);
  writeFileSync(files.open, open);
  console.log(`${rows.length - openIds.length} of ${rows.length} requirements are shown by a test.`);
}
