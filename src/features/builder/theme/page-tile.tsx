import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useMemo, useState } from "react";
import type { ThemeFonts, ThemeTokens } from "#kit/site.ts";
import type { Locale } from "#kit/text.ts";
import { previewCss } from "#render/page/theme-css.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { useLocale } from "#ui/locale.ts";
import { ScaledPage } from "#features/builder/canvas/scaled-page.tsx";
import { createEditor, openPage, type OpenedPage } from "#features/builder/editor/create-editor.ts";
import type { PreviewWidth } from "#features/builder/editor/editor.ts";

/** How a page is shown in the preview of a theme. */
export type TileView = {
  tokens: ThemeTokens;
  fonts: ThemeFonts;
  locale: Locale;
  scheme: "light" | "dark";
  width: PreviewWidth;
};

/** A page with the tokens that are being edited. */
function ThemedPage({
  page,
  label,
  tokens,
  fonts,
  locale,
  scheme,
  width,
}: TileView & { page: OpenedPage; label: string }) {
  const [editor] = useState(() => createEditor({ ...page, localDraft: undefined }, { locale, scheme }));
  const themed = useMemo(
    () => ({ ...editor, site: { ...editor.site, tokens, fonts }, themeCss: previewCss(tokens, fonts) }),
    [editor, tokens, fonts],
  );
  useLayoutEffect(
    () => editor.view.set({ ...editor.view.get(), locale, scheme, width }),
    [editor, locale, scheme, width],
  );
  return <ScaledPage editor={themed} label={label} />;
}

/** The draft of a page of the space, with the theme that is being edited. */
export function PageTile({ pageId, label, ...view }: TileView & { pageId: string; label: string }) {
  const locale = useLocale();
  const query = useQuery({
    queryKey: ["builder", "tile", pageId, locale],
    queryFn: ({ signal }) => openPage(pageId, signal),
    staleTime: Infinity,
  });
  return (
    <QueryContent query={query} height="h-full">
      {(page) => <ThemedPage key={pageId} page={page} label={label} {...view} />}
    </QueryContent>
  );
}
