import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";

/** The tests go through the front door: the built program, a real PostgreSQL and a real browser, set up once in `global-setup`. */
export default defineConfig({
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    globalSetup: "tests/support/global-setup.ts",
    setupFiles: ["tests/support/file-setup.ts"],
    reporters: ["default", "./tests/support/closing-line.ts"],
    pool: "forks",
    // A worker loads the modules of the program once, not once for each file.
    isolate: false,
    // A journey spends a third of its time waiting for pages and responses, so three workers keep two cores busy.
    maxWorkers: 3,
    // Bundles each package of many small modules into one file, because every test file loads them again.
    deps: {
      optimizer: {
        ssr: {
          enabled: true,
          include: [
            "culori",
            "drizzle-orm",
            "drizzle-orm/node-postgres",
            "drizzle-orm/pg-core",
            "lucide-react",
            "react-router",
            "zod",
            "zod/mini",
          ],
        },
      },
    },
    sequence: { sequencer: LongestFirst },
    // Long enough for a busy machine: these limits only end a wait that would never end. A journey of many steps takes two minutes there.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 25 } },
  },
});
