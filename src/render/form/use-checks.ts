import { useEffect, useReducer } from "react";
import { whenIdle } from "#ui/load-later.ts";
import { loadable } from "#ui/loadable.ts";

const checks = loadable(() => import("./check-value.ts"));

/**
 * The function that checks the values of a form; undefined until its code is loaded: at once, or, if `isIdle`, when the browser is idle. It is as large
 * as the rest of a form, and none of it is needed to show the values.
 */
export function useChecks(isIdle: boolean) {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (checks.get() !== undefined) return;
    const start = () => checks.start().then(rerender);
    if (isIdle) whenIdle(start);
    else void start();
  }, [isIdle]);
  return checks.get()?.problemsOf;
}
