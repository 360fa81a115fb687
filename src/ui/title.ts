import { useEffect } from "react";
import { useLocale } from "./locale.ts";
import { product } from "./product.ts";

/** Sets the document title: the title of the screen, then the product name (B-016). */
export function useTitle(title: string | undefined): void {
  const locale = useLocale();
  useEffect(() => {
    document.title = title === undefined ? product[locale] : `${title} · ${product[locale]}`;
  }, [title, locale]);
}
