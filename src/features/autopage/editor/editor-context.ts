import { type ComponentType, createContext } from "react";
import type { Filter } from "#kit/filter.ts";

export type FilterDialogProps = {
  /** The type of the data that the conditions are about. */
  type: string;
  filter: Filter | undefined;
  onFilter: (filter: Filter | undefined) => void;
  onClose: () => void;
};

/** What the screen of the editor provides: the place for the preview, which is outside the form, and the dialog for conditions. */
export const EditorContext = createContext<
  { previewHost: HTMLElement | null; FilterDialog: ComponentType<FilterDialogProps> } | undefined
>(undefined);
