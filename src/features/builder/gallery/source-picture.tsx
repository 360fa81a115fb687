import { useMemo, useRef } from "react";
import type { ThemeTokens } from "#kit/site.ts";
import { baseColors, type BaseColor } from "#kit/theme-colors.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { useWasVisible } from "#ui/was-visible.ts";
import { PagePreview } from "#features/builder/canvas/page-preview.tsx";
import { EditorContext, useEditor } from "#features/builder/editor/editor.ts";
import { type Fit, type Source, useContent, useFit } from "./source.ts";

/** The width in px in which components are drawn in a list, and pages. */
const [componentWidth, pageWidth] = [1024, 1280];

type FitPreviewProps = {
  page: NonNullable<Fit["page"]>;
  isPage: boolean;
  label?: string;
  width?: number;
  /** The theme of the page; that of the site by default. */
  tokens?: ThemeTokens | undefined;
};

/** Components in the theme of this site. Without the layout of the site, unless they are a whole page. */
export function FitPreview({ page, isPage, ...rest }: FitPreviewProps) {
  const editor = useEditor();
  const alone = useMemo(() => (isPage ? editor : { ...editor, layouts: {} }), [editor, isPage]);
  const snapshot = useMemo(() => ({ page, broken: [] }), [page]);
  return (
    <EditorContext value={alone}>
      <PagePreview snapshot={snapshot} {...rest} />
    </EditorContext>
  );
}

/** The four colours of a theme. */
function ThemeColors({ tokens }: { tokens: ThemeTokens }) {
  return (
    <div className="gallery-colors h-full" aria-hidden="true">
      {(Object.keys(baseColors) as BaseColor[]).map((name) => (
        <span key={name} style={{ background: tokens[name] ?? baseColors[name] }} />
      ))}
    </div>
  );
}

/** How a source looks: its own picture (`image`), else itself in the theme of this site, drawn when it is scrolled into view. */
export function SourcePicture({ source, image }: { source: Source; image: string }) {
  const box = useRef<HTMLDivElement>(null);
  const isSeen = useWasVisible(box);
  const { data, error } = useContent(source, isSeen && image === "");
  const fit = useFit(data, source.kind);
  const isPage = source.kind === "page";
  return (
    <div ref={box} className="gallery-picture border-b border-line bg-paper-2">
      {image !== "" ? (
        <img src={image} alt="" loading="lazy" className="size-full" />
      ) : data === undefined && error === null ? (
        <Skeleton className="h-full" />
      ) : data?.tokens !== undefined ? (
        <ThemeColors tokens={data.tokens} />
      ) : (
        fit?.page !== undefined && (
          <FitPreview page={fit.page} isPage={isPage} width={isPage ? pageWidth : componentWidth} />
        )
      )}
    </div>
  );
}
