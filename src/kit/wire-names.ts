/** What calls about any entity call their own things: in a query or a body a field of that name could not be told from them. */
export const wireNames = [
  "id",
  "_id",
  "type",
  "key",
  "version",
  "language",
  "pageIndex",
  "pageSize",
  "fields",
  "filter",
  "orderBy",
  "after",
  "before",
] as const;

/** Fields by these names do not compile. */
export type WithoutWireNames = Partial<Record<(typeof wireNames)[number], never>>;

const reservedNames = new Set(wireNames.map((name) => name.toLowerCase()));

/** Is this a word of the wire, in any case? */
export const isWireName = (name: string): boolean => reservedNames.has(name.toLowerCase());
