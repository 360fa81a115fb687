import { type CSSProperties, useLayoutEffect, useMemo, useState } from "react";
import { createDocumentStore } from "#features/builder/document/document-store.ts";
import { EditorContext, useEditor } from "#features/builder/editor/editor.ts";
import { createFrame } from "#features/builder/editor/frame.ts";
import { initialHeight, PageFrame } from "./page-frame.tsx";
import { PageView } from "./page-view.tsx";
import { useAvailableWidth } from "#features/builder/editor/available-width.ts";
import type { Snapshot } from "#features/builder/session/session-state.ts";
import { useValue } from "#features/builder/document/value.ts";

/** A read-only version of the page, in the width, language and colour scheme of the editor. */
export function PagePreview({ snapshot, label }: { snapshot: Snapshot; label: string }) {
  const editor = useEditor();
  const { width } = useValue(editor.view);
  const { container, width: availableWidth } = useAvailableWidth();
  const [height, setHeight] = useState(initialHeight);
  const preview = useMemo(
    () => ({
      ...editor,
      broken: new Set(snapshot.broken),
      store: createDocumentStore(snapshot.page),
      frame: createFrame(),
    }),
    [editor, snapshot],
  );
  // 0.5: about right until the available width is measured.
  const zoom = availableWidth === undefined ? 0.5 : Math.min(1, availableWidth / width);
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
