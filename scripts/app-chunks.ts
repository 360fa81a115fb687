import { globSync } from "node:fs";
import path from "node:path";
import type { Rolldown } from "vite";

type Context = Rolldown.ChunkingContext;

/** The app's entry, the frame with the side menu, and the screens that most people open first. Their imports determine the chunks. */
const firstScreens = {
  app: "src/app.tsx",
  frame: "src/features/shell/shell.tsx",
  list: "src/features/admin/auto.screen.tsx",
  form: "src/features/admin/auto-form.screen.tsx",
  signIn: "src/features/auth/sign-in/sign-in.screen.tsx",
  home: "src/screens/home.screen.tsx",
};
type FirstScreen = keyof typeof firstScreens;

const pathOf = (id: string) => id.replaceAll("\\", "/");
/** Whether a module is lucide-react's index of all icons. Its importers need only the icons that they name. */
const isIconIndex = (id: string) => pathOf(id).endsWith("/lucide-react/dist/esm/lucide-react.mjs");

/** The file of each icon, by the icon's name. */
function iconFilesOf(iconIndex: string, context: Context): Map<string, string> {
  const exported = (context.getModuleInfo(iconIndex)?.code ?? "").matchAll(
    /export \{([^}]*)\} from ['"]\.\/(icons\/[\w-]+\.mjs)/g,
  );
  return new Map(
    [...exported].flatMap(([, names, file]) =>
      [...names!.matchAll(/default as (\w+)/g)].map(([, name]) => [
        name!,
        path.posix.join(path.posix.dirname(pathOf(iconIndex)), file!),
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

/** The modules that a module imports; of lucide-react, the files of the icons that it names. */
function importsIn(id: string, context: Context): string[] {
  const { importedIds = [], code = null } = context.getModuleInfo(id) ?? {};
  return importedIds.flatMap((imported) => {
    if (!isIconIndex(imported)) return [pathOf(imported)];
    iconFiles ??= iconFilesOf(imported, context);
    return iconsIn(code ?? "").flatMap((name) => iconFiles?.get(name) ?? []);
  });
}

/** All modules that these files import, directly or indirectly. */
function importsOf(files: readonly string[], context: Context): Set<string> {
  const modules = new Set(files.map((file) => pathOf(path.resolve(file))));
  for (const id of modules) for (const imported of importsIn(id, context)) modules.add(imported);
  return modules;
}

const builder = "src/features/builder/builder.screen.tsx";
/** What the builder loads while it draws the first page. */
const builderEditing = "src/features/builder/panels/editing.ts";
let builderImports: Set<string> | undefined;
let builderEditingImports: Set<string> | undefined;

/** Whether the builder imports a module before it shows a page. */
function isInBuilder(id: string, context: Context): boolean {
  builderImports ??= importsOf([builder], context);
  return builderImports.has(pathOf(id));
}

/** Whether the builder imports a module to edit a page or before. */
function isInBuilderEditing(id: string, context: Context): boolean {
  builderEditingImports ??= importsOf([builder, builderEditing], context);
  return builderEditingImports.has(pathOf(id));
}

let importsByScreen: [FirstScreen, Set<string>][] | undefined;

/** Whether a module is a basic part, such as a check box or an icon, which should not load the chunk of lists or of sign-in. */
const isCommonPart = (id: string) => /\/(?:src\/(?:kit|ui)|node_modules\/lucide-react)\//.test(pathOf(id));

/** Whether a module is of a package; an icon is not, because each is imported by its name. */
const isPackage = (id: string) => /\/node_modules\/(?!lucide-react\/)/.test(pathOf(id));

/**
 * The chunk of a module that the frame or several of its screens import: that of the app, if sign-in or the builder needs it. Components and dialogs use
 * icons, packages and menus without the frame.
 */
function frameChunkOf(id: string, screens: readonly FirstScreen[], context: Context): string {
  if (screens.includes("signIn") || isInBuilderEditing(id, context)) return "start";
  return /\/src\/(?:features\/shell|client|kit\/(?:breadcrumb|menu-groups))/.test(pathOf(id)) ? "frame" : "frame-parts";
}

/**
 * The chunk of a module, by the first screens that import it. A module of one screen is in the chunk of that screen, and a module of two has a chunk
 * for the two. Other combinations are few and small, so they are in the chunk of the app, or in those of the frame. Null: only other screens, or only
 * the home screen, import it.
 */
function chunkOf(id: string, context: Context): string | null {
  importsByScreen ??= Object.keys(firstScreens).map((name) => [
    name as FirstScreen,
    importsOf([firstScreens[name as FirstScreen]], context),
  ]);
  const screens = importsByScreen.filter(([, modules]) => modules.has(pathOf(id))).map(([screen]) => screen);
  // The modules of packages that the app uses are in `vendor`. Another module of a package is here only because the package's index imports it; the
  // app does not use it, other screens do.
  if (screens.includes("app")) return isPackage(id) ? null : "start";
  if (screens.includes("frame")) return frameChunkOf(id, screens, context);
  // Every screen is a chunk, because the HTML of a screen preloads the screen's file by its name.
  if (id.endsWith(".screen.tsx")) return null;
  // The builder starts with the controls, and loads forms and the usual field types later.
  const isForBuilder = isInBuilderEditing(id, context);
  const chunks: Record<string, string | null> = {
    "": null,
    home: null,
    list: !isCommonPart(id) ? "list" : isForBuilder ? "controls" : "parts",
    form: isCommonPart(id) && isInBuilder(id, context) ? "controls" : "forms",
    signIn: isCommonPart(id) ? null : "sign-in",
    "list+form": isForBuilder ? "controls" : "usual-fields",
    "form+signIn": isCommonPart(id) && isInBuilder(id, context) ? "start" : "form",
  };
  const chunk = chunks[screens.join("+")];
  // The builder shows the fields of a component without what else a form does, such as saving and checking.
  if (chunk === "forms" || chunk === "form") return isForBuilder ? "fields" : chunk;
  return chunk === undefined ? frameChunkOf(id, screens, context) : chunk;
}

let nodeImports: Set<string> | undefined;

/** The chunk of an icon that several files share: the builder shows few of them at first, and some hundred are offered to choose from. */
function iconChunkOf(id: string, context: Context): string {
  nodeImports ??= importsOf(globSync("src/nodes/*.tsx"), context);
  if (nodeImports.has(pathOf(id))) return "builder-icons";
  return isInBuilderEditing(id, context) ? "builder-icons" : "icons";
}

/** A group that creates these chunks. A group includes what its modules import, so groups that others import need a higher priority. */
const firstChunkGroup = (names: string[], priority: number): Rolldown.CodeSplittingGroup => ({
  name: (id, context) => {
    const chunk = chunkOf(id, context);
    return chunk !== null && names.includes(chunk) ? chunk : null;
  },
  debugName: names.join(", "),
  minShareCount: names.includes("start") ? 1 : 2,
  priority,
});

/**
 * The chunks are few and large, because a browser loads six files at a time and each costs a round trip. Every screen needs two of them, `vendor` and
 * `start`; `vendor` stays the same from release to release. The imports of the first screens determine the next chunks, so that a list does not load
 * forms and sign-in does not load lists. Dialogs, menus and popovers are one chunk (`overlays`). The last groups collect what other screens share.
 */
export const appChunks: Rolldown.CodeSplittingGroup[] = [
  { name: "vendor", tags: ["$initial"], test: /[\\/]node_modules[\\/]|rolldown[\\/]runtime/, priority: 9 },
  firstChunkGroup(["start"], 8),
  { name: "overlays", test: /[\\/]node_modules[\\/]@(base-ui|floating-ui)[\\/]/, priority: 7 },
  // Small modules for SMS codes and mobile numbers. In the chunk of rare field types or of sign-in, a mobile number would load the whole chunk.
  {
    name: "code",
    test: /[\\/]src[\\/](client[\\/](use-code|proof-of-work)|ui[\\/]countdown|kit[\\/](mobile|password))\.tsx?$/,
    minShareCount: 2,
    priority: 6,
  },
  // Drawings on the sign-in screens and in empty states.
  { name: "art", test: /[\\/]src[\\/]ui[\\/]art[\\/](rosette|svg)\./, minShareCount: 2, priority: 6 },
  // Loaded only where a QR code is shown.
  { name: "qr-code", test: /[\\/](node_modules[\\/]uqr|src[\\/]ui[\\/]qr-code)/, priority: 6 },
  // The home screen needs this module; if it were in `common`, the home screen would load all of `common`.
  { name: "relative-time", test: /[\\/]src[\\/]kit[\\/]relative-time\.ts$/, minShareCount: 2, priority: 6 },
  // The builder, the editor of pages and that of light apps use it: with other shared modules, it would load lists into the builder.
  { name: "changed-locales", test: /[\\/]src[\\/]kit[\\/]changed-locales\.ts$/, minShareCount: 2, priority: 6 },
  // The palette of commands, which the builder and all other screens have.
  { name: "command-center", test: /[\\/]src[\\/]ui[\\/]command-center\.tsx$/, minShareCount: 2, priority: 6 },
  // The builder uses it too: in the chunk of rare field types, it would load all of them.
  { name: "relation-options", test: /[\\/]src[\\/]client[\\/]relation-options\.ts$/, minShareCount: 2, priority: 6 },
  // Forms and the builder show fields by conditions; with the rest of `form`, the builder would load that.
  { name: "condition", test: /[\\/]src[\\/]kit[\\/]condition\.ts$/, minShareCount: 2, priority: 7 },
  firstChunkGroup(["controls", "form"], 6),
  firstChunkGroup(["frame-parts"], 5),
  firstChunkGroup(["usual-fields"], 5),
  // What checks a form. The builder loads it later than the fields.
  {
    name: "checks",
    test: /[\\/](node_modules[\\/]zod[\\/]|src[\\/]kit[\\/](?:check-fields|schemas)\.ts)/,
    priority: 5,
  },
  {
    name: (id, context) =>
      chunkOf(id, context) === "fields" || /[\\/]src[\\/]render[\\/]form[\\/](?:form-fields|use-checks)\./.test(id)
        ? "fields"
        : null,
    debugName: "fields",
    priority: 5,
  },
  firstChunkGroup(["frame", "parts"], 5),
  firstChunkGroup(["list", "forms", "sign-in"], 4),
  {
    // The builder needs few of them.
    name: (id, context) => (isInBuilderEditing(id, context) ? "basics" : "common"),
    debugName: "basics, common",
    // Except the modules for page documents, which only the many modules of the builder share, and what asks for SMS codes or secrets.
    test: /[\\/](src[\\/](kit|ui|client)|node_modules[\\/]lucide-react)[\\/](?!(?:edit|page|page-tree|fragment|merge|secret-input|editors[\\/]code-button)\.ts)/,
    minShareCount: 8,
    priority: 3,
  },
  // In a chunk with other modules, a shared icon would load those modules too.
  {
    name: iconChunkOf,
    debugName: "icons",
    test: /[\\/]node_modules[\\/]lucide-react[\\/]/,
    minShareCount: 2,
    priority: 2,
  },
  // What draws every page. Each widget and node is a file, with the parts that several of them share. Documents of earlier versions are read with zod,
  // which the builder need not load before somebody pastes.
  {
    name: (id, context) => (isInBuilder(id, context) || id.endsWith("/kit/node.ts") ? "page" : "widget-parts"),
    debugName: "page, widget-parts",
    test: /[\\/]src[\\/](?:(?:widgets|nodes)[\\/]|kit[\\/]node\.|ui[\\/]art[\\/]|render[\\/](?:page(?![\\/]read-page)|registry|definition-files))/,
    minShareCount: 2,
    priority: 4,
  },
  // What the builder starts with is one chunk. What it loads later imports it; in several chunks, they would import each other.
  {
    name: (id, context) =>
      /[\\/]features[\\/]builder[\\/](?!.*\.screen\.)/.test(id) && isInBuilder(id, context) ? "builder" : null,
    debugName: "builder",
    priority: 1,
  },
  // What a page is edited with is one chunk too; dialogs and menus that are opened later import it.
  {
    name: (id, context) =>
      /[\\/]src[\\/](?:features[\\/]builder|kit|ui)[\\/]/.test(id) &&
      isInBuilderEditing(id, context) &&
      !isInBuilder(id, context)
        ? "editing"
        : null,
    debugName: "editing",
    priority: 1,
  },
  // The pins of comments and their panel use it: with other shared modules, the palette of all screens would load what the builder edits with.
  {
    name: "comment-queries",
    test: /[\\/]src[\\/]features[\\/]builder[\\/]comments[\\/]comment-queries\.ts$/,
    minShareCount: 2,
    priority: 1,
  },
  // One file for all rare field types, so that a form with several of them loads one file. The list of regions is as large as all other types together,
  // so it is a separate file, and so are the types that use it.
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
