import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useLayoutEffect, useMemo, useState } from "react";
import type { ThemeTokens } from "#kit/site.ts";
import type { Locale } from "#kit/text.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { useLocale } from "#ui/locale.ts";
import { initialHeight, PageFrame } from "#features/builder/canvas/page-frame.tsx";
import { PageView } from "#features/builder/canvas/page-view.tsx";
import { useAvailableWidth } from "#features/builder/editor/available-width.ts";
import { createEditor, openPage, type OpenedPage } from "#features/builder/editor/create-editor.ts";
import { EditorContext, type PreviewWidth } from "#features/builder/editor/editor.ts";

/** How a page is shown in the preview of a theme. */
export type TileView = { tokens: ThemeTokens; locale: Locale; scheme: "light" | "dark"; width: PreviewWidth };

/** A page with the tokens that are being edited, scaled to the width that there is. It scrolls, and nothing in it can be pressed. */
function ThemedPage({ page, label, tokens, locale, scheme, width }: TileView & { page: OpenedPage; label: string }) {
  const { container, width: availableWidth } = useAvailableWidth();
  const [height, setHeight] = useState(initialHeight);
  const [editor] = useState(() => createEditor({ ...page, localDraft: undefined }, { locale, scheme }));
  const themed = useMemo(() => ({ ...editor, site: { ...editor.site, tokens } }), [editor, tokens]);
  useLayoutEffect(
    () => editor.view.set({ ...editor.view.get(), locale, scheme, width }),
    [editor, locale, scheme, width],
  );
  const zoom = availableWidth === undefined ? 0.5 : Math.min(1, availableWidth / width);
  useLayoutEffect(() => {
    editor.frame.zoom = zoom;
  }, [editor, zoom]);
  const size = { "--zoom": zoom, width: width * zoom, height: height * zoom } as CSSProperties;
  return (
    <div
      ref={container}
      role="img"
      aria-label={label}
      tabIndex={0}
      className="scroll h-full overflow-x-hidden overflow-y-auto bg-paper-3"
    >
      <div className="relative mx-auto" style={size}>
        <EditorContext value={themed}>
          <PageFrame height={height} onHeight={setHeight}>
            <PageView />
          </PageFrame>
        </EditorContext>
      </div>
    </div>
  );
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
