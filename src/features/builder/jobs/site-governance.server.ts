import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineJob } from "#server/jobs/define-job.server.ts";
import { scanAll, scanCursor, scanTitles } from "#features/builder/governance/scan.server.ts";

/** Checks the pages, contents and files of the site, and keeps a report. */
export default defineJob({
  name: "siteGovernance",
  title: scanTitles.site,
  access: administrator,
  isOnePerSpace: true,
  input: z.strictObject({}),
  cursor: scanCursor,
  run: (_input, context) => scanAll({ kind: "site", objectId: null }, context),
});
