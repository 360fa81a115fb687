import { removeDeletedContent } from "#server/files/file-removals.server.ts";
import { defineUpkeep } from "#server/jobs/define-upkeep.server.ts";

/** Removes from the storage the content of files that were deleted permanently. */
export default defineUpkeep({
  name: "removeBytes",
  everyMinutes: 1,
  run: ({ services, signal }) => removeDeletedContent(services, signal),
});
