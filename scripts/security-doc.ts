/**
 * `node scripts/security-doc.ts`: writes docs/security.md, the tests that hold each threat (T) and each reliability risk (R) of the bar, by the
 * ids that stand in their names. `--check`: writes nothing, exits 1 when the page is not what the tests say.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";

const page = "docs/security.md";
const name = /(["`])((?:(?!\1)[^\\\n]|\\.)*\b[TR]-\d{2}\b(?:(?!\1)[^\\\n]|\\.)*)\1/g;

type Test = { file: string; name: string };

/** Every place of a file with the titles of the `describe` blocks around it. The formatter's indentation says where a block ends. */
function blocksOf(source: string): { from: number; titles: string[] }[] {
  const places: { from: number; titles: string[] }[] = [{ from: 0, titles: [] }];
  const around: { indent: string; title: string }[] = [];
  let at = 0;
  for (const line of source.split("\n")) {
    const [, indent, isEach, , title] = /^( *)describe(\.each)?\b.*?(?:\((["`])(.*?)\3,|$)/.exec(line) ?? [];
    if (indent !== undefined) {
      // The title of a block that is run for several devices or cases says nothing of what is shown.
      around.push({ indent, title: isEach === undefined ? (title ?? "") : "" });
      // The block's own title is not within it.
      places.push({ from: at + line.length, titles: around.map((block) => block.title) });
    } else if (around.length > 0 && line.startsWith(`${around.at(-1)!.indent}})`) && !line.includes('("')) {
      around.pop();
      places.push({ from: at, titles: around.map((block) => block.title) });
    }
    at += line.length + 1;
  }
  return places;
}

const ids = /^(?:(?:[TR]-\d{2}(?:, )?)+: )|\s*\((?:[TR]-\d{2}(?:, )?)+\)/g;
/** A title as people read it: without its ids, and with a dot row for what differs from case to case. */
const readable = (title: string) =>
  title
    .replace(ids, "")
    .replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}|\$[a-zA-Z]\w*|%[sjdifo]/g, "…")
    .trim();

const byId = new Map<string, Test[]>();
for (const file of globSync("tests/**/*.test.{ts,tsx}").toSorted()) {
  const source = readFileSync(file, "utf8");
  const places = blocksOf(source);
  for (const { 2: found, index } of source.matchAll(name)) {
    const { titles } = places.findLast(({ from }) => from <= index)!;
    const words = [...titles, found!].map(readable).filter((title) => title !== "");
    for (const [id] of found!.matchAll(/\b[TR]-\d{2}\b/g))
      byId.set(id, [...(byId.get(id) ?? []), { file, name: words.join(": ") }]);
  }
}
const lines = [...byId]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .flatMap(([id, tests]) => tests.map((test, at) => `| ${at === 0 ? id : ""} | ${test.name} | \`${test.file}\` |`));
const text = `# What is tested against attacks and failures

Made from the names of the tests by \`scripts/security-doc.ts\`; a threat or risk without a line has no test yet. Besides these, \`tests/permissions.test.ts\`
makes every call of the program as everybody, about own, foreign and missing rows.

| id | what is shown | where |
|---|---|---|
${lines.join("\n")}
`;

if (!process.argv.includes("--check")) writeFileSync(page, text);
else if (readFileSync(page, "utf8") !== text) {
  console.error(`${page} is not what the tests say: run \`node scripts/security-doc.ts\`.`);
  process.exit(1);
}
