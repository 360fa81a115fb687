import type { TestTitle } from "./test-titles.ts";

/** A row of a page in docs/requirements. */
export type Requirement = { id: string; sentence: string; decided: string; page: string };

/** An id of a row in docs/requirements. */
export const requirementId = /\b[ESBNTRQO]-\d{1,3}\b/g;

const rowPattern = /^\| ([A-Z]-\d{1,3}) \| (.+?) \| ([^|]+) \|$/gm;

/** The rows of a page, in their order. */
export const requirementsIn = (page: string, text: string): Requirement[] =>
  [...text.matchAll(rowPattern)].map(([, id, sentence, decided]) => ({
    id: id!,
    sentence: sentence!,
    decided: decided!,
    page,
  }));

/** The generated pages coverage.md (rows with a test) and open.md (rows without a test), and the problems of the rows and titles. */
type Coverage = { coverage: string; open: string; problems: string[]; openIds: string[] };

const idsOf = (text: string) => new Set(text.match(requirementId));

const leadingIds = /^(?:[ESBNTRQO]-\d{1,3}(?:, )?)+: /;
const idsInBrackets = /\s*\((?:[ESBNTRQO]-\d{1,3}(?:, )?)+\)/g;
/** A title without its ids. */
const plainTitle = (title: string) => title.replace(leadingIds, "").replace(idsInBrackets, "").trim();

/** The lines of coverage.md for each id. */
function evidenceOf(titles: readonly TestTitle[]): Map<string, string[]> {
  const evidence = new Map<string, string[]>();
  for (const { file, around, title } of titles)
    for (const id of idsOf(title)) {
      const text = [...around, title]
        .map(plainTitle)
        .filter((part) => part !== "")
        .join(": ")
        .replaceAll("|", "\\|");
      evidence.set(id, [...new Set([...(evidence.get(id) ?? []), `${text} | \`${file}\``])]);
    }
  return evidence;
}

/** The body of a generated page, with one section per page of requirements. */
const sectionsOf = (rows: readonly Requirement[], head: string, line: (row: Requirement) => string[]) =>
  [...Map.groupBy(rows, ({ page }) => page)]
    .map(([page, inPage]) => `## ${page}\n\n${head}${inPage.flatMap(line).join("\n")}\n`)
    .join("\n");

/**
 * Generates the pages from the rows and the titles of the tests. `before`: the current pages. A row on `coverage` must still have a test. A row on
 * neither page is new, and must have a test unless `allowNew` is true.
 */
export function coverageOf(
  rows: readonly Requirement[],
  titles: readonly TestTitle[],
  before: { coverage: string; open: string },
  allowNew: boolean,
): Coverage {
  const ids = new Set(rows.map(({ id }) => id));
  const evidence = evidenceOf(titles);
  const [idsWithTest, idsWithoutTest] = [idsOf(before.coverage), idsOf(before.open)];
  const withoutTest = rows.filter(({ id }) => !evidence.has(id));
  const problems = [
    ...rows
      .filter(({ id }, index) => rows.findIndex((row) => row.id === id) !== index)
      .map(({ id, page }) => `${id} is repeated in ${page}`),
    ...titles.flatMap(({ file, title }) =>
      [...idsOf(title)].filter((id) => !ids.has(id)).map((id) => `${file}: no row has the id ${id} of “${title}”`),
    ),
    ...withoutTest
      .filter(({ id }) => idsWithTest.has(id))
      .map(({ id }) => `${id} has lost its test: no title has the id any more`),
    ...withoutTest
      .filter(({ id }) => !idsWithTest.has(id) && !idsWithoutTest.has(id) && !allowNew)
      .map(({ id }) => `${id} is new and has no test: write one, or add it to open.md with --new`),
  ];
  const coverage = `# Which tests check which requirement

\`scripts/requirements.ts\` generates this page from the titles of the tests. In addition, \`tests/permissions.test.ts\` makes every call of the program as every kind of
person, about rows of their own space, of another space and missing rows. Requirements that no test checks are in [open.md](open.md).

${sectionsOf(
  rows.filter(({ id }) => evidence.has(id)),
  "| id | what is shown | where |\n|---|---|---|\n",
  ({ id }) => evidence.get(id)!.map((text, index) => `| ${index === 0 ? id : ""} | ${text} |`),
)}`;
  const open = `# Requirements that no test checks

\`scripts/requirements.ts\` generates this page: it removes lines, and adds lines only for new rows.

${sectionsOf(withoutTest, "", ({ id }) => [`- ${id}`])}`;
  return { coverage, open, problems, openIds: withoutTest.map(({ id }) => id) };
}
