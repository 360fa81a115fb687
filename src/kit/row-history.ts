import type { LocalizedField } from "./field.ts";

export const changeVerbs = ["add", "update", "delete", "restore"] as const;
/** The kinds of changes to a row. `restore` brings a deleted one back. */
export type ChangeVerb = (typeof changeVerbs)[number];

export const changeActors = ["member", "visitor", "program", "space"] as const;
/** Who changed a row: a member of its space, a visitor of its site, the program itself, or another space that shares the row. */
export type ChangeActor = (typeof changeActors)[number];

/** Why the values of a change are left out: they have too many characters, or the field can no longer hold them. */
export const omissions = ["long", "unfit"] as const;

/** The change of one field. */
export type ValueChange = { field: string; omitted?: (typeof omissions)[number]; before: unknown; after: unknown };

/** One change of a row, with the fields that the reader may read. */
export type RowChange = {
  /** The row's version after the change. */
  version: number;
  verb: ChangeVerb;
  at: string;
  actor: ChangeActor;
  /** The name of the member; empty for other actors. */
  name: string;
  /** True when the reader made the change. */
  isSelf: boolean;
  values: ValueChange[];
};

/** A page of the changes of a row, latest first. */
export type RowHistory = {
  changes: RowChange[];
  /** Earlier changes are asked for with this version; null at the end. */
  next: number | null;
  /** The fields that changed, as the reader gets them. */
  fields: Record<string, LocalizedField>;
  /** What the rows of other entities are called that these values point at, by id. */
  titles: Record<string, string>;
};

/** Days after which changes of rows are deleted. */
export const historyDays = 400;

/** Minutes in which a deletion can be undone. */
export const undoMinutes = 10;
