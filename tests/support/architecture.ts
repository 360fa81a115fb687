import path from "node:path";
import { type Arrows, roomOf, shelfOf } from "./arrows.ts";
import { requirementId } from "./requirements.ts";
import { parse, type Parsed, type Source } from "./source.ts";

/** A violation of a rule in docs/architecture.md. */
export type Finding = { rule: Rule; where: string; why: string };

/** Limits for the files under `src`, in lines: the longest file, the median and the 90th percentile. */
export const sizes = { max: 400, median: 60, p90: 200 };

const isServerFile = (file: string) => /\.server\.tsx?$/.test(file);
/** All files of these shelves run on the server. Entities are plain data, but the browser should not load them. */
const runsOnServer = (file: string) => isServerFile(file) || ["entities", "server", "records"].includes(shelfOf(file));
const isFeature = (shelf: string) => shelf.startsWith("features/");
const isScreen = (file: string) => file.endsWith(".screen.ts");
/** Definitions that kit loads. They may therefore import only kit. */
const isLoadedByKit = (file: string) => isScreen(file) || file.endsWith(".action.ts");
const isExpectation = (file: string) => file.endsWith(".expect.ts");
const isSource = (file: string) => file.startsWith("src/");
const isTypeScript = (file: string) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts");
const vagueName = /(^|\/)(utils?|helpers?|common|misc|shared|lib)(\.|\/|$)/i;
const isPackage = (name: string) =>
  !name.startsWith("src/") && !name.startsWith("seed/") && !name.startsWith("migrations/");

/** The files that `start` imports, directly or through other files, each with the chain of imports to it. `dynamic`: follows dynamic imports too. */
function importChains(
  start: string,
  files: ReadonlyMap<string, Parsed>,
  follow: { dynamic: boolean },
): Map<string, string> {
  const chains = new Map<string, string>([[start, start]]);
  for (const [file, chain] of chains) {
    const parsed = files.get(file);
    if (parsed === undefined) continue;
    const matched = parsed.globs.flatMap((glob) => [...files.keys()].filter((name) => path.matchesGlob(name, glob)));
    const imported = parsed.imports
      .filter(({ isType, isDynamic }) => !isType && (follow.dynamic || !isDynamic))
      .map(({ to }) => to);
    for (const next of [...imported, ...matched]) if (!chains.has(next)) chains.set(next, `${chain} > ${next}`);
  }
  return chains;
}

