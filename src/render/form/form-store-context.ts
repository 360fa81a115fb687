import { createContext } from "react";
import type { FormStore } from "./form-store.ts";

/** The state of the form around a control, for controls that work on several of its fields. */
export const FormStoreContext = createContext<FormStore | undefined>(undefined);

/** What is around a field of a form without a store, for the AI that may write it. */
export type AssistScope = {
  /** The values of the form, now. */
  values: () => Readonly<Record<string, unknown>>;
  /** Runs a change of the form, which is a step of undo of its own. */
  asOneStep: (change: () => void) => void;
};

/** The form around a field. Without it, a field in a form with a `FormStoreContext` belongs to that one. */
export const AssistScopeContext = createContext<AssistScope | undefined>(undefined);
