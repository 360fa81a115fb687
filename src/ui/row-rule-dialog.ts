import { type ComponentType, createContext } from "react";
import type { RowCondition } from "#kit/row-condition.ts";

export type RowRuleProps = {
  /** Name of the entity; `name` is the title of its list. */
  type: string;
  name: string;
  /** Whether every member may read all rows: a rule then limits only other verbs. */
  isReadableByMembers: boolean;
  /** The condition on the rows of the grant; undefined for all rows. */
  rule: RowCondition | undefined;
  onRule: (rule: RowCondition | undefined) => void;
  onClose: () => void;
};

/** The dialog that sets the rows to which a grant applies. Provided as a context by the screen of a form; elsewhere rules are read-only. */
export const RowRuleDialog = createContext<{ Dialog: ComponentType<RowRuleProps> } | undefined>(undefined);
