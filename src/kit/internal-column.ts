import type { EntityType } from "./entity.ts";

/** How the values of an internal column read in the program. Times are ISO 8601 strings in UTC. */
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
 * The row that a column's id belongs to: of an entity, in the row's own space or in the one whose id stands in the internal column `tenant`;
 * or of a table that belongs to no entity. A foreign key enforces it.
 */
export type Reference = { entity: EntityType; tenant?: string } | { table: "account" | "tenant" | "page_snapshot" };

/**
 * What the program keeps with a row besides its fields: never on the wire, in no form, list, filter or role, written by the program alone.
 * `V` is what a `json` column holds.
 */
export type InternalColumn<V = unknown> = {
  type: InternalType;
  /** Never null. */
  required?: true;
  /** The value of rows that are added without one. */
  value?: Values[InternalType];
  references?: Reference;
  /** The reference is checked at the end of the transaction: two rows may point at each other. */
  deferred?: true;
  /** Type parameter only; never set. */
  readonly of?: V;
};

export type InternalColumns = Readonly<Record<string, InternalColumn>>;

/** A column of one JSON value of type `V`. It may be large, so no row carries it: whoever needs it reads it by itself. */
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
