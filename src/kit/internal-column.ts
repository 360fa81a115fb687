import type { EntityType } from "./entity.ts";

/** The TypeScript types of the values of internal columns. Times are ISO 8601 strings in UTC. */
type Values = {
  uuid: string;
  text: string;
  integer: number;
  boolean: boolean;
  timestamp: string;
  timestamps: readonly string[];
  json: unknown;
};
export type InternalType = keyof Values;

/**
 * The target of a foreign key: an entity, in the row's own space or in the one whose id is in the internal column `tenant`; or a table that belongs
 * to no entity.
 */
export type Reference = { entity: EntityType; tenant?: string } | { table: "account" | "tenant" | "page_snapshot" };

/** A column for the program only: not on the wire, in no form, list, filter or role. `V`: the value of a `json` column. */
export type InternalColumn<V = unknown> = {
  type: InternalType;
  /** Not null. */
  required?: true;
  /** Default value of new rows. */
  value?: Values[InternalType];
  references?: Reference;
  /** The reference is checked at the end of the transaction, because two rows may reference each other. */
  deferred?: true;
  /** Type parameter only; never set. */
  readonly of?: V;
};

export type InternalColumns = Readonly<Record<string, InternalColumn>>;

/** A column with one JSON value of type `V`. It may be large, so rows do not carry it: read it separately where it is needed. */
export const json = <V>(): InternalColumn<V> & { type: "json" } => ({ type: "json" });

type PlainValue<C extends InternalColumn> = C["type"] extends "json"
  ? C extends InternalColumn<infer V>
    ? V
    : never
  : Values[C["type"]];

/** The values that may be written into internal columns: null if a column is not required. */
export type InternalValuesOf<I extends InternalColumns> = {
  -readonly [K in keyof I]: PlainValue<I[K]> | (I[K] extends { required: true } ? never : null);
};

type JsonNames<I extends InternalColumns> = { [K in keyof I]: I[K]["type"] extends "json" ? K : never }[keyof I];

/** The internal columns that a row carries. */
export type InternalRowOf<I extends InternalColumns> = Omit<InternalValuesOf<I>, JsonNames<I>>;
