import type { Locale } from "#kit/text.ts";
import { connectionErrorText } from "./connection-error.ts";
import { loadable } from "./loadable.ts";
import { notify } from "./toast.tsx";

/**
 * Returns a function that loads the module of an action, once. If the module cannot be loaded, a notice says so, the promise resolves to undefined,
 * and the next call tries again.
 */
export function loadAction<T extends object>(load: () => Promise<T>): (locale: Locale) => Promise<T | undefined> {
  const code = loadable(load);
  return async (locale) => {
    await code.start();
    if (code.get() !== undefined) return code.get();
    code.forget();
    notify("error", connectionErrorText[locale]);
    return undefined;
  };
}
