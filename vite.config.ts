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
      rollupOptions: { input: { app: "src/app.tsx" } },
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

export type Output = keyof typeof outputs;

/** The configuration of one of the three outputs; `vite build --mode <output>` (see scripts/build.ts). */
export default defineConfig(({ mode }) => {
  const output = outputs[(mode in outputs ? mode : "app") as Output];
  const forServer = "ssr" in output;
  return {
    base: forServer ? "/" : "/assets/",
    plugins: [react(), ...(forServer ? [] : [tailwindcss(), noServerCode()])],
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: { emptyOutDir: true, reportCompressedSize: false, assetsDir: ".", ...output.build } as never,
  };
});
