import { oldestServer } from "../../backup/target-database.server.ts";
import { defineProbe, type Symptom } from "../define-probe.server.ts";

type ServerRow = {
  database: string;
  version: number;
  versionText: string;
  encoding: string;
  isStandby: boolean;
  isReadOnly: boolean;
  fsync: string;
  fullPageWrites: string;
  collationVersion: string | null;
  actualVersion: string | null;
};

const serverSql = `select current_database() as database, current_setting('server_version_num')::int as version,
    current_setting('server_version') as "versionText", current_setting('server_encoding') as encoding,
    pg_is_in_recovery() as "isStandby", current_setting('default_transaction_read_only') = 'on' as "isReadOnly",
    current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPageWrites",
    datcollversion as "collationVersion", pg_database_collation_actual_version(oid) as "actualVersion"
  from pg_database where datname = current_database()`;

export default defineProbe({
  name: "server",
  title: "PostgreSQL: version, encoding, collation, durability",
  async run({ client }) {
    const { rows } = await client.query<ServerRow>(serverSql);
    const row = rows[0]!;
    const symptoms: Symptom[] = [];
    const add = (isWrong: boolean, problem: string, mend: string) => void (isWrong && symptoms.push({ problem, mend }));
    add(
      row.version < oldestServer,
      `The server is PostgreSQL ${row.versionText}; 15 or later is needed.`,
      "Update the server, or back up and restore into a newer one.",
    );
    add(
      row.encoding !== "UTF8",
      `The database ${row.database} has the encoding ${row.encoding}.`,
      "Restore a backup into a database that was made with encoding UTF8.",
    );
    add(row.isStandby, "The server is a standby: nothing can be written.", "Name the primary server in DATABASE_URL.");
    add(
      row.isReadOnly,
      "Transactions are read-only by default (default_transaction_read_only).",
      `Run: alter database ${row.database} reset default_transaction_read_only; and look for the same setting of the user and the server.`,
    );
    add(
      row.fsync === "off" || row.fullPageWrites === "off",
      "fsync or full_page_writes is off: a power cut can destroy the database.",
      "Switch both on in postgresql.conf and reload the server.",
    );
    add(
      row.collationVersion !== null && row.actualVersion !== null && row.collationVersion !== row.actualVersion,
      `The system's collation is now version ${row.actualVersion}; indexes were made with ${row.collationVersion} and may find too little.`,
      `Run: reindex database ${row.database}; alter database ${row.database} refresh collation version;`,
    );
    return symptoms;
  },
});
