import type { LocalizedField } from "./field.ts";
import type { Operator } from "./filter.ts";
import type { AnyRow } from "./entity.ts";
import type { Density } from "./list-layout.ts";
import type { LastChange } from "./row-history.ts";

/** A column of an auto table (N-037). */
export type PlayColumn = {
  field: string;
  name: string;
  /** The column whose value names the row: it links to the row and stands for it in questions. */
  isTitle: boolean;
  align: "start" | "end";
  sortable: boolean;
  style: { type: string; width?: number; enumColors?: boolean };
  /** The field's own configuration, for showing its values. */
  config: LocalizedField;
  localized: boolean;
};

/** A line of the search form (N-039). */
export type PlaySearchItem = {
  prop: string;
  label: string;
  type: string;
  modelValue: unknown;
  dataType: Operator;
  sortOrder: number;
  config: LocalizedField;
};

/** A field of the advanced search: by which operators it is compared, and what the value of each is chosen with. */
export type AdvancedItem = Pick<PlaySearchItem, "prop" | "label" | "type" | "sortOrder"> & {
  /** Its values are days or moments: they are before and after one another, not below and above. */
  isTime: boolean;
  /** The operators of the field. Without `config` there is no value to enter (`empty`). */
  operators: { dataType: Operator; config?: LocalizedField }[];
};

/** Icons of row actions, by name. */
export const rowIcons = ["open", "edit", "view", "delete", "link", "message", "revoke"] as const;
export type RowIcon = (typeof rowIcons)[number];

/** An action of one row (N-044). `disabled`: why it is not possible now. */
export type RowAction = { name: string; icon: RowIcon; disabled?: string } & (
  | { type: "link"; url: string; event: "edit" | "view" }
  /** `{id}` in the address stands for the row's. */
  | { type: "link"; url: string; event: "open"; isMain: boolean }
  | { type: "request"; method: "DELETE"; url: string; event: "delete" }
  /** A command of the entity. With `question` it asks for confirmation, where `{name}` is replaced by the row's title. */
  | {
      type: "request";
      method: "POST";
      url: string;
      event: "command";
      command: string;
      isBatch: boolean;
      question?: { title: string; isDangerous: boolean };
    }
  /** Copies an address of the space's site; `{id}` in it stands for the row's. */
  | { type: "copy"; url: string; event: "copy"; command: string }
);

/** Identifies an action among those of a row. */
export const actionKey = (action: RowAction): string => ("command" in action ? action.command : action.event);

/** Whether it can be done with several rows at once. */
export const isBatchAction = (action: RowAction): boolean =>
  action.event === "delete" || (action.event === "command" && action.isBatch);

/** How a list looks, as the server describes it to one person. */
export type Play = {
  /** The type of the entity. */
  type: string;
  name: string;
  columns: PlayColumn[];
  fields: PlaySearchItem[];
  actions: RowAction[];
  /** Where new rows are made; absent when this person may not. */
  addUrl?: string;
  /** What adding a row is called, where that is not "add". */
  addWord?: string;
  /** There is one row, and no list to look at. */
  isSingle: boolean;
  /** Whether this person may set fields of rows. */
  isUpdatable: boolean;
  /** Whether this person may take the rows along as a file. */
  isExportable: boolean;
  /** Whether they may add or change rows by a file. */
  isImportable: boolean;
  sort: { field: string; direction: "asc" | "desc" };
  /** The columns whose values this person may change where they stand, in rows that they may edit. */
  editable: string[];
  density: Density;
  /** How many of the first columns stay at the side; absent: the title, if it is the first of them. */
  frozen?: number;
};

/** How many rows a list has: exactly, or, when `isCapped`, `total - 1` at least. No count goes beyond 10,001. */
export type Total = { total: number; isCapped: boolean };

export type TableResult = Total & {
  pageIndex: number;
  pageSize: number;
  rows: AnyRow[];
};

/** Page sizes of an auto table (B-151), default 15. */
export const pageSizes = [10, 15, 30, 60, 120] as const;
export const defaultPageSize = 15;
/** Lists are counted up to this number; an exact count would be slow. */
export const countCap = 10_001;
export const quickCountCap = 1001;

/** Whether further counting could change the total: it came early or stopped early. */
export const mayGrow = ({ total, isCapped }: Total): boolean => isCapped && total < countCap;

/** A total for display: "1,234", or "1,000+" if there may be more. */
export const totalText = ({ total, isCapped }: Total): string =>
  isCapped ? `${(total - 1).toLocaleString("en")}+` : total.toLocaleString("en");

/** A column of an auto form: a field's configuration under its own name. */
export type AutoColumn = { field: string; readOnly: boolean; config: LocalizedField };

export type FormGroup = { groupName: string; items: AutoColumn[] };

/** A form as the server describes it to one person (N-040). */
export type AutoForm = {
  type: string;
  name: string;
  /** The fields in groups; none where `columns` has them all. */
  groups: FormGroup[];
  columns?: AutoColumn[];
  /** Said above and below the form. `buttomHelpText` is spelled as the wire spells it; other clients write `bottomHelpText`. */
  tooltip?: { alertText?: string; buttomHelpText?: string; bottomHelpText?: string };
  /** Filled in group by group. */
  isStepwise?: boolean;
  /** The values to start from: the row's, or the defaults of a new one. */
  row: AnyRow | null;
  values: Record<string, unknown>;
  hiddenButton: boolean;
  /** What adding this row is called, where that is not "add". */
  saveWord?: string;
  checkSafePassword: boolean;
  /** There is no list to go back to. */
  isSingle: boolean;
  /** Who changed the row last; absent for a new row, and for visitors. */
  lastChange?: LastChange;
  /** What the rows of other entities are called that this row points at, by id. */
  titles: Record<string, string>;
  /** The entities of its relation fields whose rows this person may add. */
  addable: string[];
  /** Where the form is saved. */
  url: string;
};

/** The groups of a form; `columns` are one without a name. */
export const groupsIn = ({ groups, columns = [] }: Pick<AutoForm, "groups" | "columns">): FormGroup[] =>
  groups.length > 0 ? groups : [{ groupName: "", items: columns }];

/** The form that the pay password confirms where a row goes back to an earlier version: no confirmation of a save serves for it. */
export const restoreForm = (type: string): string => `${type}/RestoreVersion`;

/** The `details` of a 409 when two people edited the same fields: per field, the value that the other one saved. */
export type Clash = { version: number; fields: Record<string, { theirs: unknown }> };
