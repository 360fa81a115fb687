import { useEffect } from "react";
import { useLocale } from "./locale.ts";
import { product } from "./product.ts";

/** The document's title: the screen's own, then the product (B-016). */
export function useTitle(title: string | undefined): void {
  const locale = useLocale();
  useEffect(() => {
    document.title = title === undefined ? product[locale] : `${title} · ${product[locale]}`;
  }, [title, locale]);
}
