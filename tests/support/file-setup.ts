/** Runs before each test file: `afterAll` in a hook or a helper would come too late. */
import { afterAll } from "vitest";
import { cleanUpFile } from "./at-end.ts";

afterAll(cleanUpFile);
