/** Runs before each test file. An `afterAll` that is registered later, in a hook, would come too late. */
import { afterAll } from "vitest";
import { runCleanUps } from "./clean-up.ts";

afterAll(runCleanUps);
