import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { findings, type Rule, ruleNames } from "./support/architecture.ts";
import { readArrows } from "./support/arrows.ts";
import { requirementsIn } from "./support/requirements.ts";
import type { Source } from "./support/source.ts";

const pages = {
  arrows: readArrows(readFileSync("docs/architecture.md", "utf8")),
  requirements: new Set(
    globSync("docs/requirements/*.md").flatMap((page) =>
      requirementsIn(page, readFileSync(page, "utf8")).map(({ id }) => id),
    ),
  ),
};
// The files of the checks contain violations on purpose.
const exempt = new Set(["tests/architecture.test.ts", "tests/support/architecture.ts"]);
const files: Source[] = globSync("{src,tests,bench,scripts,seed}/**/*.{ts,tsx}")
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !exempt.has(file))
  .map((file) => ({ path: file, text: readFileSync(file, "utf8") }));

const file = (path: string, text = "export const a = 1;\n"): Source => ({ path, text });
const linesOf = (lines: number) => "const a = 1;\n".repeat(lines);

/** One violation of every rule, to show that each check works. */
const planted: Record<Rule, Source[]> = {
  "a folder of src is a shelf": [file("src/toolbox/thing.ts")],
  "imports follow the arrows": [file("src/kit/word.ts", 'import { b } from "../ui/button.tsx";')],
  "rooms follow their arrows": [
    file("src/server/process/a.server.ts", 'import { open } from "#server/postgres/database.server.ts";'),
  ],
  "a room has few files": Array.from({ length: 26 }, (_, at) => file(`src/records/query/a${at}.server.ts`)),
  "features do not import features": [
    file("src/features/contact/a.ts", 'import type { B } from "#features/admin/b.ts";'),
  ],
  "browser code names server code by type only": [
    file("src/features/contact/a.tsx", 'import { open } from "#server/postgres/database.server.ts";'),
  ],
  "the browser requests the server only from client/": [
    file("src/features/contact/a.tsx", 'const answer = await fetch("/a");'),
  ],
  "browser code imports nothing of Node": [file("src/ui/a.ts", 'import { join } from "node:path";')],
  "server shelves hold .server files": [file("src/records/query/list.ts")],
  "public pages never import fields": [
    file("src/islands.ts", 'const load = () => import("./features/site/open.ts");'),
    file("src/features/site/open.ts", 'import { form } from "#render/form.ts";'),
    file("src/render/form.ts", 'const all = import.meta.glob<{ a: 1 }>("../fields/*.tsx", { eager: true });'),
    file("src/fields/rating.tsx"),
  ],
  "public pages start without a framework": [
    file("src/islands.ts", 'import "./islands/a.ts";'),
    file("src/islands/a.ts", 'import { useState } from "react";'),
  ],
  "the script of a component imports only kit and ui": [
    file("src/nodes/clock.tsx", 'const clock = defineNode({\n  island: "used",\n});'),
    file("src/nodes/clock.island.ts", 'import { call } from "#client/call.ts";'),
  ],
  "the script of a component is beside a definition that says when it is loaded": [
    file("src/widgets/clock.tsx"),
    file("src/widgets/clock.island.ts"),
  ],
  "files stay small": [file("src/kit/a.ts", linesOf(401)), file("src/kit/b.ts"), file("src/kit/c.ts")],
  "most files are small": [file("src/kit/a.ts", linesOf(61)), file("src/kit/b.ts", linesOf(61)), file("src/kit/c.ts")],
  "no vague file names": [file("src/kit/utils.ts")],
  "no barrels": [file("src/kit/all.ts", 'export { a } from "./a.ts";')],
  "no any": [file("src/kit/a.ts", "export const a = (b: unknown) => b as Record<string, any>;")],
  "no cast of the principal": [
    file("src/features/contact/a.server.ts", "export const idOf = (who: unknown) => (who as UserPrincipal).accountId;"),
  ],
  "an expectation imports only kit": [
    file("src/features/contact/calls/a.expect.ts", 'import { limit } from "../limit.ts";'),
  ],
  "a definition of a screen or an action imports only kit": [
    file("src/features/contact/a.screen.ts", 'import { limit } from "./limit.ts";'),
    file("src/features/contact/a.action.ts", 'import { limit } from "./limit.ts";'),
  ],
  "a screen has a definition beside it": [file("src/features/contact/a.screen.tsx")],
  "the program does not import expectations": [
    file("src/features/contact/a.ts", 'import { expected } from "./calls/a.expect.ts";'),
  ],
  "no to-do comments, and no skipped or exclusive tests": [file("tests/a.test.ts", 'it.skip("later", () => {});')],
  "tests do not sleep": [file("tests/a.test.ts", "await page.waitForTimeout(50);")],
  "tests do not measure durations": [
    file("tests/a.test.ts", "const begin = Date.now();\nawait send();\nexpect(Date.now() - begin).toBeLessThan(1000);"),
    file("tests/support/b.ts", "export const timeOf = () => performance.now();"),
  ],
  "only certain server files send requests": [
    file("src/features/contact/a.server.ts", "export const a = (url: string) => fetch(url);"),
    file("src/features/contact/b.server.ts", 'import { S3Client } from "@aws-sdk/client-s3";'),
  ],
  "engines do not compare names of field types": [
    file("src/fields/rating.tsx"),
    file("src/render/stars.ts", 'export const isRating = (field: { type: string }) => field.type === "rating";'),
  ],
  "only records/change writes rows": [
    file("src/entities/paasWork.ts"),
    file("src/features/contact/a.server.ts", "export const close = sql`update paas_work set status = 'closed'`;"),
  ],
  "only composers import the list of all entities": [
    file("src/features/admin/a.server.ts", 'import { codeEntities } from "#records/registry/code-entities.server.ts";'),
  ],
  "only kit has schemas without validation": [
    file("src/features/contact/a.server.ts", "export const a = z.custom<Page>();"),
  ],
  "comments cite only rows of docs/requirements": [
    file("seed/a.ts", "/** The price (B-999). */\nexport const a = 1;\n"),
  ],
  "the project contains no paths or registries of a machine": [file("scripts/a.ts", 'const folder = "/work/main";')],
};

