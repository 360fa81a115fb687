import { hashOf, migrations, readApplied } from "#server/postgres/migrations.server.ts";
import { defineProbe, symptomOf } from "../define-probe.server.ts";

export default defineProbe({
  name: "migrations",
  title: "The migrations of this version are applied, and no others",
  async run({ client }) {
    const applied = await readApplied(client);
    const names = new Set(migrations.map(({ name }) => name));
    const missing = migrations.filter(({ name }) => !applied.has(name)).map(({ name }) => name);
    const changed = migrations
      .filter((one) => applied.has(one.name) && applied.get(one.name) !== hashOf(one))
      .map(({ name }) => name);
    const unknown = [...applied.keys()].filter((name) => !names.has(name));
    return [
      ...symptomOf(missing, (list) => ({
        problem: `Migrations are not applied: ${list}.`,
        mend: "Start the program, which applies them. If it does not start, the log says which one fails and why.",
      })),
      ...symptomOf(unknown, (list) => ({
        problem: `The database has migrations of a newer version: ${list}.`,
        mend: "Install the newer version again, or restore a backup that this version made.",
      })),
      ...symptomOf(changed, (list) => ({
        problem: `Migrations have been changed after they were applied: ${list}. The program will not start.`,
        mend: "Install the version that applied them, without local changes to the folder migrations.",
      })),
    ];
  },
});
