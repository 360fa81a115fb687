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
    // A journey waits for pages and answers a third of its time: on two cores the third worker uses what the others leave.
    maxWorkers: 3,
    // Packages of many small modules are one file each for the tests too: every test file loads them anew.
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
    // What a test waits for comes in its own time on a busy machine; these only end what would never come.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 25 } },
  },
});
