import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineJob } from "#server/jobs/define-job.server.ts";
import { scanAll, scanCursor, scanTitles } from "#features/builder/governance/scan.server.ts";

/** Checks the records of a light app, and keeps a report. */
export default defineJob({
  name: "appGovernance",
  title: scanTitles.app,
  access: administrator,
  keyOf: ({ appId }) => appId,
  input: z.strictObject({ appId: z.uuid() }),
  cursor: scanCursor,
  run: ({ appId }, context) => scanAll({ kind: "app", objectId: appId }, context),
});
