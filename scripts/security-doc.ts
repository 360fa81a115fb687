/**
 * `node scripts/security-doc.ts`: writes docs/security.md, the tests that hold each threat (T) and each reliability risk (R) of the bar, by the
 * ids that stand in their names. `--check`: writes nothing, exits 1 when the page is not what the tests say.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";

const page = "docs/security.md";
const name = /(["`])((?:(?!\1)[^\\\n]|\\.)*\b[TR]-\d{2}\b(?:(?!\1)[^\\\n]|\\.)*)\1/g;

type Test = { file: string; name: string };
const byId = new Map<string, Test[]>();
for (const file of globSync("tests/**/*.test.{ts,tsx}").toSorted()) {
  for (const [, , found] of readFileSync(file, "utf8").matchAll(name)) {
    for (const [id] of found!.matchAll(/\b[TR]-\d{2}\b/g)) {
      const words = found!.replace(/^(?:[TR]-\d{2}(?:, )?)+: |\s*\((?:[TR]-\d{2}(?:, )?)+\)/g, "");
      byId.set(id, [...(byId.get(id) ?? []), { file, name: words }]);
    }
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
