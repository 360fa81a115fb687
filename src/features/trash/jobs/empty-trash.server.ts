import { emptyTrash } from "#records/change/trash.server.ts";
import { defineUpkeep } from "#server/jobs/define-upkeep.server.ts";

export default defineUpkeep({
  name: "emptyTrash",
  everyMinutes: 60,
  run: ({ services, signal }) => emptyTrash(services.database, services.registries, signal),
});
