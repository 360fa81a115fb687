import { z } from "zod";
import { superAdmin } from "#kit/access.ts";
import { defineJob } from "#server/jobs/define-job.server.ts";
import { scanAll, scanCursor, scanTitles } from "#features/builder/governance/scan.server.ts";

/** Checks the spaces of the platform and its maintenance tasks, and keeps a report. */
export default defineJob({
  name: "adminGovernance",
  title: scanTitles.admin,
  access: superAdmin,
  isOnePerSpace: true,
  input: z.strictObject({}),
  cursor: scanCursor,
  run: (_input, context) => scanAll({ kind: "admin", objectId: null }, context),
});
