import { useState } from "react";
import { marketLimits } from "#kit/market.ts";
import { formatText, inLocale, type LocalizedValue } from "#kit/text.ts";
import { LabelledCheckbox } from "#ui/labelled-checkbox.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { useThemePages } from "#features/builder/theme/theme-page-list.ts";
import { OfferForm } from "./offer-form.tsx";

const texts = {
  pages: { zh: "随主题提供的页面", en: "Pages that come with it" },
  pagesText: {
    zh: "取用主题的空间会得到这些页面的副本，最多 {n} 个。自己的字体文件不会随主题提供。",
    en: "Whoever takes the theme gets copies of these pages, up to {n}. Own font files stay in this space.",
  },
  none: { zh: "此空间还没有页面", en: "This space has no pages yet" },
  inTheme: { zh: "只属于此主题", en: "Only in this theme" },
};

type ThemeOfferDialogProps = { themeId: string; name: LocalizedValue<string>; onClose: () => void };

/** The form that offers a theme to the market, with the pages that are chosen. */
export function ThemeOfferDialog({ themeId, name, onClose }: ThemeOfferDialogProps) {
  const locale = useLocale();
  const t = useText();
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const query = useThemePages(themeId);
  const pages = query.data ?? [];
  const own = pages.filter(({ theme }) => theme === themeId).map(({ id }) => id);
  const selected = chosen ?? new Set(own.slice(0, marketLimits.pages));
  const change = (id: string, isChosen: boolean) => {
    const next = new Set(selected);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <OfferForm
      kind="theme"
      name={name}
      read={async () => ({ themeId, pageIds: pages.flatMap(({ id }) => (selected.has(id) ? [id] : [])) })}
      nameOf={({ page = "" }) => page}
      onClose={onClose}
    >
      {(isBusy) => (
        <fieldset className="min-w-0">
          <legend className="mb-1 text-sm font-medium text-ink-2">{t(texts.pages)}</legend>
          <p className="mb-2 text-sm text-ink-3">{t(formatText(texts.pagesText, { n: marketLimits.pages }))}</p>
          <QueryContent query={query} height="h-24">
            {() =>
              pages.length === 0 ? (
                <p className="text-sm text-ink-3">{t(texts.none)}</p>
              ) : (
                <ul className="scroll max-h-56 overflow-auto border-y border-line">
                  {pages.map(({ id, path, title, theme }) => (
                    <li key={id} className="border-b border-line px-1 py-1.5 last:border-b-0">
                      <LabelledCheckbox
                        checked={selected.has(id)}
                        disabled={isBusy || (!selected.has(id) && selected.size >= marketLimits.pages)}
                        onChange={(isChosen) => change(id, isChosen)}
                      >
                        <span className="font-medium text-ink">{inLocale(title, locale) ?? path}</span>{" "}
                        <span className="font-mono text-xs break-all text-ink-3">{path}</span>
                        {theme === themeId && <span className="ml-2 text-xs text-ink-3">{t(texts.inTheme)}</span>}
                      </LabelledCheckbox>
                    </li>
                  ))}
                </ul>
              )
            }
          </QueryContent>
        </fieldset>
      )}
    </OfferForm>
  );
}
