import { defineProbe } from "../define-probe.server.ts";

/** Connections of a process besides its pool: the one that listens, and that of a migration or a backup. */
const besides = 2;

export default defineProbe({
  name: "connections",
  title: "The server allows as many connections as the pool takes",
  async run({ client, env }) {
    const { rows } = await client.query<{ most: number; reserved: number; userLimit: number; databaseLimit: number }>(
      `select current_setting('max_connections')::int as most, current_setting('superuser_reserved_connections')::int as reserved,
         (select rolconnlimit from pg_roles where rolname = current_user) as "userLimit",
         (select datconnlimit from pg_database where datname = current_database()) as "databaseLimit"`,
    );
    const { most, reserved, userLimit, databaseLimit } = rows[0]!;
    const limits = [most - reserved, userLimit, databaseLimit].filter((limit) => limit >= 0);
    const allowed = Math.min(...limits);
    const needed = env.DATABASE_POOL + besides;
    return needed <= allowed
      ? []
      : [
          {
            problem: `A process takes up to ${needed} connections (DATABASE_POOL=${env.DATABASE_POOL} and ${besides}), but only ${allowed} are allowed: under load, requests would be answered with 503.`,
            mend: "Lower DATABASE_POOL, or raise max_connections and the limits of the user and the database. All processes together have to fit.",
          },
        ];
  },
});
