import { installedVersion, queueSchema, requiredVersion } from "#server/postgres/queue-schema.server.ts";
import { defineProbe } from "../define-probe.server.ts";

export default defineProbe({
  name: "queue",
  title: "The tables of the queue are those of this version",
  async run({ client }) {
    const [installed, required] = [await installedVersion(client), requiredVersion()];
    if (installed === undefined)
      return [
        {
          problem: `The tables of the queue (schema ${queueSchema}) are missing: no job runs.`,
          mend: "Start the program, which makes them.",
        },
      ];
    return installed < required
      ? [
          {
            problem: `The tables of the queue have version ${installed} instead of ${required}.`,
            mend: "Start the program, which updates them.",
          },
        ]
      : [];
  },
});
