import { createContext, useContext, useEffect } from "react";
import type { Text } from "#kit/text.ts";

/** Tells a form that something in it is under way, and why it cannot be saved until then. Returns what ends that. */
export type HoldForm = (reason: Text) => () => void;

/** The hold on the form around an input. The form engine provides it as a context; where nothing is saved, nothing has to wait. */
export const FormHold = createContext<HoldForm>(() => () => {});

/** Holds the form around an input as long as there is a reason, the same object from render to render. */
export function useFormHold(reason: Text | undefined): void {
  const hold = useContext(FormHold);
  useEffect(() => (reason === undefined ? undefined : hold(reason)), [hold, reason]);
}
