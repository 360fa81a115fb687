import { createContext, useContext, useEffect } from "react";
import type { Text } from "#kit/text.ts";

/** Blocks saving a form while an operation is in progress, with the reason. Returns the function that ends the block. */
export type BlockSave = (reason: Text) => () => void;

/** Blocks saving the surrounding form. Provided by the form engine as a context; a no-op outside of forms. */
export const SaveBlockerContext = createContext<BlockSave>(() => () => {});

/** Blocks saving the surrounding form while `reason` is defined. `reason` must be a stable object. */
export function useSaveBlocker(reason: Text | undefined): void {
  const blockSave = useContext(SaveBlockerContext);
  useEffect(() => (reason === undefined ? undefined : blockSave(reason)), [blockSave, reason]);
}
