import { defineConfig } from "vitest/config";

/** The tests go through the front door: the built program, a real PostgreSQL and a real browser, set up once in `global-setup`. */
export default defineConfig({
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    globalSetup: "tests/support/global-setup.ts",
    reporters: ["default", "./tests/support/closing-line.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
