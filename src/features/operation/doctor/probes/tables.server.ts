import { getTableConfig } from "drizzle-orm/pg-core";
import { schema, tenantTables } from "#records/registry/schema.server.ts";
import { defineProbe, readTexts, symptomOf } from "../define-probe.server.ts";

export default defineProbe({
  name: "tables",
  title: "Tables, columns, keys and row security are those of this version",
  async run({ client }) {
    const columns = new Set(
      await readTexts(
        client,
        `select c.relname || '.' || a.attname as text from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
      ),
    );
    const missing = Object.entries(schema()).flatMap(([name, table]) =>
      getTableConfig(table)
        .columns.map((column) => `${name}.${column.name}`)
        .filter((column) => !columns.has(column)),
    );
    const open = await readTexts(
      client,
      `select relname as text from pg_class where relnamespace = 'public'::regnamespace and relname = any($1::text[])
       and not (relrowsecurity and relforcerowsecurity) order by 1`,
      [tenantTables()],
    );
    const keys = await readTexts(
      client,
      `select format('%s on %s', conname, conrelid::regclass) as text from pg_constraint
       where connamespace = 'public'::regnamespace and not convalidated order by 1`,
    );
    const triggers = await readTexts(
      client,
      `select distinct tgrelid::regclass::text as text from pg_trigger join pg_class on pg_class.oid = tgrelid
       where relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled <> 'O' order by 1`,
    );
    return [
      ...symptomOf(missing, (list) => ({
        problem: `Columns are missing: ${list}.`,
        mend: "Start the program if migrations are missing; otherwise restore a backup: somebody has changed the tables.",
      })),
      ...symptomOf(open, (list) => ({
        problem: `Row security is off, so that a space could read rows of others: ${list}.`,
        mend: "Run for each table: alter table … enable row level security, force row level security;",
      })),
      ...symptomOf(keys, (list) => ({
        problem: `Constraints were never checked for the rows that there are: ${list}.`,
        mend: "Run for each: alter table … validate constraint …; it names the first row that breaks it.",
      })),
      ...symptomOf(triggers, (list) => ({
        problem: `Triggers are disabled, so that uses of files are not counted: ${list}.`,
        mend: "Run for each table: alter table … enable trigger user;",
      })),
    ];
  },
});