it("the project satisfies every rule of docs/architecture.md", () => {
  expect(files.length).toBeGreaterThan(100);
  expect(findings(files, pages)).toEqual([]);
});

it.each(ruleNames)("reports a violation: %s", (rule) => {
  expect(findings(planted[rule], pages).map((finding) => finding.rule)).toContain(rule);
});

it.each(ruleNames)("reports only the planted violation: %s", (rule) => {
  const otherFindings = findings(planted[rule], pages).filter((finding) => finding.rule !== rule);
  expect(otherFindings).toEqual([]);
});

it.each([
  ["a relative import against the arrows", file("src/fields/a.tsx", 'import { b } from "../features/auth/b.ts";')],
  ["a dynamic import", file("src/kit/a.ts", 'const b = () => import("#records/query/list.server.ts");')],
  ["an import without a name", file("src/kit/a.ts", 'import "../render/style.ts";')],
])("reports %s", (_what, violation) => {
  expect(findings([violation], pages).map((finding) => finding.rule)).toContain("imports follow the arrows");
});

it.each([
  ["a section of another text", "/** As the spec\n * section 4 says. */"],
  ["a ruling", "// By ruling 3."],
  ["another list", "/** Twelve hours (security bar, section E). */"],
  ["an unknown requirement id", "// Counted as in R-99."],
])("reports a comment that cites %s", (_what, comment) => {
  const rules = findings([file("scripts/a.ts", `${comment}\nexport const a = 1;\n`)], pages).map(({ rule }) => rule);
  expect(new Set(rules)).toEqual(new Set(["comments cite only rows of docs/requirements"]));
});

it("tsconfig.json names every screen component, which the compiler would not find beside its definition", () => {
  const config = JSON.parse(readFileSync("tsconfig.json", "utf8")) as { files: string[] };
  expect(config.files).toEqual(globSync("src/**/*.screen.tsx").toSorted());
});

it("allows a comment to cite a requirement, and any text in strings", () => {
  const allowed = file(
    "scripts/a.ts",
    '/** At most five tries (T-12), `SHA-256`. */\nexport const a = "B-999, ruling 3";\n',
  );
  expect(findings([allowed], pages)).toEqual([]);
});

it.each([
  [
    "through unknown",
    file("src/features/contact/a.server.ts", "const { memberId } = who as unknown as UserPrincipal;"),
  ],
  ["of a whole context", file("src/features/contact/a.server.ts", "run(context as CallContext<UserPrincipal>);")],
  [
    "at the edge, of another kind",
    file("src/server/http/calls.server.ts", "const { memberId } = who as UserPrincipal;"),
  ],
  [
    "to a generic principal elsewhere",
    file("src/server/http/serve.server.ts", "const person = who as PrincipalFor<A>;"),
  ],
])("reports a cast of the principal %s", (_what, violation) => {
  expect(findings([violation], pages).map((finding) => finding.rule)).toEqual(["no cast of the principal"]);
});

it("allows type imports from the server and imports along the arrows", () => {
  const allowed = [
    file(
      "src/features/contact/a.tsx",
      'import type { Signed } from "./sign-in.server.ts"; import { b } from "#ui/button.tsx"; import { c } from "./c.ts";',
    ),
    file(
      "src/records/query/a.server.ts",
      'import { a } from "#entities/news.ts"; import { b } from "#server/postgres/database.server.ts"; import { join } from "node:path";',
    ),
  ];
  expect(findings(allowed, pages)).toEqual([]);
});
