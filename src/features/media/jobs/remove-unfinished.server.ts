import { defineUpkeep } from "#server/jobs/define-upkeep.server.ts";

export default defineUpkeep({
  name: "removeUnfinished",
  everyMinutes: 60,
  run: ({ services }) => services.files.removeUnfinished(),
});
