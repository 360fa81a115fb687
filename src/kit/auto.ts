import type { LocalizedField } from "./field.ts";
import type { Operator } from "./filter.ts";
import type { AnyRow } from "./entity.ts";
import type { Density } from "./list-layout.ts";
import type { RowEvent } from "./row-action.ts";
import type { LastChange } from "./row-history.ts";
import type { Total } from "./total.ts";

/** A column of an auto table (N-037). */
export type ListColumn = {
  field: string;
  name: string;
  /** The title column: it links to the row and names it in questions. */
  isTitle: boolean;
  align: "start" | "end";
  sortable: boolean;
  style: { type: string; width?: number; enumColors?: boolean };
  /** The field's configuration, for displaying its values. */
  config: LocalizedField;
  localized: boolean;
};

/** A field of the search form (N-039). */
export type SearchItem = {
  prop: string;
  label: string;
  type: string;
  modelValue: unknown;
  dataType: Operator;
  sortOrder: number;
  config: LocalizedField;
};

/** A field of the advanced search: its operators, and the field for the value of each. */
export type AdvancedItem = Pick<SearchItem, "prop" | "label" | "type" | "sortOrder"> & {
  /** True for dates and times: their operators are labelled "before" and "after" instead of "less" and "greater". */
  isTime: boolean;
  /** The relation field through which the field is reached, for a field of related records (`relatedFieldIn`); `field`: its name there. */
  relation?: { prop: string; label: string; field: string };
  /** The operators of the field. Without `config` there is no value to enter (`empty`). */
  operators: { dataType: Operator; config?: LocalizedField }[];
};

/** Icons of row actions, by name. */
export const rowIcons = [
  ...(["open", "edit", "view", "delete", "link", "message", "revoke", "copy"] as const),
  ...(["publish", "unpublish", "pin", "unpin", "archive", "check", "disable", "enable"] as const),
] as const;
export type RowIcon = (typeof rowIcons)[number];

/** An action of one row (N-044). `disabled`: why it is unavailable. */
export type RowAction = { name: string; icon: RowIcon; disabled?: string } & (
  | { type: "link"; url: string; event: "edit" | "view" }
  /** `{id}` in the address is replaced by the row's id. `isMain`: the row's title leads to this address. */
  | { type: "link"; url: string; event: "open"; isMain: boolean; command: string }
  | { type: "request"; method: "DELETE"; url: string; event: "delete" }
  /** A command of the entity, or an action that sets values. `question` asks for confirmation; `{name}` in it is replaced by the row's title. */
  | {
      type: "request";
      method: "POST";
      url: string;
      event: "command";
      command: string;
      isBatch: boolean;
      /** It only sets values, which can be undone. */
      isUndoable: boolean;
      question?: { title: string; isDangerous: boolean };
    }
  /** The browser performs it; `{id}` in the address is replaced by the row's id. */
  | { type: "event"; url: string; event: RowEvent; command: string }
);

/** Identifies an action among those of a row. */
export const actionKey = (action: RowAction): string => ("command" in action ? action.command : action.event);

/** Whether an action can be done with several rows at once. */
export const isBatchAction = (action: RowAction): boolean =>
  action.event === "delete" || (action.event === "command" && action.isBatch);

/** A command, or an action that sets values: the server performs both. */
export type RequestAction = Extract<RowAction, { event: "command" }>;

/**
 * The actions of the rows of a page. `rows`: for each row, the index of its actions in `sets`; -1 for a row that is gone. Both are empty when all rows
 * have the actions of the list.
 */
export type RowActions = { sets: RowAction[][]; rows: number[] };

/** The actions of each row of a page by its id, without rows that have the actions of the list. */
export const actionsByRow = (
  { sets, rows }: RowActions,
  page: readonly { id: string }[],
): ReadonlyMap<string, RowAction[]> =>
  new Map(
    page.flatMap(({ id }, index) => {
      const actions = sets[rows[index] ?? -1];
      return actions === undefined ? [] : [[id, actions] as const];
    }),
  );

