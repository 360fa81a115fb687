import path from "node:path";
import { type Arrows, roomOf, shelfOf } from "./arrows.ts";
import { requirementId } from "./requirements.ts";
import { parse, type Parsed, type Source } from "./source.ts";

/** A violation of a rule in docs/architecture.md. */
export type Finding = { rule: Rule; where: string; why: string };

/** Sizes of the files under `src`, in lines. */
export const sizes = { most: 400, median: 60, p90: 200 };

const isServerFile = (file: string) => /\.server\.tsx?$/.test(file);
/** Shelves whose every file is the server's. Entities are plain data, but nothing the browser should carry. */
const runsOnServer = (file: string) => isServerFile(file) || ["entities", "server", "records"].includes(shelfOf(file));
const isScreen = (file: string) => file.endsWith(".screen.ts");
const isExpectation = (file: string) => file.endsWith(".expect.ts");
const isSource = (file: string) => file.startsWith("src/");
const isTypeScript = (file: string) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts");
const junk = /(^|\/)(utils?|helpers?|common|misc|shared|lib)(\.|\/|$)/i;
const isPackage = (name: string) =>
  !name.startsWith("src/") && !name.startsWith("seed/") && !name.startsWith("migrations/");

/** Files that a public page may load: imports of its script, static or dynamic, and globs. */
function reachable(
  start: string,
  files: ReadonlyMap<string, Parsed>,
  follow: { dynamic: boolean },
): Map<string, string> {
  const seen = new Map<string, string>([[start, start]]);
  for (const [file, via] of seen) {
    const parsed = files.get(file);
    if (parsed === undefined) continue;
    const found = parsed.globs.flatMap((glob) => [...files.keys()].filter((name) => path.matchesGlob(name, glob)));
    const named = parsed.imports
      .filter(({ isType, isDynamic }) => !isType && (follow.dynamic || !isDynamic))
      .map(({ to }) => to);
    for (const next of [...named, ...found]) if (!seen.has(next)) seen.set(next, `${via} > ${next}`);
  }
  return seen;
}

