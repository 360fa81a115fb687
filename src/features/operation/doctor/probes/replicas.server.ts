import pg from "pg";
import { seconds } from "#kit/format.ts";
import { defineProbe, type Symptom } from "../define-probe.server.ts";

type ReplicaRow = { isStandby: boolean; database: string; identifier: string };

/** The identifier is that of the database files: a replica has that of its primary. */
const replicaSql = `select pg_is_in_recovery() as "isStandby", current_database() as database,
    (select system_identifier::text from pg_control_system()) as identifier`;

/** Reads what a server says of itself. @throws when it cannot be reached */
async function ask(connectionString: string): Promise<ReplicaRow> {
  const client = new pg.Client({
    connectionString,
    application_name: "meridian operation",
    connectionTimeoutMillis: seconds(3),
    query_timeout: seconds(5),
  });
  // A lost connection fails the statement that needs it; without a listener it would crash the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query<ReplicaRow>(replicaSql)).rows[0]!;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What is wrong with one replica. `place`: which of the setting. */
async function symptomsOf(address: string, primary: ReplicaRow, place: string): Promise<Symptom[]> {
  const mend = "Compare its address in DATABASE_REPLICA_URL with that of the replica of DATABASE_URL.";
  let replica: ReplicaRow;
  try {
    replica = await ask(address);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ problem: `${place} cannot be reached, so the primary answers its reads: ${reason}`, mend }];
  }
  const { host } = new URL(address);
  if (!replica.isStandby)
    return [{ problem: `${place} (${host}) is no replica, so it is not used: it takes writes itself.`, mend }];
  if (replica.identifier !== primary.identifier || replica.database !== primary.database)
    return [{ problem: `${place} (${host}) is the replica of another database, whose rows would be shown.`, mend }];
  return [];
}

export default defineProbe({
  name: "replicas",
  title: "Replicas answer lists and public pages",
  async run({ env, client }) {
    if (env.DATABASE_REPLICA_URL.length === 0) return [];
    const primary = (await client.query<ReplicaRow>(replicaSql)).rows[0]!;
    const symptoms = await Promise.all(
      env.DATABASE_REPLICA_URL.map((address, index) => symptomsOf(address, primary, `Replica ${index + 1}`)),
    );
    return symptoms.flat();
  },
});
