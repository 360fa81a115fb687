import { type ComponentType, createContext } from "react";
import type { RowCondition } from "#kit/row-condition.ts";

export type RowRuleProps = {
  /** The entity, and what its list is called. */
  type: string;
  name: string;
  /** Whether every member reads all rows, so that a rule limits other verbs only. */
  isOpen: boolean;
  rows: RowCondition | undefined;
  /** `undefined`: all rows. */
  onRows: (rows: RowCondition | undefined) => void;
  onClose: () => void;
};

/** The dialog that chooses the rows a grant opens. The screen of a form provides it as a context; elsewhere rules are shown only. */
export const RowRuleDialog = createContext<{ Dialog: ComponentType<RowRuleProps> } | undefined>(undefined);