/** The description of a list for one person. `play` is the contract's name for it (E-032). */
export type ListDescription = {
  /** The type of the entity. */
  type: string;
  name: string;
  columns: ListColumn[];
  fields: SearchItem[];
  actions: RowAction[];
  /** The address for adding a row; absent when this person may not. */
  addUrl?: string;
  /** The label for adding a row, if it is not "Add". */
  addWord?: string;
  /** What the rows are for, shown while the list is empty. */
  purpose?: string;
  /** The entity has one row, and no list. */
  isSingle: boolean;
  /** Whether this person may set fields of rows. */
  isUpdatable: boolean;
  /** Whether this person may export rows. */
  isExportable: boolean;
  /** Whether they may import rows. */
  isImportable: boolean;
  sort: { field: string; direction: "asc" | "desc" };
  /** The columns that this person may edit inline, in rows that they may change. */
  editable: string[];
  density: Density;
  /** The number of frozen columns; by default the title, if it is the first column. */
  frozen?: number;
};

export type TableResult = Total & {
  pageIndex: number;
  pageSize: number;
  rows: AnyRow[];
};

/** Page sizes of an auto table (B-151), default 15. */
export const pageSizes = [10, 15, 30, 60, 120] as const;
export const defaultPageSize = 15;
/** A column of an auto form: a field's configuration under its own name. */
export type AutoColumn = { field: string; readOnly: boolean; config: LocalizedField };

/** The settings of a field that a column of a form has beside its configuration, for clients of the wire (N-041). */
export const columnSettings = [
  ...(["name", "type", "required", "placeholder", "value", "dataSource", "helpBlock", "if", "mark"] as const),
  ...(["format", "timestamp", "min", "max", "step"] as const),
] as const;

export type FormGroup = { groupName: string; items: AutoColumn[] };

/** The description of a form for one person (N-040). */
export type AutoForm = {
  type: string;
  name: string;
  groups: FormGroup[];
  columns?: AutoColumn[];
  /** Texts above and below the form. `buttomHelpText` is the contract's spelling; other clients write `bottomHelpText`. */
  tooltip?: { alertText?: string; buttomHelpText?: string; bottomHelpText?: string };
  /** True when the form is filled in group by group, each checked before the next. */
  isStepwise?: boolean;
  /** The row; null for a new one. */
  row: AnyRow | null;
  /** The values to start from: the row's, or the defaults of a new one. */
  values: Record<string, unknown>;
  hiddenButton: boolean;
  /** The label for adding this row, if it is not "Add". */
  saveWord?: string;
  /** True when a save requires the payment password. */
  checkSafePassword: boolean;
  /** There is no list to return to. */
  isSingle: boolean;
  /** Who changed the row last; absent for a new row, and for visitors. */
  lastChange?: LastChange;
  /** The titles of rows that this row references, by id. */
  titles: Record<string, string>;
  /** The entities of its relation fields to which this person may add rows. */
  addable: string[];
  /** The row's title; absent for a new row, or where it has none. */
  rowName?: string;
  /** What can be done with the row besides saving and deleting it. */
  actions?: RowAction[];
  /** The address of the call that saves the form. */
  url: string;
};

/** The groups of a form; without groups, all `columns` as one group without a name. */
export const groupsIn = ({ groups, columns = [] }: Pick<AutoForm, "groups" | "columns">): FormGroup[] =>
  groups.length > 0 ? groups : [{ groupName: "", items: columns }];

/** The name under which the payment password confirms a restore, so that the confirmation of a save is not valid for it. */
export const restoreFormName = (type: string): string => `${type}/RestoreVersion`;

/** The `details` of a 409 when two people edited the same fields: the other person's value of each field. */
export type Clash = { version: number; fields: Record<string, { theirs: unknown }> };
