import { getTableConfig } from "drizzle-orm/pg-core";
import { schema } from "#records/registry/schema.server.ts";
import { defineProbe, readTexts, symptomOf } from "../define-probe.server.ts";

export default defineProbe({
  name: "indexes",
  title: "Every index of this version is there and valid",
  async run({ client }) {
    const names = await readTexts(
      client,
      "select relname as text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'i'",
    );
    const present = new Set(names);
    const missing = Object.values(schema()).flatMap((table) =>
      getTableConfig(table)
        .indexes.map(({ config }) => config.name ?? "")
        .filter((name) => name !== "" && !present.has(name)),
    );
    const invalid = await readTexts(
      client,
      "select indexrelid::regclass::text as text from pg_index where not indisvalid or not indisready order by 1",
    );
    return [
      ...symptomOf(missing, (list) => ({
        problem: `Indexes are missing: ${list}. Lists are slow, and values that have to be unique may not be.`,
        mend: "Make them again with the statements of the folder migrations that name them, with CREATE INDEX CONCURRENTLY while the program works.",
      })),
      ...symptomOf(invalid, (list) => ({
        problem: `Indexes are invalid and not used: ${list}.`,
        mend: "Run for each: reindex index concurrently …; a unique one names the values that occur twice.",
      })),
    ];
  },
});
