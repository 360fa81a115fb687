import { reviewSiteHosts } from "#features/space/site-hosts.server.ts";
import { defineUpkeep } from "#server/jobs/define-upkeep.server.ts";

/** Checks regularly that the DNS records that prove custom domains still exist. */
export default defineUpkeep({
  name: "reviewSiteHosts",
  everyMinutes: 60,
  run: ({ services, signal }) => reviewSiteHosts(services, signal),
});
