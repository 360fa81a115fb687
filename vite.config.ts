import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Fails the build when a `.server.ts` file reaches a browser bundle: the one guard that cannot be argued with. */
function noServerCode(): Plugin {
  return {
    name: "meridian:no-server-code",
    enforce: "pre",
    load(id) {
      if (/\.server\.tsx?(\?|$)/.test(id)) {
        this.error(`Server-only module reached a browser bundle: ${id}. Name it with \`import type\` instead.`);
      }
    },
  };
}

/**
 * Few and large: a browser asks for six files at a time, and each costs the way to the server and back. What every screen needs is two
 * files, one of which stays the same from release to release; what opens over a screen is one; the rest goes with those who share it.
 */
const appChunks = [
  { name: "vendor", tags: ["$initial"], test: /[\\/]node_modules[\\/]|rolldown[\\/]runtime/, priority: 4 },
  { name: "start", tags: ["$initial"], priority: 3 },
  { name: "overlays", test: /[\\/]node_modules[\\/]@(base-ui|floating-ui)[\\/]/, priority: 2 },
  {
    name: "common",
    // Documents of pages are shared by the parts of the builder, which are many, and by nothing else.
    test: /[\\/](src[\\/](kit|ui|client)|node_modules[\\/]lucide-react)[\\/](?!(?:edit|page|page-tree|fragment|merge)\.ts)/,
    minShareCount: 8,
    priority: 2,
  },
  // Small, and shared by screens that have nothing else in common: it would be merged with a part that one of them does not need.
  {
    name: "code",
    test: /[\\/]src[\\/](client[\\/]use-code|ui[\\/](countdown|secret-input|tick-line))\.tsx?$/,
    minShareCount: 2,
    priority: 2,
  },
  // Small, and needed where nothing is edited by a rare field type: with these it would be loaded for a telephone number.
  { name: "code", test: /[\\/]src[\\/]kit[\\/](mobile|password)\.ts$/, minShareCount: 2, priority: 2 },
  // Words of the kit are small and used by screens that edit nothing: with the fields they would bring all of those along.
  { name: "common", test: /[\\/]src[\\/]kit[\\/](auto|format|memo|picture|url)\.ts$/, minShareCount: 2, priority: 2 },
  // What every form works with, those of a few lines as well: signing in needs no field types.
  {
    name: "form",
    test: /[\\/]src[\\/](render[\\/]form[\\/](form-store|use-form)|kit[\\/](same|problem-path))\.ts$/,
    minShareCount: 2,
    priority: 2,
  },
  // The builder asks for rows to choose from too: with the rare field types it would load all of those.
  { name: "relation-options", test: /[\\/]src[\\/]client[\\/]relation-options\.ts$/, minShareCount: 2, priority: 3 },
  // Where one is shown, and nowhere else.
  { name: "qr-code", test: /[\\/](node_modules[\\/]uqr|src[\\/]ui[\\/]qr-code)/, priority: 3 },
  // Else what a list shares with the builder would be merged with all widgets.
  {
    name: "widgets",
    test: /[\\/]src[\\/](widgets|nodes|render[\\/](page|registry))/,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: "fields",
    test: /[\\/](node_modules[\\/]zod[\\/]|src[\\/](fields[\\/](?!lazy-fields|parts[\\/](?:region-level|radio-choice|file-list))|render[\\/]field))/,
    minShareCount: 2,
    priority: 1,
  },
  // Lists and forms are screens of their own: whoever opens a list waits for no form.
  {
    name: "field-forms",
    test: /[\\/]src[\\/](render[\\/]form[\\/](auto|use-auto|form-(line|fields|clash))|ui[\\/]relation-dialogs)/,
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

/** What several screens share is named after all of them: too long for a file. */
const chunkFile = ({ name }: { name: string }) => `${name.replace(/~.*/, "")}-[hash].js`;

const outputs = {
  server: {
    ssr: true,
    build: {
      outDir: "dist/server",
      ssr: true,
      target: "node24",
      copyPublicDir: false,
      rollupOptions: {
        input: {
          main: "src/main.server.ts",
          supervisor: "src/supervisor.server.ts",
          "picture-process": "src/picture-process.server.ts",
        },
        output: { entryFileNames: "[name].server.js" },
      },
    },
  },
  app: {
    build: {
      outDir: "dist/app",
      manifest: true,
      modulePreload: { polyfill: false },
      // The charts are one file, loaded when one is shown.
      chunkSizeWarningLimit: 560,
      rollupOptions: {
        input: { app: "src/app.tsx" },
        output: { codeSplitting: { groups: appChunks }, chunkFileNames: chunkFile },
        // The app always has what public pages load with their first call (src/client/call.ts).
        checks: { ineffectiveDynamicImport: false },
      },
    },
  },
  // Stands in the app's page itself, so it is one file that imports nothing.
  early: {
    build: {
      outDir: "dist/early",
      modulePreload: { polyfill: false },
      copyPublicDir: false,
      rollupOptions: { input: { early: "src/early.ts" }, output: { format: "iife", entryFileNames: "early.js" } },
    },
  },
  islands: {
    build: {
      outDir: "dist/islands",
      manifest: true,
      modulePreload: { polyfill: false },
      rollupOptions: { input: { islands: "src/islands.ts" } },
    },
  },
} as const;

/**
 * Packages that stand in the program's own file: they are hundreds of small modules, and to find each of these on the disk took as long as
 * all else that a start does. The rest stays outside, because it is native, starts threads or processes from its files, or is few modules.
 */
const bundled = [
  "@noble/hashes",
  "@remix-run/route-pattern",
  "altcha-lib",
  "cockatiel",
  "cron-parser",
  "culori",
  "drizzle-orm",
  "lucide-react",
  "luxon",
  "markdown-it",
  "otpauth",
  "pg-boss",
  "react-router",
  "zod",
];

export type Output = keyof typeof outputs;

/** The configuration of one of the three outputs; `vite build --mode <output>` (see scripts/build.ts). */
export default defineConfig(({ mode }) => {
  const output = outputs[(mode in outputs ? mode : "app") as Output];
  const forServer = "ssr" in output;
  return {
    ...(forServer && { ssr: { noExternal: bundled } }),
    base: forServer ? "/" : "/assets/",
    plugins: [react(), ...(forServer ? [] : [tailwindcss(), noServerCode()])],
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: { emptyOutDir: true, reportCompressedSize: false, assetsDir: ".", ...output.build } as never,
  };
});
