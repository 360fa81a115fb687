import { useMemo } from "react";
import { pageForClient } from "#kit/client-page.ts";
import type { ClientType } from "#kit/client-type.ts";
import type { ThemeTokens } from "#kit/site.ts";
import { createDocumentStore } from "#features/builder/document/document-store.ts";
import { createValue, useValue } from "#features/builder/document/value.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import { createFrame } from "#features/builder/editor/frame.ts";
import type { Snapshot } from "#features/builder/session/session-state.ts";
import { ScaledPage } from "./scaled-page.tsx";

type PagePreviewProps = {
  snapshot: Snapshot;
  /** The name of the preview; see `ScaledPage`. */
  label?: string;
  /** The width of the page, in px; that of the editor's view by default. */
  width?: number;
  /** The client whose page is shown; a browser by default. */
  client?: ClientType;
  /** The theme of the page; that of the site by default. */
  tokens?: ThemeTokens | undefined;
};

/** A read-only version of the page, in the width, language and colour scheme of the editor. */
export function PagePreview({ snapshot, label, width: ownWidth, client = "WapH5", tokens }: PagePreviewProps) {
  const editor = useEditor();
  const currentView = useValue(editor.view);
  const width = ownWidth ?? currentView.width;
  const preview = useMemo(
    () => ({
      ...editor,
      site: tokens === undefined ? editor.site : { ...editor.site, tokens },
      broken: new Set(snapshot.broken),
      store: createDocumentStore(pageForClient(snapshot.page, client)),
      view: createValue({ ...currentView, width, client }),
      frame: createFrame(),
    }),
    [editor, snapshot, currentView, width, client, tokens],
  );
  return <ScaledPage editor={preview} {...(label === undefined ? {} : { label })} />;
}
