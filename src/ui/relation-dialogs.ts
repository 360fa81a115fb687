import { type ComponentType, createContext } from "react";

export type AddRowProps = {
  /** The entity. */
  type: string;
  onAdded: (id: string) => void;
  onClose: () => void;
};

export type PickRowsProps = {
  type: string;
  /** The ids that are chosen so far. */
  value: readonly string[];
  /** The maximum number of selected rows. */
  max: number;
  onPick: (ids: string[]) => void;
  onClose: () => void;
};

/** What a relation field opens over its form. */
export type RelationDialogTypes = {
  /** The entities whose rows this person may add. */
  addable: readonly string[];
  AddRow: ComponentType<AddRowProps>;
  PickRows: ComponentType<PickRowsProps>;
};

/** Forms and lists of other entities, for relation fields. The screen of a form provides them as a context; elsewhere fields do without. */
export const RelationDialogs = createContext<RelationDialogTypes | undefined>(undefined);
