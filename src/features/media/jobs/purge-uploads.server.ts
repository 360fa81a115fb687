import { defineUpkeep } from "#server/jobs/define-upkeep.server.ts";
import { purgeUploads } from "../uploads.server.ts";

export default defineUpkeep({
  name: "purgeUploads",
  everyMinutes: 60,
  run: ({ services, signal }) => purgeUploads(services, signal),
});
