import { defineUpkeep } from "#server/jobs/define-upkeep.server.ts";
import { eraseDueSpaces } from "../erase-space.server.ts";

export default defineUpkeep({
  name: "eraseSpaces",
  everyMinutes: 10,
  run: ({ services, signal }) => eraseDueSpaces(services, signal),
});