/** The clients that may ask other machines (T-63). */
const doors = new Set([
  "src/server/process/provider-fetch.server.ts",
  "src/server/process/egress.server.ts",
  "src/server/files/s3-storage.server.ts",
]);
const outwards =
  /(?<![\w.#])fetch\(|import \{[^}]*\b(?:request|get)\b[^}]*\} from "node:https?"|from "(?:undici|node:https|@aws-sdk\/[\w-]+)"/g;

/** Calls whose answer is a description of fields, which has no schema. */
const believing = new Set([
  "src/features/admin/calls/auto-form.server.ts",
  "src/features/admin/calls/table-search.server.ts",
]);

/** Ways to take the time, and the time since a moment; a moment itself may be looked at. */
const clock =
  /\bperformance\.(?:now|measure)\b|\bhrtime\b|\bconsole\.time|(?:Date\.now\(\)|getTime\(\)) - [a-z]\w*\b(?!\()/gi;
/** Compares how two times grow, which is the same on every machine. */
const stopwatches = new Set(["tests/support/attack-expression.ts"]);

/** Where a principal is proved to be what a call's access promises. */
const admission = "src/server/http/calls.server.ts";

/** All entities of the shelf, and who may name them all: what puts the program together, and what makes tables of them. */
const codeEntities = "src/records/registry/code-entities.server.ts";
const composers = new Set(["src/services.server.ts", "src/records/registry/schema.server.ts"]);

/** Shelves on which each file is one definition, so that their number is the product's size and no disorder. */
const definitionShelf = /(^|\/)(ui|kit|calls|fields|fields\/lazy-fields|widgets|nodes|entities|jobs|commands)$/;
const filesOfRoom = 25;

const publicScript = "src/islands.ts";
/** Scripts of components on public pages, beside their definitions. */
const componentScript = /^src\/(?:widgets|nodes)\/[\w-]+\.island\.ts$/;

/** The content of the project's pages that the rules refer to: allowed imports, and the ids of requirements. */
type Pages = { arrows: Arrows; requirements: ReadonlySet<string> };
type Check = (files: readonly Parsed[], context: Pages & { all: readonly Source[] }) => Omit<Finding, "rule">[];

/** Documents that a reader of the repository does not have. */
const otherDocuments = /\bspec(?:ification)? section|\bruling \d|\bsecurity bar\b|\bsections? [A-Z]?\d/i;

const eachImport = (
  files: readonly Parsed[],
  check: (from: Parsed, to: Parsed["imports"][number]) => string | undefined,
) =>
  files.flatMap((file) =>
    file.imports.flatMap((item) => {
      const why = check(file, item);
      return why === undefined ? [] : [{ where: `${file.path}:${item.line}`, why }];
    }),
  );

/** Every checkable rule, with its check. */
const rules = {
  "a folder of src is a shelf": (files, { arrows }) =>
    files
      .filter(({ path: file }) => !arrows.shelves.has(shelfOf(file).split("/")[0]!))
      .map(({ path: file }) => ({ where: file, why: "docs/architecture.md does not know this folder" })),

  "imports follow the arrows": (files, { arrows }) =>
    eachImport(files, (from, { to }) => {
      if (isPackage(to)) return undefined;
      const [a, b] = [shelfOf(from.path), shelfOf(to)];
      if (a.startsWith("features/") && b.startsWith("features/")) return undefined;
      return a === "root" || arrows.mayImport(a, b) ? undefined : `${a} may not import ${b} (${to})`;
    }),

  "features do not import features": (files) =>
    eachImport(files, (from, { to }) => {
      const [a, b] = [shelfOf(from.path), shelfOf(to)];
      return a.startsWith("features/") && b.startsWith("features/") && a !== b ? `${a} imports ${to}` : undefined;
    }),

  "rooms follow their arrows": (files, { arrows }) =>
    files.flatMap((file) => {
      const [shelf, from] = [shelfOf(file.path), roomOf(file.path)];
      const chain = arrows.rooms.get(shelf);
      if (chain === undefined) return [];
      if (from !== "calls" && !chain.names.has(from))
        return [{ where: file.path, why: `docs/architecture.md does not know the room ${from} of ${shelf}` }];
      return eachImport([file], (_file, { to }) => {
        if (isPackage(to) || shelfOf(to) !== shelf) return undefined;
        return chain.mayImport(from, roomOf(to)) ? undefined : `${shelf}: ${from} may not import ${roomOf(to)} (${to})`;
      });
    }),

  "a room has few files": (files) => {
    const folders = Map.groupBy(files, ({ path: file }) => path.posix.dirname(file));
    return [...folders]
      .filter(([folder, { length }]) => length > filesOfRoom && !definitionShelf.test(folder))
      .map(([folder, { length }]) => ({
        where: folder,
        why: `${length} files: rooms have doors, shelves have an end`,
      }));
  },

  "browser code names server code by type only": (files) =>
    eachImport(files, (from, { to, isType }) =>
      !runsOnServer(from.path) && !isType && isSource(to) && runsOnServer(to) ? `imports ${to}` : undefined,
    ),

  "the browser asks the server in client": (files) =>
    files
      .filter(({ path: file }) => !runsOnServer(file) && !["client", "islands", "root"].includes(shelfOf(file)))
      .flatMap(({ path: file, text }) =>
        [...text.matchAll(/(?<![\w.#])fetch\(/g)].map(() => ({ where: file, why: "ask through client/call.ts" })),
      ),

  "browser code imports nothing of Node": (files) =>
    eachImport(files, (from, { to, isType }) =>
      !runsOnServer(from.path) && !isType && to.startsWith("node:") ? `imports ${to}` : undefined,
    ),

  "server shelves hold .server files": (files) =>
    files
      .filter(({ path: file }) => ["server", "records"].includes(shelfOf(file)) && !isServerFile(file))
      .map(({ path: file }) => ({ where: file, why: "the build keeps only .server.ts files out of the browser" })),

  "public pages never import fields": (files) =>
    [...reachable(publicScript, new Map(files.map((file) => [file.path, file])), { dynamic: true })]
      .filter(([file]) => shelfOf(file) === "fields" && isSource(file))
      .map(([file, via]) => ({ where: file, why: via })),

  "public pages start without a framework": (files) =>
    [...reachable(publicScript, new Map(files.map((file) => [file.path, file])), { dynamic: false })]
      .filter(([name]) => /^(react|react-dom|react-router|@tanstack|@base-ui|zod)\b/.test(name))
      .map(([name, via]) => ({ where: name, why: via })),

  // Comfort of one component: whatever it needs comes with it, to everybody who sees the page.
  "the script of a component knows only kit and ui": (files) =>
    eachImport(
      files.filter(({ path: file }) => componentScript.test(file)),
      (_from, { to }) => (["kit", "ui"].includes(shelfOf(to)) && !isPackage(to) ? undefined : `imports ${to}`),
    ),

  "the script of a component stands beside a definition that says when it is loaded": (files) => {
    const paths = new Set(files.map(({ path: file }) => file));
    const [definitions, scripts] = [
      files.filter(({ path: file }) => /^src\/(?:widgets|nodes)\/[\w-]+\.tsx$/.test(file)),
      [...paths].filter((file) => componentScript.test(file)),
    ];
    const timed = new Set(
      definitions
        .filter(({ text }) => /^ {2}island: "(?:seen|used)",$/m.test(text))
        .map(({ path: file }) => file.replace(/\.tsx$/, ".island.ts")),
    );
    return [
      ...scripts
        .filter((file) => !timed.has(file))
        .map((file) => ({ where: file, why: "no definition says when it is loaded" })),
      ...[...timed].filter((file) => !paths.has(file)).map((file) => ({ where: file, why: "is not there" })),
    ];
  },

  "files stay small": (files) =>
    files
      .filter(({ lines }) => lines > sizes.most)
      .map(({ path: file, lines }) => ({ where: file, why: `${lines} lines` })),

  "most files are small": (files) => {
    const lines = files.map((file) => file.lines).toSorted((a, b) => a - b);
    const at = (share: number) => lines[Math.floor((lines.length - 1) * share)] ?? 0;
    const oversized = [];
    if (at(0.5) > sizes.median) oversized.push({ where: "src", why: `the median file has ${at(0.5)} lines` });
    if (at(0.9) > sizes.p90) oversized.push({ where: "src", why: `one file in ten has more than ${at(0.9)} lines` });
    return oversized;
  },

  "no junk drawers": (files) =>
    files
      .filter(({ path: file }) => junk.test(file))
      .map(({ path: file }) => ({ where: file, why: "say what it is, in the words of its field" })),

  "no barrels": (files) => [
    ...files.flatMap(({ path: file, reexports }) =>
      reexports.map((line) => ({ where: `${file}:${line}`, why: "hands on what another file exports" })),
    ),
    ...files
      .filter(({ path: file }) => /\/index\.tsx?$/.test(file))
      .map(({ path: file }) => ({ where: file, why: "a file is named after what it is" })),
  ],

  "no any": (files) =>
    files.flatMap(({ path: file, anys }) => anys.map((line) => ({ where: `${file}:${line}`, why: "any" }))),

  // What the access of a call promises of its principal is proved where the call is admitted; anywhere else it would only be claimed.
  "no cast of the principal": (_files, { all }) =>
    all.flatMap(({ path: file, text }) =>
      [...text.matchAll(/\bas (?:unknown as )?(?:\w*Principal(?:For)?|CallContext)\b/g)]
        .filter(([found]) => file !== admission || found !== "as PrincipalFor")
        .map(([found]) => ({ where: file, why: `${found}: take CallContext<UserPrincipal>` })),
    ),

  // One that read its definition would agree with whatever that says.
  "an expectation knows only kit": (files) =>
    eachImport(
      files.filter(({ path: file }) => isExpectation(file)),
      (_from, { to }) => (shelfOf(to) === "kit" ? undefined : `imports ${to}`),
    ),

  // Read by the server, by the check of a page's path and by menus: none of them may carry a screen.
  "a screen's definition knows only kit": (files) =>
    eachImport(
      files.filter(({ path: file }) => isScreen(file)),
      (_from, { to }) => (shelfOf(to) === "kit" ? undefined : `imports ${to}`),
    ),

  "a screen has a definition beside it": (files) => {
    const paths = new Set(files.map(({ path: file }) => file));
    return files
      .filter(({ path: file }) => file.endsWith(".screen.tsx") && !paths.has(file.replace(/x$/, "")))
      .map(({ path: file }) => ({ where: file, why: "no address leads to it" }));
  },

  "the program does not know what is expected of it": (files) =>
    eachImport(files, (_from, { to }) => (isExpectation(to) ? `imports ${to}` : undefined)),

  "nothing is left to do, skipped or singled out": (_files, { all }) =>
    all.flatMap(({ path: file, text }) =>
      [...text.matchAll(/\b(TODO|FIXME|XXX)\b|\b(?:it|test|describe)\.(?:skip|only|todo)\b/g)].map(([found]) => ({
        where: file,
        why: found,
      })),
    ),

  "tests do not sleep": (_files, { all }) =>
    all
      .filter(
        ({ path: file, text }) =>
          file.endsWith(".test.ts") && /waitForTimeout|timers\/promises|setTimeout\(/.test(text),
      )
      .map(({ path: file }) => ({ where: file, why: "wait for what is to happen, not for time to pass" })),

  // How long something takes is the machine's doing: that is measured in bench/, where nothing else runs beside it.
  "tests do not assert how long something takes": (_files, { all }) =>
    all
      .filter(({ path: file }) => file.startsWith("tests/") && !stopwatches.has(file))
      .flatMap(({ path: file, text }) =>
        [...text.matchAll(clock)].map(([found]) => ({ where: file, why: `${found}: a duration belongs to bench/` })),
      ),

  // Browser code asks its own server only, through client/call.ts; what leaves the server leaves by a door that has its limits.
  "the server goes out through its doors": (_files, { all }) =>
    all
      .filter(({ path: file }) => isSource(file) && runsOnServer(file) && !doors.has(file))
      .flatMap(({ path: file, text }) =>
        [...text.matchAll(outwards)].map(([found]) => ({ where: file, why: `${found}: ask through a door` })),
      ),

  // What works with fields of every type asks the type what it says: a new type is one file, and nothing else to change.
  "engines ask for no type's name": (_files, { all }) => {
    const types = all.flatMap(({ path: file }) => /^src\/fields\/(?:lazy-fields\/)?(\w+)\.tsx$/.exec(file)?.[1] ?? []);
    const question = new RegExp(
      `\\.type (?:===|!==) "(?:${types.join("|")})"|"(?:entity|fields|options)" in (?:field|config)\\b`,
      "g",
    );
    return (
      all
        .filter(({ path: file }) => /^src\/(?:kit|records|render|server|features\/(?:admin|builder))\//.test(file))
        // The nodes of a formatted text have types as well, which are no types of fields.
        .filter(({ path: file }) => !file.startsWith("src/kit/rich-text"))
        .flatMap(({ path: file, text }) =>
          [...text.matchAll(question)].map(([found]) => ({ where: file, why: `${found}: ask the type what it says` })),
        )
    );
  },

  // Which entities there are is up to the space: what works by a word of the wire is given the registry of its space.
  "nobody else names all entities": (files) =>
    eachImport(files, (from, { to }) =>
      to === codeEntities && !composers.has(from.path) ? "take the registry of the context" : undefined,
    ),

  "a schema that believes stands in kit": (files) =>
    files
      .filter(({ path: file }) => shelfOf(file) !== "kit" && !believing.has(file))
      .flatMap(({ path: file, text }) =>
        [...text.matchAll(/\bz\.custom\b/g)].map(() => ({ where: file, why: "z.custom: say what it is made of" })),
      ),

  // With every change of a row go its version, the versions of its fields, what searches look in, its history and word to everybody who has read it.
  "rows are written in one place": (_files, { all }) => {
    const types = all.flatMap(({ path: file }) => /^src\/entities\/(\w+)\.ts$/.exec(file)?.[1] ?? []);
    const tables = types.map((type) => type.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)).join("|");
    const writing = new RegExp(`\\b(?:update|insert into|delete from)\\s+"?(?:${tables})\\b(?=[\\s"])`, "gi");
    return all
      .filter(({ path: file }) => file.startsWith("src/") && runsOnServer(file))
      .flatMap(({ path: file, text }) =>
        [...text.matchAll(writing)].map(([found]) => ({
          where: file,
          why: `${found}: rows are written by records/change`,
        })),
      );
  },

  "what a comment cites is in docs/requirements": (_files, { all, requirements }) =>
    all
      // Only files that cite anything at all are worth their syntax tree.
      .filter(({ path: file, text }) => isTypeScript(file) && /[A-Z]-\d|ruling|security bar|section/i.test(text))
      .map(parse)
      .flatMap(({ path: file, comments }) =>
        comments.flatMap(({ text, line }) => {
          const sentence = text.replace(/\s+\*?\s*/g, " ");
          const unknownIds = (sentence.match(requirementId) ?? []).filter((id) => !requirements.has(id));
          const cited = [...unknownIds, ...(otherDocuments.exec(sentence) ?? [])];
          return cited.map((what) => ({ where: `${file}:${line}`, why: `${what}: cite a row of docs/requirements` }));
        }),
      ),

  "the project names no machine": (_files, { all }) =>
    all.flatMap(({ path: file, text }) =>
      [...text.matchAll(/\/(?:work|root|home)\/[a-z]\w*|registry\.(?:npmjs|npmmirror)\.\w+/g)].map(([found]) => ({
        where: file,
        why: found,
      })),
    ),
} satisfies Record<string, Check>;

export type Rule = keyof typeof rules;
export const ruleNames = Object.keys(rules) as Rule[];

/** All violations in these files. The rules about shelves only apply to `src`; the others to all files. */
export function findings(all: readonly Source[], pages: Pages): Finding[] {
  const parsed = all.filter(({ path: file }) => isSource(file) && isTypeScript(file)).map(parse);
  return ruleNames.flatMap((rule) =>
    (rules[rule] as Check)(parsed, { ...pages, all }).map((finding) => ({ rule, ...finding })),
  );
}
