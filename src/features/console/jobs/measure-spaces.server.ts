import { defineUpkeep } from "#server/jobs/define-upkeep.server.ts";
import { measureSpaces, spacesToMeasure } from "../usage.server.ts";

/** Spaces per transaction. */
const batchSize = 50;

/** Measures each space once an hour, for the list of spaces. */
export default defineUpkeep({
  name: "measureSpaces",
  everyMinutes: 10,
  async run({ services, signal }) {
    let count = batchSize;
    while (count === batchSize && !signal.aborted)
      // oxlint-disable-next-line no-await-in-loop
      count = await services.database.system(async (tx) => {
        const ids = await spacesToMeasure(tx, batchSize);
        if (ids.length > 0) await measureSpaces(tx, ids);
        return ids.length;
      });
  },
});
