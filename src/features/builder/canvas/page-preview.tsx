import { type CSSProperties, useLayoutEffect, useMemo, useState } from "react";
import { pageForClient } from "#kit/client-page.ts";
import type { ClientType } from "#kit/client-type.ts";
import { previewScale } from "#kit/page-scale.ts";
import { createDocumentStore } from "#features/builder/document/document-store.ts";
import { EditorContext, useEditor } from "#features/builder/editor/editor.ts";
import { createFrame } from "#features/builder/editor/frame.ts";
import { initialHeight, PageFrame } from "./page-frame.tsx";
import { PageView } from "./page-view.tsx";
import { useAvailableWidth } from "#features/builder/editor/available-width.ts";
import type { Snapshot } from "#features/builder/session/session-state.ts";
import { createValue, useValue } from "#features/builder/document/value.ts";

type PagePreviewProps = {
  snapshot: Snapshot;
  label: string;
  /** The width of the page, in px; that of the editor's view by default. */
  width?: number;
  /** The client whose page is shown; a browser by default. */
  client?: ClientType;
};

/** A read-only version of the page, in the width, language and colour scheme of the editor. */
export function PagePreview({ snapshot, label, width: ownWidth, client = "WapH5" }: PagePreviewProps) {
  const editor = useEditor();
  const currentView = useValue(editor.view);
  const width = ownWidth ?? currentView.width;
  const { container, width: availableWidth } = useAvailableWidth();
  const [height, setHeight] = useState(initialHeight);
  const preview = useMemo(
    () => ({
      ...editor,
      broken: new Set(snapshot.broken),
      store: createDocumentStore(pageForClient(snapshot.page, client)),
      view: createValue({ ...currentView, width, client }),
      frame: createFrame(),
    }),
    [editor, snapshot, currentView, width, client],
  );
  // Until the available width is measured, the scale that the window suggests.
  const zoom =
    availableWidth === undefined
      ? Math.min(1, previewScale(document.body.clientWidth, width))
      : Math.min(1, availableWidth / width);
  useLayoutEffect(() => {
    preview.frame.zoom = zoom;
  }, [preview, zoom]);
  const size = { "--zoom": zoom, width: width * zoom, height: height * zoom } as CSSProperties;
  return (
    <div
      ref={container}
      role="img"
      aria-label={label}
      tabIndex={0}
      className="h-full overflow-x-hidden overflow-y-auto border border-line bg-paper-3"
    >
      <div className="relative mx-auto" style={size}>
        <EditorContext value={preview}>
          <PageFrame key={label} height={height} onHeight={setHeight}>
            <PageView />
          </PageFrame>
        </EditorContext>
      </div>
    </div>
  );
}
