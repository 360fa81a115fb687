import { useEffect, useSyncExternalStore } from "react";
import { useLocale } from "./locale.ts";
import { product } from "./product.ts";

let current: string | undefined;
const listeners = new Set<() => void>();

function show(title: string | undefined): void {
  current = title;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the document title: the title of the screen, then the product name (B-016). */
export function useTitle(title: string | undefined): void {
  const locale = useLocale();
  useEffect(() => {
    document.title = title === undefined ? product[locale] : `${title} · ${product[locale]}`;
    show(title);
    return () => show(undefined);
  }, [title, locale]);
}

/** The title of the screen, in the reader's language; undefined until the screen has one. */
export const usePageTitle = (): string | undefined => useSyncExternalStore(subscribe, () => current);
