import { removeDeletedContent } from "#server/files/file-removals.server.ts";
import { defineUpkeep } from "#server/jobs/define-upkeep.server.ts";

export default defineUpkeep({
  name: "removeBytes",
  everyMinutes: 1,
  run: ({ services, signal }) => removeDeletedContent(services, signal),
});
