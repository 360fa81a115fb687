import { defineUpkeep } from "#server/jobs/define-upkeep.server.ts";
import { purgePrivateFiles } from "#server/files/private-files.server.ts";

export default defineUpkeep({
  name: "purgePrivateFiles",
  everyMinutes: 10,
  run: ({ services, signal }) => purgePrivateFiles(services, signal),
});
