import { setTimeout as wait } from "node:timers/promises";
import { seconds } from "#kit/format.ts";
import { defineProbe } from "../define-probe.server.ts";

const channel = "meridian_doctor";

export default defineProbe({
  name: "listening",
  title: "Processes hear of each other's changes",
  async run({ client, database }) {
    const listener = await database.connect();
    const heard = new Promise<boolean>((resolve) => listener.once("notification", () => resolve(true)));
    await listener.query(`listen ${channel}`);
    await client.query(`notify ${channel}`);
    const isHeard = await Promise.race([heard, wait(seconds(2), false, { ref: false })]);
    return isHeard
      ? []
      : [
          {
            problem:
              "A connection that listens is told nothing: processes would show outdated pages to each other's visitors for up to half a minute.",
            mend: "A pooler in transaction mode is in between. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.",
          },
        ];
  },
});
