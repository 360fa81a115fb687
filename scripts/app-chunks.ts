import path from "node:path";
import type { Rolldown } from "vite";

type Context = Rolldown.ChunkingContext;

/** The app's entry, and the screens that most people see first: what these import decides what is loaded together. */
const firstScreens = {
  app: "src/app.tsx",
  list: "src/features/admin/auto.screen.tsx",
  form: "src/features/admin/auto-form.screen.tsx",
  signIn: "src/features/auth/sign-in/sign-in.screen.tsx",
  home: "src/home.screen.tsx",
};
type FirstScreen = keyof typeof firstScreens;

const pathOf = (id: string) => id.replaceAll("\\", "/");
/** The module through which icons are imported, of which nobody needs all. */
const isAllIcons = (id: string) => pathOf(id).endsWith("/lucide-react/dist/esm/lucide-react.mjs");

/** The files of icons by their names. */
function filesOfIcons(allIcons: string, context: Context): Map<string, string> {
  const exported = (context.getModuleInfo(allIcons)?.code ?? "").matchAll(
    /export \{([^}]*)\} from ['"]\.\/(icons\/[\w-]+\.mjs)/g,
  );
  return new Map(
    [...exported].flatMap(([, names, file]) =>
      [...names!.matchAll(/default as (\w+)/g)].map(([, name]) => [
        name!,
        path.posix.join(path.posix.dirname(pathOf(allIcons)), file!),
      ]),
    ),
  );
}

/** The names of the icons that a module imports. */
const iconsIn = (code: string): string[] =>
  [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)].flatMap(([, names]) =>
    names!.split(",").map((name) => name.trim().split(/\s/)[0]!),
  );

let iconFiles: Map<string, string> | undefined;

/** What a module imports; of the icons those that it names. */
function importsIn(id: string, context: Context): string[] {
  const { importedIds = [], code = null } = context.getModuleInfo(id) ?? {};
  return importedIds.flatMap((imported) => {
    if (!isAllIcons(imported)) return [pathOf(imported)];
    iconFiles ??= filesOfIcons(imported, context);
    return iconsIn(code ?? "").flatMap((name) => iconFiles?.get(name) ?? []);
  });
}

/** Everything that a screen imports, directly or not. */
function importsOf(screen: FirstScreen, context: Context): Set<string> {
  const found = new Set([pathOf(path.resolve(firstScreens[screen]))]);
  for (const id of found) for (const imported of importsIn(id, context)) found.add(imported);
  return found;
}

let imports: [FirstScreen, Set<string>][] | undefined;

/** What is used all over the app, a check box or an icon: nobody should load a list, or all of signing in, for it. */
const isPart = (id: string) => /\/(?:src\/(?:kit|ui)|node_modules\/lucide-react)\//.test(pathOf(id));

/**
 * The chunk of a module, by the first screens that need it. What only one of them needs goes with it, what a pair shares is a chunk of its own, and
 * what most of them need is little, so that it comes with the app. None for what no first screen needs, or the home screen alone.
 */
function chunkOf(id: string, context: Context): string | null {
  imports ??= Object.keys(firstScreens).map((name) => [name as FirstScreen, importsOf(name as FirstScreen, context)]);
  const screens = imports.filter(([, found]) => found.has(pathOf(id))).map(([screen]) => screen);
  if (screens.includes("app")) return "start";
  // The page of an address names the file of its screen.
  if (id.endsWith(".screen.tsx")) return null;
  const chunks: Record<string, string | null> = {
    "": null,
    home: null,
    list: isPart(id) ? "parts" : "list",
    form: "forms",
    signIn: isPart(id) ? null : "sign-in",
    "list+form": "controls",
    "form+signIn": "form",
  };
  const chunk = chunks[screens.join("+")];
  return chunk === undefined ? "start" : chunk;
}

/** A group of some of these chunks. Groups take what their modules import along, so those that others import come first. */
const firstChunks = (names: string[], priority: number): Rolldown.CodeSplittingGroup => ({
  name: (id, context) => {
    const chunk = chunkOf(id, context);
    return chunk !== null && names.includes(chunk) ? chunk : null;
  },
  debugName: names.join(", "),
  minShareCount: names.includes("start") ? 1 : 2,
  priority,
});

/**
 * Few and large: a browser asks for six files at a time, and each costs the way to the server and back. What every screen needs is two files, one of
 * which stays the same from release to release; what the first screens need besides follows from their imports, so that a list waits for no form and
 * signing in for no list; what opens over a screen is one; the rest goes with those who share it.
 */
export const appChunks: Rolldown.CodeSplittingGroup[] = [
  { name: "vendor", tags: ["$initial"], test: /[\\/]node_modules[\\/]|rolldown[\\/]runtime/, priority: 9 },
  firstChunks(["start"], 8),
  { name: "overlays", test: /[\\/]node_modules[\\/]@(base-ui|floating-ui)[\\/]/, priority: 7 },
  // Small, and needed where nothing is edited by a rare field type: with these, or with all of signing in, it would be loaded for a telephone number.
  {
    name: "code",
    test: /[\\/]src[\\/](client[\\/](use-code|proof-of-work)|ui[\\/]countdown|kit[\\/](mobile|password))\.tsx?$/,
    minShareCount: 2,
    priority: 6,
  },
  // Drawn on the pages of signing in and where nothing is to be seen yet.
  { name: "art", test: /[\\/]src[\\/]ui[\\/]art[\\/](rosette|svg)\./, minShareCount: 2, priority: 6 },
  // Where one is shown, and nowhere else.
  { name: "qr-code", test: /[\\/](node_modules[\\/]uqr|src[\\/]ui[\\/]qr-code)/, priority: 6 },
  // The builder asks for rows to choose from too: with the rare field types it would load all of those.
  { name: "relation-options", test: /[\\/]src[\\/]client[\\/]relation-options\.ts$/, minShareCount: 2, priority: 6 },
  firstChunks(["controls", "form"], 6),
  firstChunks(["parts"], 5),
  firstChunks(["list", "forms", "sign-in"], 4),
  {
    name: "common",
    // Documents of pages are shared by the parts of the builder, which are many, and by nothing else.
    test: /[\\/](src[\\/](kit|ui|client)|node_modules[\\/]lucide-react)[\\/](?!(?:edit|page|page-tree|fragment|merge)\.ts)/,
    minShareCount: 8,
    priority: 3,
  },
  // An icon that two share would else bring along what lies in one file with it.
  { name: "icons", test: /[\\/]node_modules[\\/]lucide-react[\\/]/, minShareCount: 2, priority: 2 },
  // Else what a list shares with the builder would be merged with all widgets.
  {
    name: "widgets",
    test: /[\\/]src[\\/](widgets|nodes|render[\\/](page|registry))/,
    minShareCount: 2,
    priority: 1,
  },
  // One file for all types that few forms have: a form with several of them asks for one. Regions weigh as much as all others, so their
  // types are files of their own beside the one with the regions.
  { name: "regions", test: /[\\/]src[\\/]kit[\\/]regions\./, priority: 2 },
  {
    name: "field-types",
    test: /[\\/]src[\\/]fields[\\/](lazy-fields[\\/](?!(?:province|city|county|region|address)\.)|parts[\\/](?:radio-choice|file-list))/,
    priority: 1,
  },
  {
    name: "shared",
    test: /^(?!.*\.screen\.tsx$)/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 3_000,
  },
];
