import type { ReactNode } from "react";
import { ring } from "#ui/art/rosette.ts";
import { Art } from "#ui/art/svg.tsx";
import { BrandMark } from "#ui/art/mark.tsx";
import { chooseLocale, otherLanguage, useLocale } from "#ui/locale.ts";
import { product } from "#ui/product.ts";

const home = { zh: "返回首页", en: "Back to home" };
/** Two rings, as on the home page; the inner one has six lobes, like the brand mark. */
const art =
  ring("page-outer", { radius: 300, depth: 150, lobes: 12, repeats: 14 }) +
  ring("page-inner", { radius: 130, depth: 90, lobes: 6, repeats: 12 });

/** The layout of sign-in pages: the form on the left, an ornament on the right. */
export function SignInPage({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const other = otherLanguage[locale];
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(480px,5fr)_6fr]">
      <div className="flex flex-col">
        <header className="flex items-center justify-between px-5 py-4 sm:px-10 sm:py-6">
          <a
            href="/index"
            aria-label={`${product[locale]} · ${home[locale]}`}
            className="side-brand flex min-h-11 items-center gap-2.5 text-lg font-semibold"
          >
            <BrandMark />
            {product[locale]}
          </a>
          <button
            type="button"
            lang={other.lang}
            className="min-h-11 rounded-sm px-3 text-sm text-ink-2 hover:text-ink"
            onClick={() => chooseLocale(other.locale)}
          >
            {other.name}
          </button>
        </header>
        <main className="mx-auto w-full max-w-[420px] flex-1 px-5 pt-[max(24px,9vh)] pb-16">{children}</main>
      </div>
      <div aria-hidden="true" className="relative overflow-hidden bg-[var(--plate)] text-[#5d8f7d] max-lg:hidden">
        <Art
          box="-500 -500 1000 1000"
          markup={art}
          strokeWidth={0.9}
          className="plate-art absolute top-1/2 left-1/2 size-[max(120%,900px)] -translate-1/2 opacity-70"
        />
      </div>
    </div>
  );
}
