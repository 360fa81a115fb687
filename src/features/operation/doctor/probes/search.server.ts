import { unmarkedComparisons } from "#server/postgres/leakproof.server.ts";
import { defineProbe, symptomOf } from "../define-probe.server.ts";

export default defineProbe({
  name: "search",
  title: "Search may use its indexes under row security",
  run: async ({ client }) =>
    symptomOf(await unmarkedComparisons(client), (list) => ({
      problem: `Comparisons are not marked leakproof: ${list}. Search and deep paging in large tables read every row.`,
      mend: "An administrator of the database runs for each, once per database: alter function … leakproof;",
    })),
});
