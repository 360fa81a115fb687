import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { fontFaces } from "#render/page/style.ts";
import { definitionCount, nodes, onDefinitions, widgets } from "#render/registry.ts";
import { braid } from "#ui/art/rosette.ts";
import mono from "#ui/fonts/geist-mono.woff2?url";
import sans from "#ui/fonts/instrument-sans.woff2?url";
import { useEditor } from "#features/builder/editor/editor.ts";
import { useValue } from "#features/builder/document/value.ts";

/** The height of the frame before its page is measured, in px. */
export const initialHeight = 900;
const title = { zh: "页面", en: "Page" };

/** Styles for editing: no scrolling or animation, and a minimum height for empty widgets. */
const frameCss = `
html { overflow: hidden; }
*, ::before, ::after { animation-play-state: paused !important; caret-color: transparent; }
.site { user-select: none; }
[data-widget] { min-height: 24px; }
[data-node].empty { outline: 1px dashed var(--line-2); }
[data-locked] { pointer-events: none; }
@container stage (width >= 900px) { [data-far] { content-visibility: hidden; } }
[data-edited] { visibility: hidden !important; }
.empty-page { display: grid; place-items: center; min-height: 360px; margin: 48px var(--gutter); padding: 24px; border: 2px dashed var(--line-2); border-radius: 8px; color: var(--ink-2); text-align: center; }
.loading-data { padding: 64px var(--gutter); color: var(--ink-3); text-align: center; }`;

/** The definitions that are loaded. */
const definitions = () => [...widgets.values(), ...nodes.values()];
const cssOf = (list: readonly { css?: string | undefined }[]): string => list.map(({ css = "" }) => css).join("\n");

/** The styles of definitions that are loaded after the frame, which has those that were there. */
function LaterStyles({ first }: { first: ReadonlySet<string | undefined> }) {
  const count = useSyncExternalStore(onDefinitions, definitionCount);
  const css = useMemo(
    () => (count === 0 ? "" : cssOf(definitions().filter((definition) => !first.has(definition.css)))),
    [count, first],
  );
  return css !== "" && <style>{css}</style>;
}

/** The HTML of the frame. It has only the site's own styles and `frameCss`, so that the page looks as it does to visitors. */
function frameDocument(pageCss: string): string {
  const css = [pageCss, fontFaces({ sans, mono }), cssOf(definitions()), frameCss].join("\n").replaceAll("</", "<\\/");
  return `<!doctype html><html class="document editing"><head><meta charset="utf-8"><style>${css}</style></head><body class="site"></body></html>`;
}

const svgDefinitions = braid("braid");

/**
 * Renders its children in an iframe as wide as the preview, so that media queries and viewport units work as for visitors. The overlay above it takes
 * focus and pointer events.
 */
export function PageFrame({
  height,
  onHeight,
  children,
}: {
  height: number;
  onHeight: (height: number) => void;
  children: ReactNode;
}) {
  const { frame, pageCss, themeCss, view } = useEditor();
  const { width, locale, scheme, client = "WapH5" } = useValue(view);
  const element = useRef<HTMLIFrameElement>(null);
  const [first] = useState(() => ({
    html: frameDocument(pageCss),
    styles: new Set(definitions().map(({ css }) => css)),
  }));
  const [body, setBody] = useState<HTMLElement>();

  useEffect(() => {
    frame.element = element.current ?? undefined;
    return () => {
      frame.element = undefined;
    };
  }, [frame]);

  useLayoutEffect(() => {
    const html = body?.ownerDocument.documentElement;
    if (html === undefined) return;
    html.lang = locale === "zh" ? "zh-CN" : "en";
    html.dataset.theme = scheme;
    // As on visitors' pages, browsers are the case without the attribute.
    if (client === "WapH5") delete html.dataset.client;
    else html.dataset.client = client;
  }, [body, locale, scheme, client]);

  useEffect(() => {
    const frameWindow = body?.ownerDocument.defaultView;
    if (body === undefined || !frameWindow) return;
    const observer = new frameWindow.ResizeObserver(() => {
      onHeight(Math.ceil(body.getBoundingClientRect().height));
      frame.layoutChanged();
    });
    observer.observe(body);
    const { fonts } = body.ownerDocument;
    fonts.addEventListener("loadingdone", frame.layoutChanged);
    return () => {
      observer.disconnect();
      fonts.removeEventListener("loadingdone", frame.layoutChanged);
    };
  }, [body, frame, onHeight]);

  return (
    <iframe
      ref={element}
      title={title[locale]}
      srcDoc={first.html}
      tabIndex={-1}
      aria-hidden="true"
      onLoad={(event) => setBody(event.currentTarget.contentDocument?.body)}
      className="pointer-events-none absolute top-0 left-0 block origin-top-left border-0"
      style={{ width, height, transform: "scale(var(--zoom))" }}
    >
      {body !== undefined &&
        createPortal(
          <>
            {/* Not part of the frame's HTML, because a theme changes while it is edited. */}
            <style>{themeCss}</style>
            <LaterStyles first={first.styles} />
            <svg width="0" height="0" className="definitions" aria-hidden="true">
              <defs dangerouslySetInnerHTML={{ __html: svgDefinitions }} />
            </svg>
            {children}
          </>,
          body,
        )}
    </iframe>
  );
}
