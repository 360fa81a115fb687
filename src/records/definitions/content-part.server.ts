import type { SQL } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { Text } from "#kit/text.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    /** What files of configuration contain of rows besides their fields, by the type of the entity. */
    contentParts: ReadonlyMap<string, ContentPart>;
  }
}

/** The part of one row. `stamp`: a number that changes with the part; absent if the version of the row does. */
export type PartContent = { value: unknown; stamp?: number };

/** A difference between two values of a part. Undefined: nothing. */
export type PartChange = { name: Text; before: unknown; after: unknown };

/** What the file of a row of configuration contains besides its fields: the design of a page, the categories below one. Values are JSON. */
export type ContentPart = {
  /** Its key in files, which no field has. */
  name: string;
  /** Which rows have files of their own; without it, all. */
  condition?: SQL;
  /** The parts of rows, by id; none for a row without one. */
  read: (tx: Tx, context: RowContext, rows: readonly AnyRow[]) => Promise<ReadonlyMap<string, PartContent>>;
  /** The value in a file, as `read` would return it once it is written. @throws {Problem} invalid */
  parse: (value: unknown) => unknown;
  /** The differences between two values, each with a name for people. */
  changes: (before: unknown, after: unknown) => PartChange[];
  /** Makes a parsed value the part of a row, in the transaction that has locked the row. @throws {Problem} as a person's save would */
  write: (scope: { tx: Tx; context: CallContext<UserPrincipal> }, id: string, value: unknown) => Promise<void>;
  /** Removes the part of a row that is deleted next; absent if the part goes with its row. */
  remove?: (scope: { tx: Tx; context: CallContext<UserPrincipal> }, id: string) => Promise<void>;
  /** Holds up the changes that others make to parts, until the transaction ends. */
  lock?: (tx: Tx, tenantId: string) => Promise<void>;
};
