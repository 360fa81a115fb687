import { defineUpkeep } from "#server/jobs/define-upkeep.server.ts";
import { reviewFiles, type ReviewState } from "../unused-files.server.ts";

export default defineUpkeep({
  name: "reviewFiles",
  everyMinutes: 60,
  run: ({ services, signal, state }) => reviewFiles(services, signal, state as ReviewState | null),
});
