import { reviewSiteHosts } from "#features/space/site-hosts.server.ts";
import { defineUpkeep } from "#server/jobs/define-upkeep.server.ts";

/** Custom domains keep leading to their sites as long as their proofs stand. */
export default defineUpkeep({
  name: "reviewSiteHosts",
  everyMinutes: 60,
  run: ({ services, signal }) => reviewSiteHosts(services, signal),
});
