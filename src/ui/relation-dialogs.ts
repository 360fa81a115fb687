import { type ComponentType, createContext } from "react";

export type AddRowProps = {
  /** Name of the entity. */
  type: string;
  /** Initial values of the form, instead of the defaults. */
  values?: Readonly<Record<string, unknown>>;
  onAdded: (id: string) => void;
  onClose: () => void;
};

export type PickRowsProps = {
  type: string;
  /** The selected ids. */
  value: readonly string[];
  /** The maximum number of selected rows. */
  max: number;
  onPick: (ids: string[]) => void;
  onClose: () => void;
};

/** The dialogs that a relation field opens. */
export type RelationDialogTypes = {
  /** The entities to which this person may add rows. */
  addable: readonly string[];
  AddRow: ComponentType<AddRowProps>;
  PickRows: ComponentType<PickRowsProps>;
};

/** Forms and lists of other entities, for relation fields. Provided as a context by the screen of a form; optional elsewhere. */
export const RelationDialogs = createContext<RelationDialogTypes | undefined>(undefined);
