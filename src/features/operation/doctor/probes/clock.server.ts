import { seconds } from "#kit/format.ts";
import { defineProbe } from "../define-probe.server.ts";

/** ms that the clocks of program and database may differ: codes and sessions end by either. */
const tolerance = seconds(5);

export default defineProbe({
  name: "clock",
  title: "The clocks of the program and the database agree",
  async run({ client }) {
    const before = Date.now();
    const { rows } = await client.query<{ now: number }>(
      "select extract(epoch from clock_timestamp())::float8 * 1000 as now",
    );
    const after = Date.now();
    const { now } = rows[0]!;
    const skew = now < before ? before - now : now > after ? now - after : 0;
    return skew <= tolerance
      ? []
      : [
          {
            problem: `The clock of the database differs from this machine's by ${Math.round(skew / 1000)} s: codes and sessions end too early or too late.`,
            mend: "Synchronise both machines by NTP (timedatectl set-ntp true, or chrony).",
          },
        ];
  },
});
