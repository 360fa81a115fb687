import { purgeRemovedFields } from "#records/definitions/purge-removed-fields.server.ts";
import { defineUpkeep } from "#server/jobs/define-upkeep.server.ts";

/** Deletes the values of fields that were removed from a definition long enough ago. */
export default defineUpkeep({
  name: "purgeRemovedFields",
  everyMinutes: 60,
  run: ({ services, signal }) => purgeRemovedFields(services.database, signal),
});
