import { loadAction } from "#ui/load-action.ts";

/** Loads the code that runs actions on rows. */
export const loadRowAction = loadAction(() => import("./run-row-action.ts"));
