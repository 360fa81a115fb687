import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { appChunks } from "./scripts/app-chunks.ts";
import { menuIconFiles } from "./scripts/menu-icons.ts";
import { withoutServerParts } from "./scripts/server-parts.ts";

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
 * What several screens share is named after all of them: too long for a file. The app starts with the names of all files, so their hashes have seven
 * characters, which is enough for some hundred files.
 */
const chunkFile = ({ name }: { name: string }) => `${name.replace(/~.*/, "")}-[hash:7].js`;

/** Files that the app starts with, and those that the builder starts with or edits a page with besides. */
const appFiles = /^(?:app|vendor|rolldown-runtime)-[\w-]{7,8}\.(?:js|css)$/;
const builderFiles = /(?:^|\/)(?:builder|editing|page|controls|fields|command-center)-[\w-]{7,8}\.js$/;

/**
 * Leaves out the components of the router that the app does not use. Their calls of `forwardRef` and their display names, which only developer tools
 * read, count as effects, so no bundler removes them.
 */
function withoutUnusedComponents(): Plugin {
  return {
    name: "meridian:without-unused-components",
    transform: {
      filter: { id: /\/node_modules\/react-router\// },
      handler: (code) => ({
        code: code
          .replaceAll(/^\w+\.displayName = .*$/gm, "")
          .replaceAll(/= (\w+(?:\$\d)?\.forwardRef\()/g, "= /* @__PURE__ */ $1")
          // No link of the app has `prefetch`, which needs the routes of a framework.
          .replace("return shouldPrefetch && !isAbsolute ?", "return false ?"),
        map: null,
      }),
    },
  };
}

/**
 * Whether a file is named among those that the file `host` requests together with what it imports later. Names of files are half of what these lists
 * weigh, and the builder loads dialogs, rare field types and other components before somebody uses them, so there only styles are named: scripts import
 * each other.
 */
const isLoadedLater = (name: string, host: string) =>
  !appFiles.test(name) && (name.endsWith(".css") || !builderFiles.test(host));

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
          operation: "src/operation.server.ts",
          supervisor: "src/supervisor.server.ts",
          "picture-process": "src/picture-process.server.ts",
          "font-process": "src/font-process.server.ts",
        },
        output: { entryFileNames: "[name].server.js" },
      },
    },
  },
  app: {
    build: {
      outDir: "dist/app",
      manifest: true,
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_file: string, names: string[], { hostId }: { hostId: string }) =>
          names.filter((name) => isLoadedLater(name, hostId)),
      },
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
    plugins: [
      react(),
      menuIconFiles({ isEmitted: output === outputs.app }),
      ...(forServer ? [] : [tailwindcss(), noServerCode(), withoutServerParts(), withoutUnusedComponents()]),
    ],
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: { emptyOutDir: true, reportCompressedSize: false, assetsDir: ".", ...output.build } as never,
  };
});
