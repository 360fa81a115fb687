import { type ReactNode, useMemo } from "react";
import type { PartChange } from "#features/builder/document/page-changes.ts";
import type { ClientType } from "#kit/client-type.ts";
import type { ThemeTokens } from "#kit/site.ts";
import type { Locale } from "#kit/text.ts";
import { pageWidthAt } from "#kit/page-width.ts";
import { pageForVisit } from "#kit/visited-page.ts";
import { themeCss } from "#render/page/theme-css.ts";
import { timeInView } from "#features/builder/document/client-view.ts";
import { createDocumentStore } from "#features/builder/document/document-store.ts";
import { createValue, useValue } from "#features/builder/document/value.ts";
import { useEditor, type View } from "#features/builder/editor/editor.ts";
import { createFrame } from "#features/builder/editor/frame.ts";
import { createNodeLocales } from "#features/builder/editor/node-locales.ts";
import type { Snapshot } from "#features/builder/session/session-state.ts";
import { ScaledPage } from "./scaled-page.tsx";

type PagePreviewProps = {
  snapshot: Snapshot;
  /** The name of the preview; see `ScaledPage`. */
  label?: string;
  /** The width of the page, in px; that of the editor's view by default. */
  width?: number;
  /** The language of the page; that of the editor's view by default. */
  locale?: Locale;
  /** The client whose page is shown; that of the editor's view by default, or a browser. */
  client?: ClientType;
  /** The theme of the page; that of the site by default. */
  tokens?: ThemeTokens | undefined;
  /** Changes whose records are outlined. */
  changes?: readonly PartChange[];
  /** Rendered in the page. */
  children?: ReactNode;
};

/** The outlines of changed records, which differ in their line and not in their colour alone. */
const outlines = {
  added: "solid #1a7f4b",
  removed: "dotted #c8372d",
  changed: "dashed #0a6ed1",
  moved: "double #8a6d00",
  unreadable: "groove #8a6d00",
};

/** The styles of the outlines in a page of this width, in px: it is shown much smaller than it is. */
const outlineCss = (changes: readonly PartChange[], width: number): string =>
  changes
    .map(({ id, kind }) => {
      const name = CSS.escape(id);
      const line = Math.max(2, Math.round(width / 200));
      return `:is([data-id="${name}"],[data-node="${name}"],[data-group="${name}"]){outline:${line}px ${outlines[kind]};outline-offset:-${line}px}`;
    })
    .join("\n");

/** A read-only version of the page, in the width, language and colour scheme of the editor. */
export function PagePreview({
  snapshot,
  label,
  width: ownWidth,
  locale: ownLocale,
  client: ownClient,
  tokens,
  changes,
  children,
}: PagePreviewProps) {
  const editor = useEditor();
  const currentView = useValue(editor.view);
  const locale = ownLocale ?? currentView.locale;
  const chosenClient = ownClient ?? currentView.client;
  const client = chosenClient ?? "WapH5";
  const width = ownWidth ?? currentView.width;
  const preview = useMemo(() => {
    const store = createDocumentStore(pageForVisit(snapshot.page, { client, locale, at: timeInView(chosenClient) }));
    store.showWidth(pageWidthAt(width), false);
    const view = createValue<View>({ ...currentView, width, client, locale });
    const frame = createFrame();
    return {
      ...editor,
      ...(tokens !== undefined && { site: { ...editor.site, tokens }, themeCss: themeCss(tokens) }),
      broken: new Set(snapshot.broken),
      store,
      view,
      // The nodes of the preview have the ids of those in the editor, whose languages are followed apart.
      nodeLocales: createNodeLocales({ store, frame, view }),
      frame,
    };
  }, [editor, snapshot, currentView, locale, width, client, chosenClient, tokens]);
  const css = useMemo(() => outlineCss(changes ?? [], width), [changes, width]);
  return (
    <ScaledPage editor={preview} {...(label === undefined ? {} : { label })}>
      {css !== "" && <style>{css}</style>}
      {children}
    </ScaledPage>
  );
}
