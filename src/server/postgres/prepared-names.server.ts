import { LRUCache } from "lru-cache";
import type pg from "pg";

declare module "pg" {
  interface Connection {
    /** The prepared statements of the driver, by name. */
    parsedStatements: Record<string, string>;
  }
}

/** Maximum prepared statements per connection, because filters create unlimited texts; the least recently used is freed first. */
const maxPrepared = 500;
const preparedNames = new WeakMap<pg.PoolClient, LRUCache<string, string>>();
let lastStatementNumber = 0;

/** Frees a prepared statement. The server's response arrives with the next query; an unknown name is no error. */
function closeStatement({ connection }: pg.PoolClient, name: string): void {
  delete connection.parsedStatements[name];
  connection.close({ type: "S", name }, false);
}

/** The name of the prepared statement for a text on this connection, unique per text. */
export function preparedNameOf(client: pg.PoolClient, text: string): string {
  const names =
    preparedNames.get(client) ??
    new LRUCache<string, string>({ max: maxPrepared, dispose: (name) => closeStatement(client, name) });
  preparedNames.set(client, names);
  const preparedName = names.get(text);
  if (preparedName !== undefined) return preparedName;
  lastStatementNumber += 1;
  const newName = `q${lastStatementNumber}`;
  names.set(text, newName);
  return newName;
}
