import { createContext, useContext, useEffect } from "react";
import type { Text } from "#kit/text.ts";

/** Blocks saving a form while something is in progress, with the reason. Returns a function that ends it. */
export type BlockSave = (reason: Text) => () => void;

/** Blocks saving the surrounding form. Provided by the form engine as a context; a no-op outside of forms. */
export const SaveBlockerContext = createContext<BlockSave>(() => () => {});

/** Holds the form around an input as long as there is a reason, the same object from render to render. */
export function useSaveBlocker(reason: Text | undefined): void {
  const hold = useContext(SaveBlockerContext);
  useEffect(() => (reason === undefined ? undefined : hold(reason)), [hold, reason]);
}
