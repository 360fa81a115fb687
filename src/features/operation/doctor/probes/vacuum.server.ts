import { defineProbe, readTexts, symptomOf } from "../define-probe.server.ts";

export default defineProbe({
  name: "vacuum",
  title: "Autovacuum cleans up",
  async run({ client }) {
    const off = await readTexts(
      client,
      `select 'the whole server' as text where current_setting('autovacuum') = 'off' or current_setting('track_counts') = 'off'
       union all select relname from pg_class where relnamespace = 'public'::regnamespace
         and reloptions && array['autovacuum_enabled=false', 'autovacuum_enabled=off', 'autovacuum_enabled=0'] order by 1`,
    );
    const old = await readTexts(
      client,
      "select datname::text as text from pg_database where datname = current_database() and age(datfrozenxid) > 1000000000",
    );
    const held = await readTexts(
      client,
      `select format('process %s (%s)', pid, application_name) as text from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%' and state_change < now() - interval '1 hour'
       union all select format('prepared transaction %s', gid) from pg_prepared_xacts where database = current_database() and prepared < now() - interval '1 hour'
       union all select format('replication slot %s', slot_name) from pg_replication_slots where not active and age(coalesce(xmin, catalog_xmin)) > 10000000`,
    );
    return [
      ...symptomOf(off, (list) => ({
        problem: `Autovacuum is off for ${list}: tables and indexes grow without end, and lists become slow.`,
        mend: "Switch autovacuum and track_counts on; for a table: alter table … reset (autovacuum_enabled);",
      })),
      ...symptomOf(old, (list) => ({
        problem: `${list} is close to the end of its transaction ids.`,
        mend: "Run: vacuum freeze; and find out what has kept autovacuum from it.",
      })),
      ...symptomOf(held, (list) => ({
        problem: `Something has held a transaction open for more than an hour, so that nothing is cleaned up: ${list}.`,
        mend: "End it: select pg_terminate_backend(…), rollback prepared '…', or pg_drop_replication_slot('…').",
      })),
    ];
  },
});
