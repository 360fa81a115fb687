import type { LocalizedField } from "./field.ts";
import type { Text } from "./text.ts";

export const changeVerbs = ["add", "update", "delete", "restore", "erase"] as const;
/** The kinds of changes to a row. `restore` undeletes, `erase` deletes permanently. */
export type ChangeVerb = (typeof changeVerbs)[number];

export const changeActors = ["member", "visitor", "program", "space"] as const;
/** Who changed a row: a member of its space, a visitor of its site, the program itself, or another space that shares the row. */
export type ChangeActor = (typeof changeActors)[number];

/** Why the values of a change are left out: they are too long, or invalid for the current type of the field. */
export const omissionReasons = ["long", "unfit"] as const;

/** The change of one field. */
export type ValueChange = {
  field: string;
  omitted?: (typeof omissionReasons)[number];
  before: unknown;
  after: unknown;
};

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

/** Who made the last change of a row, and when. */
export type LastChange = Pick<RowChange, "at" | "actor" | "name" | "isSelf">;

const actorNames: Record<ChangeActor, Text> = {
  member: { zh: "成员", en: "A member" },
  visitor: { zh: "访客", en: "A visitor" },
  program: { zh: "系统", en: "The system" },
  space: { zh: "其他空间", en: "Another space" },
};

/** The displayed name of the author of a change. */
export function actorName({ actor, name, isSelf }: Omit<LastChange, "at">): Text {
  if (actor !== "member") return actorNames[actor];
  if (isSelf) return { zh: "您", en: "You" };
  return name === "" ? actorNames.member : { zh: name, en: name };
}

/** A page of the changes of a row, latest first. */
export type RowHistory = {
  changes: RowChange[];
  /** The version to send for the next page, of earlier changes; null on the last page. */
  next: number | null;
  /** The changed fields, localized for the reader. */
  fields: Record<string, LocalizedField>;
  /** Those of these fields whose earlier values the reader may restore; the program writes others, such as the time of a publication. */
  restorable: string[];
  /** The titles of referenced rows, by id. */
  titles: Record<string, string>;
};

/** Days after which changes of rows are deleted. */
export const historyDays = 400;

/** The maximum number of rows whose changes one undo can take back. */
export const maxUndoRows = 10_000;

/** Minutes in which a deletion, or a change of many rows, can be undone. */
export const undoMinutes = 10;

/** Maximum size of a change's values as JSON, before and after together; the longest values beyond that are not stored. */
export const maxChangeSize = 128 * 1024;

/** Days after which deleted rows are deleted permanently. */
export const trashDays = 30;

/** The topic of toasts that say that rows of a type were deleted. The trash closes them by it when the rows are restored or erased. */
export const deletionTopic = (type: string): string => `deletion of ${type}`;

/** A deleted row that the reader may restore. */
export type TrashRow = {
  id: string;
  title: string;
  /** The row's values in the first columns of its list, without the title, as text. */
  summary: string;
  deletedAt: string;
  /** Who deleted it; null when the history does not contain the deletion. */
  by: Omit<LastChange, "at"> | null;
};

/** A page of deleted rows, latest deletion first. */
export type TrashPage = {
  rows: TrashRow[];
  /** The cursor to send for the next page, of earlier deletions; null on the last page. */
  next: string | null;
};

/** An entity with deleted rows; at most a thousand are counted. */
export type TrashEntity = { type: string; name: string; count: number };