/** The files that may send requests to other machines (T-63). */
const outgoingFiles = new Set([
  "src/server/process/provider-fetch.server.ts",
  "src/server/process/egress.server.ts",
  "src/server/files/s3-storage.server.ts",
]);
const outgoingRequest =
  /(?<![\w.#])fetch\(|import \{[^}]*\b(?:request|get)\b[^}]*\} from "node:https?"|from "(?:undici|node:https|@aws-sdk\/[\w-]+)"/g;

/** Calls that return descriptions of fields. Such descriptions have no schema. */
const uncheckedSchemas = new Set([
  "src/features/admin/calls/auto-form.server.ts",
  "src/features/admin/calls/table-search.server.ts",
]);

/** Expressions that measure durations. Reading the current time is allowed. */
const durationPattern =
  /\bperformance\.(?:now|measure)\b|\bhrtime\b|\bconsole\.time|(?:Date\.now\(\)|getTime\(\)) - [a-z]\w*\b(?!\()/gi;
/** Files that measure only the ratio of two durations, which does not depend on the machine. */
const durationFiles = new Set(["tests/support/attack-expression.ts"]);

/** The file that checks the principal against the access of a call. */
const callsFile = "src/server/http/calls.server.ts";

/** The list of all entities, and the files that may import it: they compose the program and the database schema. */
const codeEntities = "src/records/registry/code-entities.server.ts";
const composers = new Set(["src/services.server.ts", "src/records/registry/schema.server.ts"]);

/** Shelves with one definition in each file: the number of their files is not limited. */
const definitionShelf = /(^|\/)(ui|kit|calls|fields|fields\/lazy-fields|widgets|nodes|entities|jobs|commands|probes)$/;
const maxFilesOfRoom = 25;

const publicScript = "src/islands.ts";
/** Scripts of components on public pages, beside their definitions. */
const componentScript = /^src\/(?:widgets|nodes)\/[\w-]+\.island\.ts$/;

/** The parts of `docs` that the rules need: allowed imports, and the ids of requirements. */
type Documents = { arrows: Arrows; requirements: ReadonlySet<string> };
type Check = (files: readonly Parsed[], context: Documents & { all: readonly Source[] }) => Omit<Finding, "rule">[];

/** References to documents that are not in the repository. */
const externalDocuments = /\bspec(?:ification)? section|\bruling \d|\bsecurity bar\b|\bsections? [A-Z]?\d/i;

/** A finding for each import for which `check` returns a reason. */
const checkImports = (
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
    checkImports(files, (from, { to }) => {
      if (isPackage(to)) return undefined;
      const [fromShelf, toShelf] = [shelfOf(from.path), shelfOf(to)];
      if (isFeature(fromShelf) && isFeature(toShelf)) return undefined;
      return fromShelf === "root" || arrows.mayImport(fromShelf, toShelf)
        ? undefined
        : `${fromShelf} may not import ${toShelf} (${to})`;
    }),

  "features do not import features": (files) =>
    checkImports(files, (from, { to }) => {
      const [fromShelf, toShelf] = [shelfOf(from.path), shelfOf(to)];
      return isFeature(fromShelf) && isFeature(toShelf) && fromShelf !== toShelf
        ? `${fromShelf} imports ${to}`
        : undefined;
    }),

  "rooms follow their arrows": (files, { arrows }) =>
    files.flatMap((file) => {
      const [shelf, from] = [shelfOf(file.path), roomOf(file.path)];
      const chain = arrows.rooms.get(shelf);
      if (chain === undefined) return [];
      if (from !== "calls" && !chain.names.has(from))
        return [{ where: file.path, why: `docs/architecture.md does not know the room ${from} of ${shelf}` }];
      return checkImports([file], (_file, { to }) => {
        if (isPackage(to) || shelfOf(to) !== shelf) return undefined;
        return chain.mayImport(from, roomOf(to)) ? undefined : `${shelf}: ${from} may not import ${roomOf(to)} (${to})`;
      });
    }),

  "a room has few files": (files) => {
    const folders = Map.groupBy(files, ({ path: file }) => path.posix.dirname(file));
    return [...folders]
      .filter(([folder, { length }]) => length > maxFilesOfRoom && !definitionShelf.test(folder))
      .map(([folder, { length }]) => ({
        where: folder,
        why: `${length} files: a room has at most ${maxFilesOfRoom}`,
      }));
  },

  "browser code names server code by type only": (files) =>
    checkImports(files, (from, { to, isType }) =>
      !runsOnServer(from.path) && !isType && isSource(to) && runsOnServer(to) ? `imports ${to}` : undefined,
    ),

  "the browser requests the server only from client/": (files) =>
    files
      .filter(({ path: file }) => !runsOnServer(file) && !["client", "islands", "root"].includes(shelfOf(file)))
      .flatMap(({ path: file, text }) =>
        [...text.matchAll(/(?<![\w.#])fetch\(/g)].map(() => ({ where: file, why: "use client/call.ts" })),
      ),

  "browser code imports nothing of Node": (files) =>
    checkImports(files, (from, { to, isType }) =>
      !runsOnServer(from.path) && !isType && to.startsWith("node:") ? `imports ${to}` : undefined,
    ),

  "server shelves hold .server files": (files) =>
    files
      .filter(({ path: file }) => ["server", "records"].includes(shelfOf(file)) && !isServerFile(file))
      .map(({ path: file }) => ({ where: file, why: "the build keeps only .server.ts files out of the browser" })),

  "public pages never import fields": (files) =>
    [...importChains(publicScript, new Map(files.map((file) => [file.path, file])), { dynamic: true })]
      .filter(([file]) => shelfOf(file) === "fields" && isSource(file))
      .map(([file, chain]) => ({ where: file, why: chain })),

  "public pages start without a framework": (files) =>
    [...importChains(publicScript, new Map(files.map((file) => [file.path, file])), { dynamic: false })]
      .filter(([name]) => /^(react|react-dom|react-router|@tanstack|@base-ui|zod)\b/.test(name))
      .map(([name, chain]) => ({ where: name, why: chain })),

  // Every visitor of a page with the component loads the imports of its script.
  "the script of a component imports only kit and ui": (files) =>
    checkImports(
      files.filter(({ path: file }) => componentScript.test(file)),
      (_from, { to }) => (["kit", "ui"].includes(shelfOf(to)) && !isPackage(to) ? undefined : `imports ${to}`),
    ),

  "the script of a component is beside a definition that says when it is loaded": (files) => {
    const paths = new Set(files.map(({ path: file }) => file));
    const [definitions, scripts] = [
      files.filter(({ path: file }) => /^src\/(?:widgets|nodes)\/[\w-]+\.tsx$/.test(file)),
      [...paths].filter((file) => componentScript.test(file)),
    ];
    const scriptsOfDefinitions = new Set(
      definitions
        .filter(({ text }) => /^ {2}island: "(?:seen|used)",$/m.test(text))
        .map(({ path: file }) => file.replace(/\.tsx$/, ".island.ts")),
    );
    return [
      ...scripts
        .filter((file) => !scriptsOfDefinitions.has(file))
        .map((file) => ({ where: file, why: "no definition says when it is loaded" })),
      ...[...scriptsOfDefinitions]
        .filter((file) => !paths.has(file))
        .map((file) => ({ where: file, why: "is missing" })),
    ];
  },

  "files stay small": (files) =>
    files
      .filter(({ lines }) => lines > sizes.max)
      .map(({ path: file, lines }) => ({ where: file, why: `${lines} lines` })),

  "most files are small": (files) => {
    const lines = files.map((file) => file.lines).toSorted((a, b) => a - b);
    const percentile = (share: number) => lines[Math.floor((lines.length - 1) * share)] ?? 0;
    const oversized = [];
    if (percentile(0.5) > sizes.median)
      oversized.push({ where: "src", why: `the median file has ${percentile(0.5)} lines` });
    if (percentile(0.9) > sizes.p90)
      oversized.push({ where: "src", why: `one file in ten has more than ${percentile(0.9)} lines` });
    return oversized;
  },

  "no vague file names": (files) =>
    files
      .filter(({ path: file }) => vagueName.test(file))
      .map(({ path: file }) => ({ where: file, why: "name the file after its content, in the words of its field" })),

  "no barrels": (files) => [
    ...files.flatMap(({ path: file, reexports }) =>
      reexports.map((line) => ({ where: `${file}:${line}`, why: "exports again what another file exports" })),
    ),
    ...files
      .filter(({ path: file }) => /\/index\.tsx?$/.test(file))
      .map(({ path: file }) => ({ where: file, why: "name the file after its content" })),
  ],

  "no any": (files) =>
    files.flatMap(({ path: file, anys }) => anys.map((line) => ({ where: `${file}:${line}`, why: "any" }))),

  // The principal is checked against the access of a call in one place; a cast elsewhere would skip that check.
  "no cast of the principal": (_files, { all }) =>
    all.flatMap(({ path: file, text }) =>
      [...text.matchAll(/\bas (?:unknown as )?(?:\w*Principal(?:For)?|CallContext)\b/g)]
        .filter(([found]) => file !== callsFile || found !== "as PrincipalFor")
        .map(([found]) => ({ where: file, why: `${found}: take CallContext<UserPrincipal>` })),
    ),

  // An expectation that imported the definition would always agree with it.
  "an expectation imports only kit": (files) =>
    checkImports(
      files.filter(({ path: file }) => isExpectation(file)),
      (_from, { to }) => (shelfOf(to) === "kit" ? undefined : `imports ${to}`),
    ),

  // The server, the check of a page's path, menus and the engine of events load definitions. They may not load screens.
  "a definition of a screen or an action imports only kit": (files) =>
    checkImports(
      files.filter(({ path: file }) => isLoadedByKit(file)),
      (_from, { to }) => (shelfOf(to) === "kit" ? undefined : `imports ${to}`),
    ),

  "a screen has a definition beside it": (files) => {
    const paths = new Set(files.map(({ path: file }) => file));
    return files
      .filter(({ path: file }) => file.endsWith(".screen.tsx") && !paths.has(file.replace(/x$/, "")))
      .map(({ path: file }) => ({ where: file, why: "no path leads to it" }));
  },

  "the program does not import expectations": (files) =>
    checkImports(files, (_from, { to }) => (isExpectation(to) ? `imports ${to}` : undefined)),

  "no to-do comments, and no skipped or exclusive tests": (_files, { all }) =>
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
      .map(({ path: file }) => ({ where: file, why: "wait for a condition instead of a duration" })),

  // Durations depend on the machine. They are measured in bench/, where nothing else runs.
  "tests do not measure durations": (_files, { all }) =>
    all
      .filter(({ path: file }) => file.startsWith("tests/") && !durationFiles.has(file))
      .flatMap(({ path: file, text }) =>
        [...text.matchAll(durationPattern)].map(([found]) => ({
          where: file,
          why: `${found}: a duration belongs to bench/`,
        })),
      ),

  // Browser code sends requests only to its own server, through client/call.ts. Server code sends requests through files that limit them.
  "only certain server files send requests": (_files, { all }) =>
    all
      .filter(({ path: file }) => isSource(file) && runsOnServer(file) && !outgoingFiles.has(file))
      .flatMap(({ path: file, text }) =>
        [...text.matchAll(outgoingRequest)].map(([found]) => ({
          where: file,
          why: `${found}: use server/process/egress.server.ts`,
        })),
      ),

  // Engines read the properties of a field type, never its name. A new type is therefore one new file without any other change.
  "engines do not compare names of field types": (_files, { all }) => {
    const types = all.flatMap(({ path: file }) => /^src\/fields\/(?:lazy-fields\/)?(\w+)\.tsx$/.exec(file)?.[1] ?? []);
    const typeComparison = new RegExp(
      `\\.type (?:===|!==) "(?:${types.join("|")})"|"(?:entity|fields|options)" in (?:field|config)\\b`,
      "g",
    );
    return (
      all
        .filter(({ path: file }) => /^src\/(?:kit|records|render|server|features\/(?:admin|builder))\//.test(file))
        // The types of rich text nodes are not field types.
        .filter(({ path: file }) => !file.startsWith("src/kit/rich-text"))
        .flatMap(({ path: file, text }) =>
          [...text.matchAll(typeComparison)].map(([found]) => ({
            where: file,
            why: `${found}: use a property of the type`,
          })),
        )
    );
  },

  // Each space has its own entities: all other files use the registry of the space.
  "only composers import the list of all entities": (files) =>
    checkImports(files, (from, { to }) =>
      to === codeEntities && !composers.has(from.path) ? "use the registry of the context" : undefined,
    ),

  "only kit has schemas without validation": (files) =>
    files
      .filter(({ path: file }) => shelfOf(file) !== "kit" && !uncheckedSchemas.has(file))
      .flatMap(({ path: file, text }) =>
        [...text.matchAll(/\bz\.custom\b/g)].map(() => ({
          where: file,
          why: "z.custom: describe the value with a schema",
        })),
      ),

  // A change of a row also changes its version, the versions of its fields, its search text and history, and notifies its readers.
  "only records/change writes rows": (_files, { all }) => {
    const types = all.flatMap(({ path: file }) => /^src\/entities\/(\w+)\.ts$/.exec(file)?.[1] ?? []);
    const tables = types.map((type) => type.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)).join("|");
    const writeStatement = new RegExp(`\\b(?:update|insert into|delete from)\\s+"?(?:${tables})\\b(?=[\\s"])`, "gi");
    return all
      .filter(({ path: file }) => file.startsWith("src/") && runsOnServer(file))
      .flatMap(({ path: file, text }) =>
        [...text.matchAll(writeStatement)].map(([found]) => ({
          where: file,
          why: `${found}: use records/change`,
        })),
      );
  },

  "comments cite only rows of docs/requirements": (_files, { all, requirements }) =>
    all
      // Only files with citations are parsed.
      .filter(({ path: file, text }) => isTypeScript(file) && /[A-Z]-\d|ruling|security bar|section/i.test(text))
      .map(parse)
      .flatMap(({ path: file, comments }) =>
        comments.flatMap(({ text, line }) => {
          const sentence = text.replace(/\s+\*?\s*/g, " ");
          const unknownIds = (sentence.match(requirementId) ?? []).filter((id) => !requirements.has(id));
          const cited = [...unknownIds, ...(externalDocuments.exec(sentence) ?? [])];
          return cited.map((citation) => ({
            where: `${file}:${line}`,
            why: `${citation}: cite a row of docs/requirements`,
          }));
        }),
      ),

  "the project contains no paths or registries of a machine": (_files, { all }) =>
    all.flatMap(({ path: file, text }) =>
      [...text.matchAll(/\/(?:work|root|home)\/[a-z]\w*|registry\.(?:npmjs|npmmirror)\.\w+/g)].map(([found]) => ({
        where: file,
        why: found,
      })),
    ),
} satisfies Record<string, Check>;

export type Rule = keyof typeof rules;
export const ruleNames = Object.keys(rules) as Rule[];

/** All violations in these files. Rules about shelves apply only to `src`, all other rules to every file. */
export function findings(all: readonly Source[], documents: Documents): Finding[] {
  const parsed = all.filter(({ path: file }) => isSource(file) && isTypeScript(file)).map(parse);
  return ruleNames.flatMap((rule) =>
    (rules[rule] as Check)(parsed, { ...documents, all }).map((finding) => ({ rule, ...finding })),
  );
}
