import { useCallback, useMemo, useRef } from "react";
import type { Capture } from "#kit/history.ts";
import type { AssistScope } from "#render/form/form-store-context.ts";

/**
 * What the AI needs of a form of the builder, whose values `values` reads. `capture`: how a change of the form is recorded, which is part of what is being
 * typed (`merge`) unless the AI makes it.
 */
export function useAssistScope(values: AssistScope["values"]): {
  scope: AssistScope;
  capture: (merge: string) => Capture;
} {
  const isStep = useRef(false);
  const scope = useMemo(
    () => ({
      values,
      asOneStep(change: () => void) {
        isStep.current = true;
        try {
          change();
        } finally {
          isStep.current = false;
        }
      },
    }),
    [values],
  );
  const capture = useCallback((merge: string): Capture => (isStep.current ? "now" : { merge }), []);
  return { scope, capture };
}
