import { type CSSProperties, type ReactNode, useLayoutEffect, useState } from "react";
import { previewScale } from "#kit/page-scale.ts";
import { useValue } from "#features/builder/document/value.ts";
import { useAvailableWidth } from "#features/builder/editor/available-width.ts";
import { type Editor, EditorContext } from "#features/builder/editor/editor.ts";
import { initialHeight, PageFrame } from "./page-frame.tsx";
import { PageView } from "./page-view.tsx";

type ScaledPageProps = {
  /** The editor of the page, whose view says how it is shown. */
  editor: Editor;
  /** The name of the picture; without one it is an ornament, which neither scrolls nor gets the focus. */
  label?: string;
  /** Styles for this preview. */
  children?: ReactNode;
};

/** A page in its width, scaled to the space that there is. Nothing in it can be pressed. */
export function ScaledPage({ editor, label, children }: ScaledPageProps) {
  const { width } = useValue(editor.view);
  const { container, width: availableWidth } = useAvailableWidth();
  const [height, setHeight] = useState(initialHeight);
  // Until the available width is measured, the scale that the window suggests.
  const zoom = Math.min(
    1,
    availableWidth === undefined ? previewScale(document.body.clientWidth, width) : availableWidth / width,
  );
  useLayoutEffect(() => {
    editor.frame.zoom = zoom;
  }, [editor, zoom]);
  const size = { "--zoom": zoom, width: width * zoom, height: height * zoom } as CSSProperties;
  const named = { role: "img", "aria-label": label, tabIndex: 0 } as const;
  return (
    <div
      ref={container}
      {...(label === undefined ? { "aria-hidden": true } : named)}
      // A page that is lower than its place stands in the middle.
      style={{ alignContent: "safe center" }}
      className={`scroll grid h-full overflow-x-hidden bg-paper-3 ${label === undefined ? "overflow-hidden" : "overflow-y-auto"}`}
    >
      <div className="relative mx-auto" style={size}>
        <EditorContext value={editor}>
          <PageFrame key={label} height={height} onHeight={setHeight}>
            <PageView />
            {children}
          </PageFrame>
        </EditorContext>
      </div>
    </div>
  );
}
